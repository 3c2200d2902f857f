#!/usr/bin/env python3
"""Scenes scaled in mass, length and time by powers of two give the same bits, scaled: no threshold knows a unit.

Usage: test_scaling.py RUNSOFA [--all] [--filter TEXT] [--jobs N]    --all: every scene, else a sample

The scenes are those of tests/conformance (run.py says where they are looked for), which isolate one behaviour each.
Those with Data whose dimension is not known (dimensions.py) are skipped and counted. may_differ.txt lists the scenes
that may differ, and why. Exit status 77 where the scenes are not at hand.
"""
import argparse
import concurrent.futures
import json
import math
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "conformance"))
from dimensions import BY_NAME, CG_PRODUCT, COMPONENTS, LENGTH, NEEDS_YOUNG, POSITION, SPEED, STRESS, ByElement, BySolver
from run import data_folder

# Powers of two of mass, length and time. Multiples of four: roots of roots of what they scale are scaled exactly too.
SCALES = (8, -12, 4)
SAMPLED = 12  # one scene in so many
STEPS = 10
ABOUT_TEXT = {"kernel"}  # folders of scenes about how values are written and linked


class Unknown(Exception):
    """A scene that cannot be scaled."""


def kind_of(template, default):
    """Which of the kinds of points in dimensions.py a template names."""
    first = template.split(",")[0].rstrip("df")
    return {"Rigid3": "Rigid3", "Rigid": "Rigid3", "Rigid2": "Rigid2", "Vec6": "Vec6", "Vec1": "Vec1"}.get(
        first, "Vec" if first.startswith("Vec") else default)


class Scaling:
    def __init__(self, root):
        self.root = root
        self.length_known = True
        self.solver = next((e.tag for e in root.iter() if e.tag in CG_PRODUCT), None)

    def factor(self, dimension):
        mass, length, time = dimension
        if length is None:
            self.length_known, length = False, 0
        return mass * SCALES[0] + length * SCALES[1] + time * SCALES[2]

    def value(self, text, dimension, kind):
        if isinstance(dimension, BySolver):
            if self.solver not in dimension or not kind.startswith("Vec"):
                raise Unknown("a threshold of a solver of mixed units")
            dimension = dimension[self.solver]
        if isinstance(dimension, dict):
            if kind == "Vec6":
                raise Unknown("points of six numbers")
            dimension = dimension["Vec" if kind == "Vec1" else kind]
        if text.startswith("@"):
            if dimension == LENGTH and kind == "Vec1":
                raise Unknown("places linked to numbers")
            return text
        by_turns = dimension if isinstance(dimension, list) else [dimension]
        powers = [self.factor(d) for d in by_turns]
        if not any(powers):
            return text
        words = text.replace(",", " ").split()
        if len(words) % len(powers) != 0:
            raise Unknown("a value of which a part is the default")
        try:
            return " ".join(self.word(word, powers[i % len(powers)]) for i, word in enumerate(words))
        except ValueError as problem:
            raise Unknown("a value that is no list of numbers") from problem

    @staticmethod
    def word(word, power):
        return word if power == 0 else repr(math.ldexp(float(word), power))

    def element(self, element, kind):
        tag = element.tag
        own = COMPONENTS.get(tag)
        if own is None:
            raise Unknown(tag)
        here = kind_of(element.get("template", ""), kind)
        if element.get("firstOrder", "0").lower() in ("1", "true"):
            raise Unknown("firstOrder, with which masses are no masses")
        for name, (dimension, default) in own.items():
            if default is not None and name not in element.attrib:
                element.set(name, default)
        if tag in NEEDS_YOUNG and "youngModulus" not in element.attrib:
            raise Unknown(f"the default of {tag}.youngModulus")
        for name, text in list(element.attrib.items()):
            dimension = own[name][0] if name in own else BY_NAME.get(name)
            if isinstance(dimension, ByElement):
                dimension = dimension.get(element.get("template", "").split(",")[-1], STRESS)
            if dimension is None:
                raise Unknown(f"{tag}.{name}")
            element.set(name, self.value(text, dimension, here))

    def node(self, node, kind):
        states = [e for e in node if e.tag == "MechanicalObject"]
        if states:
            kind = kind_of(states[0].get("template", "Vec3"), "Vec")
        self.element(node, kind)
        for child in node:
            if child.tag == "Node":
                self.node(child, kind)
            else:
                self.element(child, kind)

    def scale(self):
        for name, value in (("dt", "0.01"), ("gravity", "0 -9.81 0")):
            self.root.attrib.setdefault(name, value)
        self.node(self.root, "Vec")


