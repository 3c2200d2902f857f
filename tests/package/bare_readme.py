#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of README.md, one after the other as they are printed, on the sources in a bare Debian 12.

Needs root, debootstrap and a Debian mirror, and takes as long as a first build, so it is no part of ./dev test.
Usage: bare_readme.py [--root FOLDER] [--only WORD]    (FOLDER: a bare root that is there already; it is copied.
                                                        WORD: only commands that contain it)
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from bare_root import MIRROR, timed

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "docs"))
from pages import fenced  # noqa: E402


def commands():
    lines = [line for block in fenced(ROOT / "README.md") if block.language == "sh" for line in block.text.splitlines()]
    return [command for command in (re.sub(r"\s+#.*", "", line).strip() for line in lines) if command]


def first_install_then_the_rest(found):
    """The page shows numbers and scenes around the one command that builds."""
    builds = [command for command in found if command.startswith("./dev")]
    return builds + [command for command in found if command not in builds]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        if arguments.root:
            timed("copy of the bare root", "cp", "-a", arguments.root, root)
        else:
            timed("debootstrap", "debootstrap", "--variant=minbase", "bookworm", root, MIRROR)
        (root / "checkout").mkdir()
        sources = subprocess.run(["git", "-C", str(ROOT), "archive", "HEAD"], stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "-x", "-C", str(root / "checkout")], input=sources, check=True)
        (root / "etc/resolv.conf").write_bytes(Path("/etc/resolv.conf").read_bytes())
        mounted = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'  # goes with the process
        for command in first_install_then_the_rest(commands()):
            if arguments.only in command:
                timed(command, "unshare", "--mount", "sh", "-c", mounted, root, "/usr/bin/env", "-u", "DISPLAY", "DEBIAN_FRONTEND=noninteractive",
                      "bash", "-c", "cd /checkout && " + command)


if __name__ == "__main__":
    main()
