// Each umbrella is enough for the functions of its rooms: templates show what they lack only when they are used.
bool shapes_are_complete();
bool pairs_are_complete();
bool polygons_are_complete();
bool broad_is_complete();
bool sets_are_complete();
bool motion_is_complete();
bool scene_is_complete();

int main() {
    return shapes_are_complete() && pairs_are_complete() && polygons_are_complete() && broad_is_complete() &&
                   sets_are_complete() && motion_is_complete() && scene_is_complete()
               ? 0
               : 1;
}
