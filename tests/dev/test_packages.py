#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every system file that the build read belongs to a package that `dev` installs.

A fresh machine has Debian's essential packages and what apt adds for the list `packages` of `dev`, without recommended
packages. On a developer's machine other packages may lie about and hide that one is missing from the list. The files
are those that ninja knows: sources' headers (the compilers' dependency output), libraries and programs named in build
commands, and what CMake read to configure.

Usage: test_packages.py BUILD_FOLDER    (exit status 77, skipped: not a Debian system)
"""
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = None  # set from the command line
RELATION = re.compile(r"^([a-z0-9][a-z0-9+.-]*)")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def listed_packages():
    """The words of `packages=(...)` in dev, as bash reads them."""
    text = re.search(r"^packages=\(.*?\)", (ROOT / "dev").read_text(), re.MULTILINE | re.DOTALL).group()
    return output("bash", "-c", f'{text}; printf "%s\\n" "${{packages[@]}}"').split()


def installed():
    """What dpkg knows of the installed packages: {name: (names it depends on, with alternatives)}, and the essential."""
    depends, provided, essential = {}, {}, set()
    fields = "${Package}\t${Essential}\t${Priority}\t${Depends}\t${Pre-Depends}\t${Provides}\n"
    for line in output("dpkg-query", "-W", "-f", fields).splitlines():
        name, is_essential, priority, *relations, provides = line.split("\t")
        depends.setdefault(name, []).extend(
            [RELATION.match(choice.strip()).group() for choice in group.split("|")]
            for relation in relations for group in relation.split(",") if group.strip())
        for virtual in filter(None, (p.strip() for p in provides.split(","))):
            provided.setdefault(RELATION.match(virtual).group(), []).append(name)
        if is_essential == "yes" or priority == "required":
            essential.add(name)
    return depends, provided, essential


def closure(names):
    """Installed packages that come with these, recommended ones left out."""
    depends, provided, essential = installed()
    found, open_names = set(), [*names, *essential]
    while open_names:
        name = open_names.pop()
        if name in found:
            continue
        if name in depends:
            found.add(name)
            for choices in depends[name]:
                real = [c for c in choices if c in depends]
                # A virtual package: apt may take any of those that provide it, so all of them count.
                open_names += real[:1] or [p for c in choices for p in provided.get(c, [])]
    return found


def files_read():
    """System files read while configuring, compiling and linking."""
    files = set(re.findall(r"^ {4}(/usr/\S+)$", output("ninja", "-C", str(BUILD), "-t", "deps"), re.MULTILINE))
    commands = (BUILD / "build.ninja").read_text()
    configured = re.search(r"^build build\.ninja: RERUN_CMAKE (.*)$", commands, re.MULTILINE).group(1)
    files.update(f for f in configured.split() if f.startswith("/usr/"))
    files.update(re.findall(r"/usr/[^\s;:$]*\.(?:so|a)\b", commands))
    cache = (BUILD / "CMakeCache.txt").read_text()
    files.update(re.findall(r"^XVFB_RUN:FILEPATH=(/usr/\S+)$", cache, re.MULTILINE))
    return {str(Path(f).resolve()) for f in files if Path(f).exists()}


def owners(files):
    """{package: one of its files}; files that no package owns are left out."""
    # Debian lists some files below /lib, which is a link to /usr/lib.
    names = [*files, *(f.removeprefix("/usr") for f in files if f.startswith("/usr/lib"))]
    found = {}
    for start in range(0, len(names), 500):
        for line in output("dpkg-query", "-S", *names[start:start + 500]).splitlines():
            packages, _, file = line.rpartition(": ")
            for package in packages.split(", "):
                found.setdefault(package.split(":")[0], file)
    return found


class Packages(unittest.TestCase):
    def test_closure_follows_dependencies_only(self):
        self.assertIn("libc6-dev", closure(["g++"]))
        self.assertNotIn("libqt6opengl6-dev", closure(["qt6-base-dev"]), "only recommended by it")

    def test_files_are_read(self):
        files = owners(files_read())
        for package in ("qt6-base-dev", "libeigen3-dev", "libgtest-dev"):
            self.assertIn(package, files)

    def test_every_file_comes_with_the_list_of_dev(self):
        known = closure(listed_packages())
        missing = {p: f for p, f in owners(files_read()).items() if p not in known}
        self.assertFalse(missing, "dev does not install these, whose files the build reads: "
                         + ", ".join(f"{p} ({f})" for p, f in sorted(missing.items())))


if __name__ == "__main__":
    if not shutil.which("dpkg-query"):
        print("no Debian packages here: skipped")
        sys.exit(77)
    BUILD = Path(sys.argv.pop(1)).resolve()
    unittest.main()
