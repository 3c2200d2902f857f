#!/usr/bin/env python3
"""Builds the site: HTML with search from README.md and docs/, the gallery with large pictures, reference pages of C++, Python and all
components. `./dev docs` installs what it needs, builds the program, and calls this.

Usage: build.py RUNSOFA OUT [--modules FOLDER] [--no-pictures] [--no-components] [--no-cpp]
    RUNSOFA          the program; it draws the pictures and describes the components
    OUT              folder for the pages; OUT/index.html is the first
    --modules        folder that holds the package Sofa of Python; without it there is no reference of Python
    --no-pictures    keep the small pictures of the gallery
    --no-components  leave out the reference of all components
    --no-cpp         leave out the reference of C++
Sphinx, MyST, furo, Breathe and Doxygen are those of Debian. Pages need no network when they are read.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from contents import GENERATED, PARTS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
STEPS = 40
WIDTH, HEIGHT = 640, 480
# Headers that plugins and programs include, by the heading they get.
HEADERS = {
    "Components and their Data": ["Sofa/Core/ObjectModel"],
    "What each kind of component promises": ["Sofa/Core/Contract"],
    "Registration and plugins": ["Sofa/Core/Service"],
    "Nodes, stepping, scenes": ["Sofa/Simulation", "Sofa/Simulation/Mechanics"],
    "Elements": ["Sofa/FiniteElement"],
    "Values": ["Sofa/Type"],
    "Checks for tests": ["Sofa/Testing"],
}
MODULES = ["Sofa", "Sofa.Core", "Sofa.Simulation", "Sofa.Helper", "Sofa.Types", "Sofa.Energy", "Sofa.Study", "Sofa.Learning", "Sofa.Adjoint",
           "Sofa.Picture", "Sofa.Gui", "SofaRuntime"]


def toctree(caption, names):
    return f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(names) + "\n```\n"


def lay_out(pages):
    """The pages in the same folders as in the repository, so that their links hold; the README is the first page."""
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(ROOT / "docs", pages / "docs", ignore=shutil.ignore_patterns("site", "__pycache__"))
    for name in ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "NOTICE", "CITATION.cff"):
        shutil.copy(ROOT / name, pages / name)
    shutil.copytree(ROOT / "examples", pages / "examples")
    shutil.copytree(ROOT / "share" / "thumbnails", pages / "share" / "thumbnails")
    shutil.copy(ROOT / "README.md", pages / "index.md")
    for page in pages.rglob("*.md"):
        text = page.read_text(encoding="utf8")
        page.write_text(without_links_to_folders(text, page, pages), encoding="utf8")


def write_index(pages):
    """Adds the contents to the first page, once it is known which pages there are."""
    made = {part: [name for name in names if any((pages / f"{name}{ending}").exists() for ending in (".md", ".rst"))]
            for part, names in GENERATED.items()}
    with open(pages / "index.md", "a", encoding="utf8") as index:
        index.writelines(toctree(part, names) for part, names in {**PARTS, **made}.items() if names)


def without_links_to_folders(text, page, pages):
    """Links to what is not part of the site, such as folders of sources, become the names alone."""
    def keep(match):
        target = match[2].partition("#")[0]
        if "://" in target or target.startswith("mailto:") or not target:
            return match[0]
        there = (page.parent / target).resolve()
        if there == (pages / "README.md").resolve():
            return f"[{match[1]}]({os.path.relpath(pages / 'index.md', page.parent)})"
        return match[0] if there.is_file() else match[1]
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", keep, part) for part in parts)


def draw(runsofa, scene, target):
    """One picture; False where there is none, and the small one stays."""
    folder = target.parent / f".{target.stem}"
    folder.mkdir(parents=True, exist_ok=True)
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")} | {"LIBGL_ALWAYS_SOFTWARE": "1"}
    subprocess.run([runsofa, "-g", "offscreen", "-n", str(STEPS), "--hideProgressBar", "--width", str(WIDTH), "--height", str(HEIGHT), "--out",
                    str(folder), str(scene)], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   timeout=300, check=False)
    pictures = sorted(folder.glob("*.png"))
    if pictures:
        shutil.move(pictures[-1], target)
    shutil.rmtree(folder)
    return bool(pictures)


def draw_gallery(runsofa, pages):
    """Renders the scenes of the gallery anew, larger than the viewer shows them."""
    jobs = []
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for small in sorted((pages / "share" / "thumbnails").rglob("*.png")):
            for ending in (".scn", ".py"):
                scene = ROOT / "examples" / small.parent.name / (small.stem + ending)
                if scene.is_file():
                    jobs.append((scene, pool.submit(draw, runsofa, scene, small)))
    failed = [scene.name for scene, job in jobs if not job.result()]
    print(f"site: {len(jobs) - len(failed)} pictures drawn" + (f", none of {', '.join(failed)}" if failed else ""))


def describe_components(runsofa, pages):
    """A page with what `runSofa --describe` says of every component."""
    listed = subprocess.run([runsofa, "--list-components"], stdout=subprocess.PIPE, text=True, check=True).stdout
    names = sorted({line.split()[0] for line in listed.splitlines() if re.match(r"\w+", line)})
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        texts = pool.map(lambda name: subprocess.run([runsofa, "-c", "no", "--describe", name], stdout=subprocess.PIPE, text=True, check=False).stdout, names)
        by_letter = {}
        for name, text in zip(names, texts):
            by_letter.setdefault(name[0], []).append((name, text))
    folder = pages / "reference" / "components"
    folder.mkdir(parents=True)
    for letter, entries in by_letter.items():
        body = "".join(f"## {name}\n```text\n{text.rstrip()}\n```\n\n" for name, text in entries)
        (folder / f"{letter}.md").write_text(f"# Components: {letter}\n{body}", encoding="utf8")
    links = "\n".join(f"- {letter}: " + ", ".join(f"[{name}](components/{letter}.md#{name.lower()})" for name, _ in by_letter[letter])
                      for letter in sorted(by_letter))
    (pages / "reference" / "components.md").write_text(
        "# All components\nWhat `runSofa --describe NAME` prints: Data with types, defaults and meaning, links, templates and an example.\n\n"
        + links + "\n" + toctree("Components", [f"components/{letter}" for letter in sorted(by_letter)]), encoding="utf8")
    print(f"site: {len(names)} components described")


def reference_of_python(pages, modules):
    sys.path.insert(0, str(modules))
    text = "Python modules\n==============\n\nThe manual has `Python in ten minutes <../docs/manual/python.html>`_.\n"
    for name in MODULES:
        text += f"\n{name}\n{'-' * len(name)}\n.. automodule:: {name}\n"
    (pages / "reference").mkdir(exist_ok=True)
    (pages / "reference" / "python.rst").write_text(text, encoding="utf8")


def headers(folders):
    return sorted(path for folder in folders for path in (ROOT / folder).glob("*.h"))


def classes_by_header(xml):
    """Kind and full name of the documented classes that each header declares, without those inside of others."""
    found = {}
    for path in sorted([*xml.glob("class*.xml"), *xml.glob("struct*.xml")]):
        compound = ElementTree.parse(path).getroot().find("compounddef")
        name, location = compound.findtext("compoundname"), compound.find("location")
        outer = name.rpartition("::")[0]
        nested = any((xml / f"{kind}{outer.replace('_', '__').replace('::', '_1_1')}.xml").is_file() for kind in ("class", "struct"))
        documented = any("".join(compound.find(part).itertext()).strip() for part in ("briefdescription", "detaileddescription"))
        if location is not None and "<" not in name and "@" not in name and not nested and documented:
            found.setdefault(location.get("file"), []).append((compound.get("kind"), name))
    return found


def reference_of_cpp(pages, work):
    """Doxygen reads the public headers, Breathe shows what it found."""
    xml = work / "doxygen"
    shutil.rmtree(xml, ignore_errors=True)
    xml.mkdir(parents=True)
    inputs = [str(path) for folders in HEADERS.values() for path in headers(folders)]
    settings = {"PROJECT_NAME": "Sofa", "INPUT": " ".join(inputs), "OUTPUT_DIRECTORY": str(xml), "GENERATE_HTML": "NO", "GENERATE_LATEX": "NO",
                "GENERATE_XML": "YES", "XML_PROGRAMLISTING": "NO", "STRIP_FROM_PATH": str(ROOT), "QUIET": "YES", "WARNINGS": "NO",
                "EXTRACT_ALL": "YES", "JAVADOC_AUTOBRIEF": "YES", "MARKDOWN_SUPPORT": "YES", "HIDE_UNDOC_MEMBERS": "NO", "MACRO_EXPANSION": "YES",
                "EXPAND_ONLY_PREDEF": "YES", "PREDEFINED": "SOFA_HOST_DEVICE= SOFA_DEVICE_FUNCTION= SOFA_INLINE="}
    doxyfile = xml / "Doxyfile"
    doxyfile.write_text("".join(f"{name} = {value}\n" for name, value in settings.items()), encoding="utf8")
    subprocess.run(["doxygen", str(doxyfile)], check=True, stderr=subprocess.DEVNULL)
    os.environ["SOFA_DOXYGEN_XML"] = str(xml / "xml")
    folder = pages / "reference" / "cpp"
    folder.mkdir(parents=True)
    classes = classes_by_header(xml / "xml")
    names = []
    for number, (title, folders) in enumerate(HEADERS.items()):
        text = f"{title}\n{'=' * len(title)}\n"
        for path in headers(folders):
            name = path.relative_to(ROOT).as_posix()
            found = classes.get(name, [])
            if found:
                text += f"\n{path.stem}\n{'-' * len(path.stem)}\n``#include <{name}>``\n"
                text += "".join(f"\n.. doxygen{kind}:: {full}\n   :members:\n   :protected-members:\n" for kind, full in found)
        names.append(f"cpp/{number}")
        (folder / f"{number}.rst").write_text(text, encoding="utf8")
    (pages / "reference" / "cpp.md").write_text(
        "# C++ headers\nThe headers that plugins and programs include. [Components in C++](../docs/components-in-cpp.md) shows how they are used.\n"
        + toctree("C++", names), encoding="utf8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runsofa")
    parser.add_argument("out")
    parser.add_argument("--modules")
    parser.add_argument("--no-pictures", action="store_true")
    parser.add_argument("--no-components", action="store_true")
    parser.add_argument("--no-cpp", action="store_true")
    args = parser.parse_args()
    out = Path(args.out).resolve()
    work = out.parent / f"{out.name}.work"
    pages = work / "pages"
    runsofa = os.path.abspath(args.runsofa)
    shutil.rmtree(pages, ignore_errors=True)
    pages.mkdir(parents=True)
    lay_out(pages)
    if not args.no_components:
        describe_components(runsofa, pages)
    if args.modules:
        reference_of_python(pages, args.modules)
    if not args.no_cpp:
        reference_of_cpp(pages, work)
    if not args.no_pictures:
        draw_gallery(runsofa, pages)
    write_index(pages)
    log = work / "sphinx.log"
    environment = os.environ | ({"PYTHONPATH": args.modules} if args.modules else {})
    done = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-b", "html", "-c", str(HERE), "-d", str(work / "doctrees"), "-w", str(log),
                           "-j", "auto", str(pages), str(out)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    warnings = log.read_text(encoding="utf8").splitlines() if log.is_file() else []
    for line in warnings[:20]:
        print("site:", line.replace(str(pages) + "/", ""))
    print(f"site: {len(warnings)} warnings (all in {log}), {sum(1 for _ in out.rglob('*.html'))} pages in {out}/index.html")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
