#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the Debian packages of `./dev package` in a bare Debian 12 and uses them as a new user would.

Needs root, debootstrap and a Debian mirror, so it is no part of ./dev test.
Usage: bare_root.py PACKAGES [--root FOLDER]    (FOLDER: a bare root that is there already; it is copied)
"""
import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MIRROR = "http://deb.debian.org/debian"
EXAMPLES = "/usr/share/sofa/examples"
PLUGIN = Path(__file__).resolve().parents[2] / "examples" / "plugin"


def timed(what, *command):
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print("%-60s %6.1f s" % (what, time.perf_counter() - start), flush=True)
    if done.returncode:
        sys.exit("%s\nended with %d:\n%s" % (" ".join(map(str, command)), done.returncode, done.stdout[-4000:]))
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", type=Path)
    parser.add_argument("--root", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        if arguments.root:
            timed("copy of the bare root", "cp", "-a", arguments.root, root)
        else:
            timed("debootstrap", "debootstrap", "--variant=minbase", "bookworm", root, MIRROR)
        shutil.copytree(arguments.packages, root / "packages", ignore=lambda _, names: [n for n in names if not n.endswith(".deb")])
        shutil.copytree(PLUGIN, root / "plugin")
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")

        def inside(what, command):
            mounted = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'  # goes with the process
            return timed(what, "unshare", "--mount", "sh", "-c", mounted, root, "/usr/bin/env", "DEBIAN_FRONTEND=noninteractive", "sh", "-c", command)

        inside("apt-get update", "apt-get update -q")
        inside("apt install: program", "apt-get install -q -y --no-install-recommends /packages/runsofa_*.deb")
        inside("a hanging beam, 100 steps", "runSofa -g batch -n 100 %s/Demos/hanging_beam.scn" % EXAMPLES)
        inside("a picture of it", "cd /tmp && runSofa -g offscreen -n 10 --out . %s/Demos/hanging_beam.scn" % EXAMPLES)
        inside("direct solvers", "cd /tmp && runSofa -g batch -n 2 %s/LinearSolver/direct-solvers.scn" % EXAMPLES)
        inside("apt install: viewer", "apt-get install -q -y --no-install-recommends /packages/runsofa-viewer_*.deb")
        inside("the viewer, ended after 5 s", "QT_QPA_PLATFORM=offscreen timeout 5 runSofa -g qt -a "
               "%s/Demos/hanging_beam.scn; [ $? = 124 ]" % EXAMPLES)
        inside("apt install: Python", "apt-get install -q -y --no-install-recommends /packages/python3-runsofa_*.deb")
        inside("a program in Python", "python3 %s/Python/shaken_beams.py" % EXAMPLES)
        inside("a scene in Python", "runSofa -g batch -n 2 %s/Python/shaken_beams.py" % EXAMPLES)
        inside("apt install: dev, doc", "apt-get install -q -y --no-install-recommends /packages/runsofa-d*.deb")
        inside("a plugin", "cmake -S /plugin -B /plugin/build && cmake --build /plugin/build && "
               "runSofa -g batch -n 2 -l /plugin/build/lib/libExamplePlugin.so /plugin/ExamplePlugin.scn")
        inside("apt purge", "apt-get purge -q -y 'runsofa*' python3-runsofa && ! command -v runSofa")


if __name__ == "__main__":
    main()
