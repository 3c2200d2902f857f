#!/usr/bin/env python3
"""Writes docs/gallery.md, every example by its picture, from the first comment of each scene.

Usage: gallery.py            write the page
       gallery.py --check    exit status 1 if it is not up to date
"""
import html
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "gallery.md"
GROUPS = {
    "Topology": "Organs, cutting, tearing",
    "Python": "Python: robots, sweeps, learning",
    "SolidMechanics": "Cloth, rubber, shells",
    "Fluid": "Fluids",
    "Collision": "Contact",
    "Beam": "Catheters and wires",
    "Interaction": "To play with",
    "Demos": "First scenes",
    "ODESolver": "Time integration",
    "LinearSolver": "Linear solvers",
    "Visual": "Shaders",
    "CUDA": "On a GPU",
    "Verification": "Verification",
}
HEAD = """# Gallery
Every example of this repository. *Help > Open example* in the viewer shows the same pictures; `runSofa examples/GROUP/SCENE` opens one from a
terminal. The pictures show each scene after a few steps.

"""


def first_comment(scene):
    """What a scene says of itself, without the command that runs it."""
    text = scene.read_text(encoding="utf8")
    if scene.suffix == ".py":
        comment = re.search(r'"""(.*?)"""', text, re.DOTALL)
    else:
        comment = re.search(r"<!--(.*?)-->", text, re.DOTALL)
    lines = [line.strip() for line in comment[1].strip().splitlines()] if comment else []
    lines = [line for line in lines if not re.match(r"(\S*runSofa|python3) ", line)]
    words = " ".join(lines)
    sentence = re.match(r".{40,}?[.:;](?=\s|$)", words)
    return (sentence[0] if sentence else words).rstrip(":;")


def scenes(group):
    folder = ROOT / "examples" / group
    return sorted(path for path in folder.iterdir() if path.suffix in (".scn", ".py"))


def page():
    text = HEAD
    for group, title in GROUPS.items():
        text += f"## {title}\n| | |\n| --- | --- |\n"
        for scene in scenes(group):
            name = scene.relative_to(ROOT).as_posix()
            picture = f"share/thumbnails/{group}/{scene.stem}.png"
            shown = f"![{scene.stem}](../{picture})" if (ROOT / picture).is_file() else ""
            about = html.escape(first_comment(scene), quote=False).replace("|", "\\|").replace("*", "\\*")
            text += f"| {shown} | [{scene.name}](../{name})<br>{about} |\n"
        text += "\n"
    return text.rstrip() + "\n"


def main():
    missing = {folder.name for folder in (ROOT / "examples").iterdir() if folder.is_dir()} - set(GROUPS) - {"plugin", "program"}
    if missing:
        sys.exit(f"no title for {', '.join(sorted(missing))}: add it to GROUPS in {Path(__file__).name}")
    if "--check" in sys.argv:
        if PAGE.read_text(encoding="utf8") != page():
            sys.exit(f"{PAGE.relative_to(ROOT)} is not up to date: docs/site/gallery.py writes it anew")
    else:
        PAGE.write_text(page(), encoding="utf8")


if __name__ == "__main__":
    main()
