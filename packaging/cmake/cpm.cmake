CPMAddPackage(
    NAME hitbox
    VERSION @VERSION@
    URL @ADDRESS@/releases/download/v@VERSION@/hitbox-@VERSION@.tar.gz
    URL_HASH SHA256=@SHA256@)
