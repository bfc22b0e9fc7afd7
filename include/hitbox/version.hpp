#pragma once
/// The version of hitbox. CMake and the single header read the three numbers from here.

#define HITBOX_VERSION_MAJOR 0
#define HITBOX_VERSION_MINOR 1
#define HITBOX_VERSION_PATCH 0