def scaled(path):
    """The scene scaled, and whether the dimensions of all that it says are known."""
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as problem:
        raise Unknown("text that is no XML") from problem
    scaling = Scaling(root)
    scaling.scale()
    return ElementTree.tostring(root, encoding="unicode"), scaling.length_known


def states(runsofa, scene, folder, out):
    subprocess.run([runsofa, "-g", "batch", "-n", str(STEPS), "--state-at", str(STEPS), "--state-out", str(out), str(scene)],
                            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, timeout=120, check=False)
    frames = json.loads(out.read_text())["frames"] if out.exists() else []
    if not frames:
        raise Unknown("a scene that does not run")
    return {s["path"]: s for s in frames[-1]["states"]}


def first_difference(before, after):
    for path, state in before.items():
        kind = kind_of(state["template"], "Vec")
        for name, dimension in (("position", POSITION), ("velocity", SPEED)):
            exponents = dimension["Vec" if kind.startswith("Vec") else kind]
            by_turns = exponents if isinstance(exponents, list) else [exponents]
            if len(state[name]) != len(after[path][name]):
                return f"{path}.{name} has another size"
            for i, (a, b) in enumerate(zip(state[name], after[path][name])):
                power = sum(e * p for e, p in zip(by_turns[i % len(by_turns)], SCALES))
                if a is not None and math.ldexp(a, power) != b:
                    return f"{path}.{name}[{i}]: {a!r} becomes {math.ldexp(b, -power)!r}"
    return None


def compare(runsofa, path):
    """(outcome, text): same, differs or skipped."""
    try:
        text, known = scaled(path)
        if not known:
            return "skipped", "a density, whose dimension depends on the mesh"
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "scaled.scn").write_text(text, encoding="utf8")
            before = states(runsofa, path, folder, folder / "before.json")
            after = states(runsofa, folder / "scaled.scn", folder, folder / "after.json")
        difference = first_difference(before, after)
        return ("differs", difference) if difference else ("same", "")
    except Unknown as reason:
        return "skipped", str(reason)


def read_exceptions():
    lines = (HERE / "may_differ.txt").read_text(encoding="utf8").splitlines()
    return {line.split(":")[0].strip() for line in lines if line.strip() and not line.startswith("#")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runsofa")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    micro = data_folder() / "micro"
    scenes = sorted(path for path in micro.rglob("*.scn") if options.filter in str(path) and path.parent.name not in ABOUT_TEXT)
    if not options.all and not options.filter:
        scenes = scenes[::SAMPLED]
    allowed = read_exceptions()
    runsofa = str(Path(options.runsofa).resolve())
    outcomes, unknown, failed = Counter(), Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, (outcome, text) in zip(scenes, pool.map(lambda p: compare(runsofa, p), scenes)):
            name = str(path.relative_to(micro))
            outcomes[outcome] += 1
            if outcome == "skipped":
                unknown[text] += 1
            elif outcome == "differs" and name not in allowed:
                failed += 1
                print(f"{name}: {text}")
    print(f"{outcomes['same']} scenes give the same bits, {outcomes['differs']} differ ({failed} of them unexpectedly), "
          f"{outcomes['skipped']} skipped, most often for", ", ".join(f"{k} ({n})" for k, n in unknown.most_common(8)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
