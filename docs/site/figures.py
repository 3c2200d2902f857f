#!/usr/bin/env python3
"""Draws the pictures of docs/images from the examples, with runSofa and without a display.

Usage: figures.py RUNSOFA [NAME...]     all of them, or those named: organ.gif, beam.png... Needs python3-pil.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "images"
# Pictures that are not drawn here, and why.
BY_HAND = {
    "viewer.png": "the window of the viewer, while the mouse pulls a beam",
    "cut_with_mouse.gif": "the mouse cuts an organ in the viewer",
    "liver.png": "SOFA's liver, whose mesh is not part of this repository",
    "stress.png": "a beam with the colours that are chosen in the viewer",
}


def frames(runsofa, scene, steps, every, size, folder):
    """Paths of the pictures of a run, one after each so many steps."""
    subprocess.run([os.path.abspath(runsofa), "-g", "offscreen", "-n", str(steps), "--screenshot-every", str(every), "--hideProgressBar",
                    "--width", str(size[0]), "--height", str(size[1]), "--out", folder, str(ROOT / "examples" / scene)], check=True, cwd=folder,
                   env=os.environ | {"LIBGL_ALWAYS_SOFTWARE": "1"}, stdout=subprocess.DEVNULL)
    return sorted(Path(folder).glob("*.png"))


def still(scene, steps):
    """Draws a scene after so many steps."""
    def draw(runsofa, out):
        from PIL import Image
        with tempfile.TemporaryDirectory() as folder:
            path = frames(runsofa, scene, steps, steps, (1280, 800), folder)[-1]
            Image.open(path).convert("RGB").quantize(256).save(out, optimize=True)
    return draw


def film(scene, steps, every, size=(340, 220), colours=32):
    """Draws a scene while it moves."""
    def draw(runsofa, out):
        from PIL import Image
        with tempfile.TemporaryDirectory() as folder:
            large = [Image.open(path).convert("RGB") for path in frames(runsofa, scene, steps, every, (2 * size[0], 2 * size[1]), folder)]
        small = [picture.resize(size, Image.LANCZOS) for picture in large]
        palette = small[len(small) // 2].quantize(colours, dither=Image.Dither.NONE)
        small = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in small]
        small[0].save(out, save_all=True, append_images=small[1:], duration=[60] * (len(small) - 1) + [1500], loop=0, optimize=True)
    return draw


FIGURES = {
    "organ.gif": film("Topology/cut_organ.scn", 69, 3),
    "beam.png": still("Demos/hanging_beam.scn", 40),
    "pendulum.png": still("Demos/pendulum.scn", 20),
}


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for name in sys.argv[2:] or FIGURES:
        if name not in FIGURES:
            sys.exit(f"{name}: " + BY_HAND.get(name, f"there are {', '.join(FIGURES)}"))
        FIGURES[name](sys.argv[1], IMAGES / name)
        print(f"docs/images/{name}: {(IMAGES / name).stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
