# SPDX-License-Identifier: Apache-2.0
"""Where the Python modules of plugins are."""
import glob
import os
import sys


def _folders(place):
    """Of modules, as a plugin may have them in its folder or beside its library."""
    version = "python%d.%d" % sys.version_info[:2]
    for above in (place, os.path.join(place, "*")):
        for below in ("lib", ""):
            for name in ("python3", version):
                yield os.path.join(above, below, name, "site-packages")


def _listed(prefix):
    """Folders that the files in etc/sofa/python.d name, one a line."""
    for file in sorted(glob.glob(os.path.join(glob.escape(prefix), "etc", "sofa", "python.d", "*"))):
        with open(file, encoding="utf8") as lines:
            for line in map(str.strip, lines):
                if line and line[0] != "#":
                    yield os.path.join(prefix, line)


def _append(folder):
    if os.path.isdir(folder) and os.path.realpath(folder) not in map(os.path.realpath, sys.path):
        sys.path.append(folder)


def add_modules_of(places):
    """Has modules be found that plugins in these folders bring."""
    for place in places:
        for pattern in _folders(place):
            for folder in sorted(glob.glob(pattern)):
                _append(folder)


def add_all(prefix):
    """What an installation lists, what the environment names, and what plugins there and in SOFA_PLUGIN_PATH bring."""
    for folder in [*_listed(prefix), *os.environ.get("SOFAPYTHON3_PLUGINS_PATH", "").split(":")]:
        if folder:
            _append(folder)
    add_modules_of([os.path.join(prefix, "plugins"), *filter(None, os.environ.get("SOFA_PLUGIN_PATH", "").split(":"))])
