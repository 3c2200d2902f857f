#!/usr/bin/env python3
"""Writes docs/images/organ.gif, the film on the front page: a blade cuts an organ, drawn by runSofa without a display.

Usage: film.py RUNSOFA [OUT]
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
STEPS, EVERY, WIDTH, HEIGHT, COLOURS = 69, 3, 340, 220, 32


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs" / "images" / "organ.gif"
    scene = ROOT / "examples" / "Topology" / "cut_organ.scn"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.path.abspath(sys.argv[1]), "-g", "offscreen", "-n", str(STEPS), "--screenshot-every", str(EVERY), "--hideProgressBar",
                        "--width", str(2 * WIDTH), "--height", str(2 * HEIGHT), "--out", folder, str(scene)], check=True, cwd=folder,
                       env=os.environ | {"LIBGL_ALWAYS_SOFTWARE": "1"}, stdout=subprocess.DEVNULL)
        frames = [Image.open(path).convert("RGB").resize((WIDTH, HEIGHT), Image.LANCZOS) for path in sorted(Path(folder).glob("*.png"))]
    palette = frames[len(frames) // 2].quantize(COLOURS, dither=Image.Dither.NONE)
    frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    frames[0].save(out, save_all=True, append_images=frames[1:], duration=[60] * (len(frames) - 1) + [1500], loop=0, optimize=True)
    print(f"{out}: {len(frames)} frames, {out.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
