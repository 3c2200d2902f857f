#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Give every Data that counts or measures something numbers that no scene means: 2^31, 2^63, -1, nan... in every component.

A scene may be refused, with status 1 or 3, but the run must not crash, hang, or need more than --memory MB. A scene holds
all such Data of a component, each in a body of its own; if it fails, or the memory ends, each of them is tried alone. Where an
example has such a component, which then has all that it needs, some values (--all: each) are given to it there.

Usage: hostile_counts.py --runsofa PATH [--all] [--sample N] [--only PATTERN] [--memory MB] [--timeout S] [--jobs N]

Without --all, a sample of the components is tried, another one every day, and those of which single Data once failed.
"""
import argparse
import concurrent.futures
import datetime
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INTEGERS = ["2147483647", "2147483648", "4294967295", "9223372036854775807", "9223372036854775808", "-1", "-2147483648", "0", "nan",
            "1000000000"]
REALS = ["nan", "inf", "-inf", "-1", "0", "1e-300", "1e300", "4294967296"]
DATA = re.compile(r"^  (\w+) \(([^,)]*)[^)]*\) = ", re.MULTILINE)
IS_INTEGER = re.compile(r"\bint\b|\bunsigned|\blong\b|\bshort\b|Index|Vec\di|\bsize_t|\buint")
IS_REAL = re.compile(r"^(double|float|Vec\dd|Vec\df)$")
MEASURES = re.compile(r"size|width|radius|step|number|^n[A-Z]|resolution|cell|length|spacing|interval|period|ratio|count|scale|height|"
                      r"distance|threshold|margin|density|max|min|time|tolerance|iterations", re.IGNORECASE)
REPEATS = re.compile(r"iterations$|^smoothing$|^(collision|integration)Steps$", re.IGNORECASE)
# Components of which a single Data once failed; the sample has them always.
ALWAYS = ("RegularGridTopology", "SparseGridTopology", "SphereGridTopology", "CylinderGridTopology", "MeshSubdivision", "GenerateGrid",
          "GenerateSphere", "GenerateCylinder", "GenerateRigidMass")
HEAD = '<Node name="root" dt="0.01">\n<DefaultAnimationLoop/><CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>\n'
BODY = ('<Node name="b{i}"><EulerImplicitSolver/><CGLinearSolver iterations="5" tolerance="1e-9" threshold="1e-9"/>\n'
        '<RegularGridTopology name="grid" n="3 2 2" min="0 0 0" max="2 1 1"/><MechanicalObject name="dofs"/><UniformMass totalMass="1"/>\n'
        '{element}\n</Node>\n')


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runsofa", required=True, type=Path)
    parser.add_argument("--all", action="store_true", help="every component")
    parser.add_argument("--sample", type=int, default=60, help="how many components without --all")
    parser.add_argument("--only", default="", help="components whose name matches")
    parser.add_argument("--seed", type=int, default=datetime.date.today().toordinal())
    parser.add_argument("--memory", type=int, default=3000)
    parser.add_argument("--timeout", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def attributes(description):
    """Each Data and value that is tried, of a component. How often something is done is up to the scene: it takes that time."""
    for data, kind in DATA.findall(description):
        if REPEATS.search(data):
            continue
        if IS_INTEGER.search(kind):
            values = INTEGERS
        elif IS_REAL.match(kind) and MEASURES.search(data):
            values = REALS
        else:
            continue
        width = int(digit.group(1)) if (digit := re.search(r"Vec(\d)", kind)) else 1
        for value in values:
            yield data, " ".join([value] * width)


def examples():
    """Of each class the text and the folder of the shortest example that has one."""
    found = {}
    files = [(p.stat().st_size, p) for p in (ROOT / "examples").rglob("*.scn")]
    for _, file in sorted(files):
        text = file.read_text(encoding="utf8")
        for name in re.findall(r"<(\w+)", text):
            found.setdefault(name, (text, file.parent))
    return found


def with_attribute(text, name, data, value):
    """The first element of that class with another value."""
    start = re.search(rf"<{name}\b", text)
    end = text.index(">", start.end())
    tag = re.sub(rf"\s{data}\s*=\s*(\"[^\"]*\"|'[^']*')", "", text[start.end():end])
    return f'{text[:start.end()]} {data}="{value}"{tag}{text[end:]}'


class Run:
    def __init__(self, options):
        self.options = options
        self.examples = examples()

    def command(self, *more):
        return subprocess.run([str(self.options.runsofa), *more], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              timeout=4 * self.options.timeout).stdout.decode("utf8", "replace")

    def problem(self, text, data_path="."):
        """What is wrong with a run of a scene, or nothing."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "scene.scn").write_text(text, encoding="utf8")
            environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
            try:
                run = subprocess.run([str(self.options.runsofa.resolve()), "-g", "batch", "-n", "2", "--hideProgressBar",
                                      "--data-path", str(data_path), "--limit-memory", str(self.options.memory),
                                      "--limit-time", str(self.options.timeout), "scene.scn"],
                                     cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=2 * self.options.timeout)
            except subprocess.TimeoutExpired:
                return f"does not end after {2 * self.options.timeout} s"
            output = run.stdout.decode("utf8", "replace")
            written = sum(p.stat().st_size for p in Path(folder).rglob("*") if p.is_file()) - len(text)
        ended = "of memory are asked for" in output or "ut of memory" in output
        if run.returncode < 0 or run.returncode >= 128:
            return f"ends with signal {abs(run.returncode)}: {output[-300:]}"
        if run.returncode > 3:
            return f"ends with status {run.returncode}: {output[-300:]}"
        if "The run took longer than" in output:
            return f"takes more than {self.options.timeout} s"
        if written > 64 << 20:
            return f"writes {written >> 20} MB"
        return "needs all of the memory" if ended else ""

    def component(self, name):
        """How many values were tried, and failures as text."""
        tried = list(attributes(self.command("--describe", name)))
        elements = [f'<{name} {data}="{value}"/>' for data, value in tried]
        failures = self.bodies(name, elements) if tried else []
        if tried and name in self.examples:
            text, folder = self.examples[name]
            some = tried if self.options.all else random.Random(f"{self.options.seed}{name}").sample(tried, min(4, len(tried)))
            for data, value in some:
                problem = self.problem(with_attribute(text, name, data, value), folder)
                if problem:
                    failures.append(f'<{name} {data}="{value}"/> in an example: {problem}')
        return len(tried), failures

    def bodies(self, name, elements):
        def scene(some):
            return HEAD + "".join(BODY.format(i=i, element=element) for i, element in enumerate(some)) + "</Node>\n"
        problem = self.problem(scene(elements))
        if not problem:
            return []
        failed = [(element, self.problem(scene([element]))) for element in elements]
        return [f"{element}: {what}" for element, what in failed if what] or [f"{name}, all together: {problem}"]


def main():
    options = arguments()
    run = Run(options)
    names = sorted({line.split()[0] for line in run.command("--list-components").splitlines() if line.strip()})
    if options.only:
        names = [name for name in names if re.search(options.only, name)]
    elif not options.all:
        names = sorted({*random.Random(options.seed).sample(names, min(options.sample, len(names))), *(n for n in ALWAYS if n in names)})
    count, failures = 0, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for tried, failed in pool.map(run.component, names):
            count += tried
            failures += failed
            for failure in failed:
                print(failure, flush=True)
    print(f"{len(names)} components (seed {options.seed}), {count} values, {len(failures)} failures")
    sys.exit(1 if failures or (not count and not options.only) else 0)


if __name__ == "__main__":
    main()
