import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, get
from conan.tools.layout import basic_layout

required_conan_version = ">=2.0"


class HitboxConan(ConanFile):
    name = "hitbox"
    version = "@VERSION@"
    description = "2D collision with exact answers: contacts, manifolds, casts, broad phases"
    license = "MIT"
    url = "@ADDRESS@"
    homepage = "@ADDRESS@"
    topics = ("collision-detection", "2d", "geometry", "sat", "gamedev", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    def layout(self):
        basic_layout(self, src_folder="src")

    def package_id(self):
        self.info.clear()

    def validate(self):
        check_min_cppstd(self, 20)

    def source(self):
        get(
            self,
            f"@ADDRESS@/releases/download/v{self.version}/hitbox-{self.version}.tar.gz",
            sha256="@SHA256@",
            strip_root=True,
        )

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        include = os.path.join(self.source_folder, "include")
        for pattern in ("*.hpp", "*.inl"):
            copy(self, pattern, include, os.path.join(self.package_folder, "include"))

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "hitbox")
        self.cpp_info.set_property("cmake_target_name", "hitbox::hitbox")
        self.cpp_info.set_property("pkg_config_name", "hitbox")
