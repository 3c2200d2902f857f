# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel for `pip install .` (PEP 517) of what `cmake --install` installs. Needs nothing but Python and CMake.

The wheel lays the files below the prefix of the environment as an installation to /usr/local would: libraries in lib,
runSofa in bin, meshes and examples in share, the modules in lib/python3/site-packages, which a sofa.pth names.

Settings (--config-settings=NAME=VALUE): build-dir, a build tree that exists already or is to be kept; targets, what is built
of it (blanks between; else all); jobs, how many files are compiled at once; native=ON has the program use all that this
machine's processor can do, which other machines may lack.
"""
import base64
import csv
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
LEFT_OUT = ("include/", "lib/cmake/")  # for those who build against it: they install with CMake


def version():
    return re.search(r"project\(Sofa VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)


def tag():
    python = "cp%d%d" % sys.version_info[:2]
    return "%s-%s-%s" % (python, python, re.sub(r"[-.]", "_", sysconfig.get_platform()))


LICENSES = ("LICENSE", "NOTICE")
SECOND_NAME = "rsofa"   # of runSofa: a link, which wheels do not hold


def citation(key):
    """A value of CITATION.cff, which names authors, licence and address once for all; empty if it is not there."""
    found = re.search(r'^(?:\s+- )?%s: *"?([^"\n]+)"?$' % key, (SOURCE / "CITATION.cff").read_text(encoding="utf8"), re.MULTILINE)
    return found.group(1) if found else ""


def metadata():
    addresses = [("Source", citation("repository-code")), ("Homepage", citation("url"))]
    return "\n".join([
        "Metadata-Version: 2.1", "Name: sofa", "Version: " + version(),
        "Summary: Interactive physical simulation on a scene graph", "Author: " + citation("name"), "License: " + citation("license"),
        *("Project-URL: %s, %s" % address for address in addresses if address[1]),
        "Keywords: " + citation("keywords").strip("[]").replace(", ", ","),
        "Classifier: License :: OSI Approved :: Apache Software License", "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Programming Language :: C++", "Classifier: Programming Language :: Python :: 3",
        "Classifier: Topic :: Scientific/Engineering :: Physics",
        *("License-File: " + name for name in LICENSES), "Requires-Python: >=3.9",
        "Requires-Dist: numpy", "Provides-Extra: matrices", 'Requires-Dist: scipy; extra == "matrices"',
        "Description-Content-Type: text/markdown", "", (SOURCE / "README.md").read_text(encoding="utf8")])


def run(*command):
    """Outside of the environment that pip makes for builds: CMake asks Python for numpy, which pip hides there."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONNOUSERSITE")}
    subprocess.run([str(word) for word in command], check=True, env=environment)


def build(folder, settings):
    """Configures and compiles; a tree that was configured keeps its options."""
    if not (folder / "CMakeCache.txt").exists():
        run("cmake", "-S", SOURCE, "-B", folder, *(["-G", "Ninja"] if shutil.which("ninja") else []), "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=10", "-DSOFA_TESTS=OFF",
            "-DSOFA_NATIVE=" + settings.get("native", "OFF"), "-DPython3_EXECUTABLE=" + sys.executable)
    targets = settings.get("targets", "").split()
    run("cmake", "--build", folder, "--parallel", settings.get("jobs", str(os.cpu_count())), *(["--target", *targets] if targets else []))


def installed_files(prefix):
    """(path in the prefix, file): a library once, under the name by which others load it, as wheels hold no links."""
    sonames = {}
    for link in (prefix / "lib").glob("lib*.so*"):
        if link.is_symlink():
            sonames.setdefault(link.resolve(), set()).add(link.name)
    for path in sorted(prefix.rglob("*")):
        name = path.relative_to(prefix).as_posix()
        if path.is_dir() or path.is_symlink() or name.startswith(LEFT_OUT) or path.name == "sofa.pth":
            continue
        names = [n for n in sonames.get(path, ()) if re.search(r"\.so\.\d+(\.\d+)?$", n)]
        yield ("lib/" + min(names, key=len) if names else name), path


class Wheel:
    def __init__(self, file):
        self._zip, self._record = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED), []

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self._record.append((name, "sha256=" + digest, len(data)))

    def close(self, info):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([*self._record, (info + "/RECORD", "", "")])
        self._zip.writestr(info + "/RECORD", text.getvalue())
        self._zip.close()


def write_info(add, info):
    add(info + "/METADATA", metadata().encode())
    for name in LICENSES:
        add(info + "/" + name, (SOURCE / name).read_bytes())
    add(info + "/WHEEL", ("Wheel-Version: 1.0\nGenerator: sofa\nRoot-Is-Purelib: false\nTag: %s\n" % tag()).encode())


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    settings = config_settings or {}
    folder = (SOURCE / settings.get("build-dir", "build/wheel-" + tag())).resolve()
    build(folder, settings)
    name, info = "sofa-%s-%s.whl" % (version(), tag()), "sofa-%s.dist-info" % version()
    with tempfile.TemporaryDirectory() as prefix:
        run("cmake", "--install", folder, "--prefix", prefix, "--strip")
        wheel = Wheel(Path(wheel_directory) / name)
        wheel.add("sofa.pth", b"../../python3/site-packages\n")
        for place, file in installed_files(Path(prefix)):
            wheel.add("sofa-%s.data/data/%s" % (version(), place), file.read_bytes(), 0o755 if os.access(file, os.X_OK) else 0o644)
        wheel.add("sofa-%s.data/scripts/%s" % (version(), SECOND_NAME), b'#!/bin/sh\nexec "$(dirname "$0")/runSofa" "$@"\n', 0o755)
        write_info(wheel.add, info)
        wheel.close(info)
    return name


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    info = "sofa-%s.dist-info" % version()
    (Path(metadata_directory) / info).mkdir()
    write_info(lambda name, data: (Path(metadata_directory) / name).write_bytes(data), info)
    return info


def build_sdist(sdist_directory, config_settings=None):
    """The files that git knows."""
    name = "sofa-%s" % version()
    run("git", "-C", SOURCE, "archive", "--format=tar.gz", "--prefix=%s/" % name, "-o",
        Path(sdist_directory).resolve() / (name + ".tar.gz"), "HEAD")
    return name + ".tar.gz"
