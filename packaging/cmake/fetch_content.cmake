include(FetchContent)
FetchContent_Declare(hitbox
    URL @ADDRESS@/releases/download/v@VERSION@/hitbox-@VERSION@.tar.gz
    URL_HASH SHA256=@SHA256@)
FetchContent_MakeAvailable(hitbox)
