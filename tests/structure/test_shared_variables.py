#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that a variable which several libraries hold is one variable when they run together.

Usage: test_shared_variables.py LIST LIBRARY... [unittest options]

Variables of templates and inline ones are in every library that uses them, and each library has to look up at its start
which of them counts. Libraries bound to themselves do so for what cmake/interposable.list.in names by its form; LIST is
the file made from it. Constants may be there several times.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CXX = os.environ.get("CXX", "c++")
INLINE, CONSTANT_TABLES = "uV", "_ZT"  # nm's letters; tables of virtual functions and descriptions of types


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


# Those that GCC marks as unique are one in any case; others leave that to who looks them up.
WEAK = ["-fno-gnu-unique"] if "clang" not in output(CXX, "--version") else []


def writable_sections(library):
    """Numbers of the sections whose contents a program may change."""
    rows = re.findall(r"^\s*\[\s*(\d+)\]\s+\S+\s+\S+\s+(?:[0-9a-f]+\s+){4}([A-Za-z]*)\s+\d+\s+\d+\s+\d+$", output("readelf", "-SW", library), re.M)
    return {number for number, flags in rows if "W" in flags}


def shared_variables(library):
    """Names of variables that another library may hold too."""
    rows = (line.split() for line in output("nm", "-D", "--defined-only", library).splitlines())
    inline = {row[2].split("@")[0] for row in rows if len(row) == 3 and row[1] in INLINE and not row[2].startswith(CONSTANT_TABLES)}
    writable = writable_sections(library)
    places = re.findall(r"\s(\d+)\s(\S+)$", output("readelf", "-W", "--dyn-syms", library), re.M)
    return inline & {name.split("@")[0] for section, name in places if section in writable}


def looked_up(library):
    """What it asks the loader for, by name."""
    return {row[4].split("@")[0] for row in map(str.split, output("readelf", "-rW", library).splitlines()) if len(row) > 4}


def kept_apart(libraries):
    """(library, variable) for each that it takes its own of though another library holds it too."""
    variables = {library: shared_variables(library) for library in libraries}
    found = []
    for library, own in variables.items():
        others = set().union(*(names for other, names in variables.items() if other != library))
        found += [(library, name) for name in sorted(own & others - looked_up(library))]
    return found


class SharedVariables(unittest.TestCase):
    def test_of_the_built_libraries_are_one(self):
        self.assertGreater(len(LIBRARIES), 1)
        self.assertEqual(kept_apart(LIBRARIES), [])

    def test_are_found_where_libraries_hold_the_same(self):
        names = [shared_variables(library) for library in LIBRARIES]
        self.assertTrue(any(a & b for i, a in enumerate(names) for b in names[:i]), "else the other test means nothing")

    def test_that_the_list_misses_are_told(self):
        source = ("namespace space { inline int counter = 1; inline int counter2 = 1; inline const int table3 = 1; template <class T> int of = 1; }\n"
                  "struct Vec3 {};\n"
                  "int ** use() { static int* all[] = {&space::counter, &space::counter2, &space::of<int>, &space::of<Vec3>}; return all; }\n")
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "source.cpp").write_text(source, encoding="utf8")
            libraries = [str(Path(folder) / name) for name in ("bound.so", "other.so")]
            for library, options in zip(libraries, (["-Wl,--dynamic-list=" + LIST], [])):
                output(CXX, "-std=c++20", "-O2", "-fPIC", "-shared", *WEAK, str(Path(folder) / "source.cpp"), "-o", library, *options)
            self.assertEqual({(Path(library).name, name) for library, name in kept_apart(libraries)},
                             {("bound.so", "_ZN5space8counter2E"), ("bound.so", "_ZN5space2ofI4Vec3EE")})


if __name__ == "__main__":
    LIST = os.path.abspath(sys.argv.pop(1))
    LIBRARIES = []
    while len(sys.argv) > 1 and not sys.argv[1].startswith("-") and os.path.exists(sys.argv[1]):
        LIBRARIES.append(os.path.abspath(sys.argv.pop(1)))
    unittest.main()
