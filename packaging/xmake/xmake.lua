package("hitbox")
    set_kind("library", {headeronly = true})
    set_homepage("@ADDRESS@")
    set_description("2D collision with exact answers: contacts, manifolds, casts, broad phases")
    set_license("MIT")

    add_urls("@ADDRESS@/releases/download/v$(version)/hitbox-$(version).tar.gz")
    add_versions("@VERSION@", "@SHA256@")

    on_install(function (package)
        os.cp("include", package:installdir())
    end)

    on_test(function (package)
        assert(package:check_cxxsnippets({test = [[
            #include <hitbox/hitbox.hpp>
            bool test() { return intersects(hitbox::circle<float>{{0, 0}, 1}, hitbox::circle<float>{{2, 0}, 1}); }
        ]]}, {configs = {languages = "c++20"}}))
    end)
