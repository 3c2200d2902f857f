#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Renders the pictures by which the viewer offers the example scenes: share/thumbnails/CATEGORY/SCENE.png, 240 x 180.

Usage: render_thumbnails.py PATH_OF_RUNSOFA [SCENE...]     all examples, or those given
"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STEPS = 25  # so that bodies show what they do


def render(runsofa, scene):
    target = ROOT / "share" / "thumbnails" / scene.parent.name / (scene.stem + ".png")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([runsofa, "-g", "offscreen", "-n", str(STEPS), "--screenshot-every", str(STEPS), "--out", folder,
                        "--width", "240", "--height", "180", str(scene)], check=True, cwd=folder,
                       stdout=subprocess.DEVNULL)
        shutil.copyfile(Path(folder) / f"{scene.stem}_{STEPS:06}.png", target)
    print(target.relative_to(ROOT), target.stat().st_size)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    scenes = [Path(s).resolve() for s in sys.argv[2:]] or sorted(
        path for path in (ROOT / "examples").glob("*/*") if path.suffix in (".scn", ".py"))
    for one in scenes:
        if one.parent.name != "plugin":
            render(str(Path(sys.argv[1]).resolve()), one)
