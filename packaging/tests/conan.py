#!/usr/bin/env python3
"""Run the Conan recipe without Conan: its modules in a few lines each.

    conan.py CONANFILE WORK    makes WORK/package, and WORK/package/hitboxConfig.cmake as CMakeDeps would
"""
import hashlib
import importlib.util
import pathlib
import shutil
import sys
import tarfile
import types
import urllib.request

recipe, work = map(pathlib.Path, sys.argv[1:])


class Info:
    def __init__(self):
        self.properties = {}
        self.set_property = self.properties.__setitem__

    def clear(self):
        self.cleared = True


class ConanFile:
    def __init__(self):
        self.cpp_info, self.info, self.cppstd = Info(), Info(), 0
        self.source_folder, self.package_folder = str(work / "src"), str(work / "package")


def get(self, url, sha256, strip_root):
    data = urllib.request.urlopen(url).read()
    assert hashlib.sha256(data).hexdigest() == sha256, "another archive than the recipe's"
    (work / "archive").write_bytes(data)
    with tarfile.open(work / "archive") as archive:
        archive.extractall(work / "unpacked")
    shutil.move(next((work / "unpacked").iterdir()) if strip_root else work / "unpacked", self.source_folder)


def copy(self, pattern, src, dst):
    found = list(pathlib.Path(src).rglob(pattern))
    assert found, f"nothing to copy: {pattern}"
    for path in found:
        to = pathlib.Path(dst) / path.relative_to(src)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)


def module(name, **names):
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(names)


module("conan", ConanFile=ConanFile)
module("conan.tools")
module("conan.tools.build", check_min_cppstd=lambda self, standard: setattr(self, "cppstd", standard))
module("conan.tools.files", copy=copy, get=get)
module("conan.tools.layout", basic_layout=lambda self, src_folder: None)

spec = importlib.util.spec_from_file_location("recipe", recipe)
loaded = importlib.util.module_from_spec(spec)
spec.loader.exec_module(loaded)
package = loaded.HitboxConan()
for step in ("layout", "validate", "source", "package", "package_id", "package_info"):
    getattr(package, step)()
assert package.info.cleared and package.cppstd == 20 and package.cpp_info.libdirs == []
assert (work / "package/licenses/LICENSE").exists()
config = work / "package" / f"{package.cpp_info.properties['cmake_file_name']}Config.cmake"
target = package.cpp_info.properties["cmake_target_name"]
config.write_text(
    f"add_library({target} INTERFACE IMPORTED)\n"
    f'target_include_directories({target} INTERFACE "${{CMAKE_CURRENT_LIST_DIR}}/include")\n'
)
