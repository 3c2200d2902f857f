#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens scenes with `runSofa -g offscreen` and takes a picture of each: no crash, no error of OpenGL, a whole picture.

Usage: test_all_scenes.py PATH_OF_RUNSOFA                every example
       test_all_scenes.py PATH_OF_RUNSOFA --conformance  and every scene of the reference data, where it is at hand
       ... [--filter TEXT] [--keep FOLDER] [--jobs N]    some of them; pictures kept to look at; that many at a time
The reference data is a folder with a manifest.json: the environment variable SOFA_CONFORMANCE names it, else
../shared/conformance beside the repository is taken.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SCENE_ERRORS = (0, 1, 3)  # good, errors in the scene (components that are not there), diverged


def examples():
    folder = REPOSITORY / "examples"
    return [(scene, []) for scene in sorted(folder.rglob("*.scn")) if "plugin" not in scene.relative_to(folder).parts]


def conformance():
    named = os.environ.get("SOFA_CONFORMANCE")
    folder = Path(named) if named else REPOSITORY.parent / "shared" / "conformance"
    if not (folder / "manifest.json").is_file():
        print(f"no reference data in {folder}")
        return []
    entries = json.loads((folder / "manifest.json").read_text(encoding="utf8"))["scenes"]
    options = ["--data-path", str(folder / "data" / "share")]
    found = []
    for name in sorted({entry["scene"] for entry in entries}):
        candidates = (folder / name, folder / "data" / name)
        found += [(path, options) for path in candidates if path.is_file()][:1]
    return found


def draw(runsofa, scene, options, folder):
    """Nothing, or what is wrong."""
    command = [runsofa, "-g", "offscreen", "-n", "2", "--hideProgressBar", "--width", "200", "--height", "150", "--out",
               str(folder), *options, str(scene)]
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
    with tempfile.TemporaryDirectory() as working:
        try:
            done = subprocess.run(command, cwd=working, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                                  check=False, env=environment)
        except subprocess.TimeoutExpired:
            return "no end after 300 s"
    output = done.stdout.decode("utf8", "replace")
    if done.returncode not in SCENE_ERRORS:
        return f"exit status {done.returncode}: {output[-500:]}"
    errors = re.findall(r".*(?:OpenGL reports|shader of).*", output)
    if errors:
        return errors[0]
    pictures = re.findall(r"^Picture: (.*)$", output, re.MULTILINE)
    if not pictures:
        # Scenes that cannot be loaded at all have no picture, and say why.
        return None if done.returncode == 1 and "ERROR" in output else f"no picture: {output[-500:]}"
    data = Path(pictures[0]).read_bytes()
    return None if data.endswith(b"IEND\xaeB`\x82") else f"{pictures[0]} is not whole"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runsofa")
    parser.add_argument("--conformance", action="store_true")
    parser.add_argument("--filter", default="")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    scenes = [entry for entry in examples() + (conformance() if options.conformance else [])
              if options.filter in str(entry[0])]
    runsofa, failures = os.path.abspath(options.runsofa), 0
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def one(number, entry):
            folder = options.keep / f"{number:04}" if options.keep else Path(temporary) / str(number)
            return entry[0], draw(runsofa, *entry, folder)
        for scene, problem in pool.map(one, range(len(scenes)), scenes):
            if problem:
                failures += 1
                print(f"{scene}: {problem}", flush=True)
    print(f"{len(scenes)} scenes drawn, {failures} with problems")
    return 1 if failures or not scenes else 0


if __name__ == "__main__":
    sys.exit(main())
