#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scenes scaled in mass, length and time by powers of two give the same bits, scaled: no threshold knows a unit.

Usage: test_scaling.py RUNSOFA [--all] [--filter TEXT] [--jobs N]    --all: every scene, else a sample

The scenes are those of tests/conformance (reference_data.py says where they are looked for), which isolate one behaviour each.
Those with Data whose dimension is not known (dimensions.py) are skipped and counted; where only a length cannot be scaled,
mass and time are, or mass alone. may_differ.txt lists the scenes
that may differ, and why.
"""
import argparse
import concurrent.futures
import copy
import itertools
import json
import math
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "conformance"))
import reference_data  # noqa: E402
from dimensions import (BY_NAME, CG_PRODUCT, COMPONENTS, LENGTH, NEEDS_YOUNG, NO_LENGTHS, POSITION, SPEED, STRESS, ByElement, BySolver,
                        InFile)

# Powers of two of mass, length and time. Multiples of four: roots of roots of what they scale are scaled exactly too.
# Where a unit is part of what a file holds or a method adds up, the others are scaled.
ALL, NOT_LENGTH, MASS_ONLY = (8, -12, 4), (8, 0, 4), (8, 0, 0)
NO_PLACES = re.compile(r"(edges|triangles|quads|tetrahedra|hexahedra|normals|texcoords|ndices)$")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
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
    def __init__(self, root, scales):
        self.root = root
        self.scales = scales
        self.solver = next((e.tag for e in root.iter() if e.tag in CG_PRODUCT), None)

    def factor(self, dimension):
        if dimension[1] is None and self.scales[1] != 0:
            raise Unknown("a density, whose dimension depends on the mesh")
        power = sum((exponent or 0) * scale for exponent, scale in zip(dimension, self.scales))
        assert power == int(power), dimension
        return int(power)

    def factors(self, dimension, text, kind):
        """The powers of two of the numbers of a value, by turns."""
        if isinstance(dimension, InFile):
            if self.factor(tuple(abs(e) for e in dimension.dimension)) or any(
                    e and s for e, s in zip(dimension.dimension, self.scales)):
                raise Unknown("quantities in a file")
            return [0]
        if isinstance(dimension, BySolver):
            mixed = any(e.get("template", "").startswith(("Rigid", "Vec6", "Vec1")) for e in self.root.iter())
            if self.solver not in dimension or mixed and self.scales[1] != 0:
                raise Unknown("a threshold of a solver of mixed units")
            dimension = dimension[self.solver]
        if isinstance(dimension, dict):
            if kind == "Vec6" and self.scales[1] != 0:
                raise Unknown("points of six numbers")
            dimension = dimension["Vec" if kind in ("Vec1", "Vec6") else kind]
        if self.scales[1] != 0 and self.takes_numbers(text, dimension, kind):
            raise Unknown("places linked to numbers")
        return [self.factor(d) for d in (dimension if isinstance(dimension, list) else [dimension])]

    @staticmethod
    def takes_numbers(text, dimension, kind):
        """Whether places are linked to indices, normals or what else is no length, which a test may show by them."""
        return text.startswith("@") and dimension == LENGTH and (
            kind == "Vec1" or bool(NO_PLACES.search(text)))

    def value(self, text, dimension, kind):
        powers = self.factors(dimension, text, kind)
        if text.startswith("@") or not any(powers):
            return text
        if not re.fullmatch(r"[\s,\[\]]*", NUMBER.sub("", text)):
            raise Unknown("a value that is no list of numbers")
        if len(NUMBER.findall(text)) % len(powers) != 0:
            raise Unknown("a value of which a part is the default")
        turns = itertools.cycle(powers)
        return NUMBER.sub(lambda number: self.word(number[0], next(turns)), text)

    @staticmethod
    def word(word, power):
        return word if power == 0 else repr(math.ldexp(float(word), power))

    def element(self, element, kind):
        tag = element.tag
        here = kind_of(element.get("template", ""), kind)
        own = COMPONENTS.get(tag)
        if callable(own):
            own = own(element, here, self.root)
        if own is None:
            raise Unknown(tag)
        if tag in NO_LENGTHS and self.scales[1] != 0:
            raise Unknown("states that hold no lengths")
        if element.get("firstOrder", "0").lower() in ("1", "true") and self.scales != MASS_ONLY:
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
            if tag == "CollisionResponse" and re.search("tol|epsilon|stiffness", text):
                raise Unknown("parameters of contacts with units")
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
    """The scene, scaled in as many units as can be, and their powers."""
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as problem:
        raise Unknown("text that is no XML") from problem
    first = None
    for scales in (ALL, NOT_LENGTH, MASS_ONLY):
        changed = copy.deepcopy(root)
        try:
            Scaling(changed, scales).scale()
        except Unknown as reason:
            first = first or reason
            continue
        return ElementTree.tostring(changed, encoding="unicode"), scales
    raise first


def states(runsofa, scene, folder, out):
    subprocess.run([runsofa, "-g", "batch", "-n", str(STEPS), "--state-at", str(STEPS), "--state-out", str(out), str(scene)],
                            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, timeout=120, check=False)
    frames = json.loads(out.read_text())["frames"] if out.exists() else []
    if not frames:
        raise Unknown("a scene that does not run")
    return {s["path"]: s for s in frames[-1]["states"]}


def first_difference(before, after, scales):
    for path, state in before.items():
        kind = kind_of(state["template"], "Vec")
        for name, dimension in (("position", POSITION), ("velocity", SPEED)):
            exponents = dimension["Vec" if kind.startswith("Vec") else kind]
            by_turns = exponents if isinstance(exponents, list) else [exponents]
            if len(state[name]) != len(after[path][name]):
                return f"{path}.{name} has another size"
            for i, (a, b) in enumerate(zip(state[name], after[path][name])):
                power = sum(e * p for e, p in zip(by_turns[i % len(by_turns)], scales))
                if a is not None and math.ldexp(a, power) != b:
                    return f"{path}.{name}[{i}]: {a!r} becomes {math.ldexp(b, -power)!r}"
    return None


def compare(runsofa, path):
    """(outcome, text): same, differs or skipped."""
    try:
        text, scales = scaled(path)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for beside in path.parent.iterdir():
                if beside.suffix != ".scn":
                    (folder / beside.name).symlink_to(beside)
            (folder / "scaled.scn").write_text(text, encoding="utf8")
            before = states(runsofa, path, folder, folder / "before.json")
            after = states(runsofa, folder / "scaled.scn", folder, folder / "after.json")
        difference = first_difference(before, after, scales)
        return ("differs", difference) if difference else ("same", scales)
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
    micro = reference_data.folder() / "micro"
    scenes = sorted(path for path in micro.rglob("*.scn") if options.filter in str(path) and path.parent.name not in ABOUT_TEXT)
    if not options.all and not options.filter:
        scenes = scenes[::SAMPLED]
    allowed = read_exceptions()
    runsofa = str(Path(options.runsofa).resolve())
    outcomes, unknown, failed, partly = Counter(), Counter(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, (outcome, text) in zip(scenes, pool.map(lambda p: compare(runsofa, p), scenes)):
            name = str(path.relative_to(micro))
            outcomes[outcome] += 1
            if outcome == "skipped":
                unknown[text] += 1
            elif outcome == "same" and text != ALL:
                partly += 1
            elif outcome == "differs" and name not in allowed:
                failed += 1
                print(f"{name}: {text}")
    print(f"{outcomes['same']} scenes give the same bits ({partly} of them not scaled in length, or in mass only), "
          f"{outcomes['differs']} differ ({failed} of them unexpectedly), "
          f"{outcomes['skipped']} skipped, most often for", ", ".join(f"{k} ({n})" for k, n in unknown.most_common(8)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
