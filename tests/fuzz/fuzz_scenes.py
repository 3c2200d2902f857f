#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Feed bad input to runSofa: it may report errors (exit status up to 3) but must not crash, hang or eat the machine.

Runs every file of inputs/ as it is, then --mutations scenes made from the examples and inputs by seeded random edits:
numbers replaced by extreme ones, attributes dropped, renamed or duplicated, elements swapped, moved to another node, left
out or given another template, links led elsewhere, nodes switched off or put to sleep, bytes changed, the end cut off. --scenes adds folders of scenes to make
them from; --seconds ends the search. A scene that fails is kept in --keep and named together with its seed, so that it can
be run again alone and, once mended, be added to inputs/.

Usage: fuzz_scenes.py --runsofa PATH [--scenes FOLDER]... [--mutations N] [--seconds S] [--seed S] [--steps N] [--timeout S]
                      [--memory MB] [--jobs N]
"""
import argparse
import concurrent.futures
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NUMBERS = ["0", "-1", "1e308", "-1e308", "1e200", "-1e160", "1e-300", "1000000", "nan", "inf", "1e-320", "4294967296", "99999999999999999999", "2147483647", "",
           "abc", "1e", "0x10", "1 2 3 4 5 6 7"]
WORDS = ["", "@", "@..", "@../..", "@/", "@[-1]", "@name", "//", "../../..", "%s%n", "&#xFFFF;", "\u00e9\u00e9", "x" * 5000]
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")
ATTRIBUTE = re.compile(r'\s[\w:]+\s*=\s*"[^"]*"')
VALUE = re.compile(r'(?<==")[^"]*(?=")')
ELEMENT = re.compile(r"<[A-Za-z]\w*[^<>]*/>")
SOLVER = re.compile(r"<\w*(?:Solver|System|Preconditioner|Loop|Mapping|Correction|Pipeline)\b[^<>]*/>")
NAME = re.compile(r'(?<=\sname=")[^"]+(?=")')
LINK = re.compile(r'(?<==")@[^"]*(?=")')
TEMPLATE = re.compile(r'(?<=\stemplate=")[^"]*(?=")')
TEMPLATES = ["Vec1", "Vec2", "Vec3", "Vec6", "Rigid2", "Rigid3", "Vec3,Vec3", "Vec3,Rigid3", "Rigid3,Vec3", "Vec1,Vec3",
             "CompressedRowSparseMatrixd", "CompressedRowSparseMatrixMat3x3d", "GraphScattered"]
NODE_START = re.compile(r"<Node(?=[\s>])")
NODE_BORDER = re.compile(r"<Node\b[^<>/]*>|</Node>")


def edit(text, pattern, choose, rng):
    """Replace one random match of the pattern by what choose(match) gives."""
    matches = list(pattern.finditer(text))
    if not matches:
        return text
    match = rng.choice(matches)
    return text[:match.start()] + choose(match.group()) + text[match.end():]


def swap_elements(text, rng):
    found = list(ELEMENT.finditer(text))
    if len(found) < 2:
        return text
    a, b = sorted(rng.sample(found, 2), key=lambda m: m.start())
    return text[:a.start()] + b.group() + text[a.end():b.start()] + a.group() + text[b.end():]


def move_element(text, rng):
    """Put an element at the begin or the end of a node."""
    found = list(ELEMENT.finditer(text))
    if not found:
        return text
    moved = rng.choice(found)
    rest = text[:moved.start()] + text[moved.end():]
    borders = list(NODE_BORDER.finditer(rest))
    if not borders:
        return text
    border = rng.choice(borders)
    at = border.start() if border.group().startswith("</") else border.end()
    return rest[:at] + moved.group() + rest[at:]


def new_node_around(text, rng):
    """Give an element a node of its own."""
    return edit(text, ELEMENT, lambda e: f"<Node>{e}</Node>", rng)


def change_template(text, rng):
    if TEMPLATE.search(text) and rng.random() < 0.5:
        return edit(text, TEMPLATE, lambda _: rng.choice(TEMPLATES), rng)
    return edit(text, ELEMENT, lambda e: e[:-2] + f' template="{rng.choice(TEMPLATES)}"/>', rng)


def redirect_link(text, rng):
    names = NAME.findall(text)
    target = "@" + rng.choice(["", "../", "/"]) + rng.choice(names) if names else "@.."
    return edit(text, LINK, lambda _: target, rng)


def switch_node(text, rng):
    """Let a node take no part, or part in spite of what the scene says."""
    attribute = rng.choice(['activated="0"', 'sleeping="1"', 'activated="1"'])
    return edit(text, NODE_START, lambda start: f"{start} {attribute}", rng)


def change_byte(text, rng):
    data = bytearray(text.encode("utf8"))
    if data:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return data.decode("latin1")


def mutate(text, rng):
    operations = [
        lambda t: edit(t, NUMBER, lambda _: rng.choice(NUMBERS), rng),
        lambda t: edit(t, NUMBER, lambda _: rng.choice(NUMBERS), rng),
        lambda t: edit(t, VALUE, lambda _: rng.choice(NUMBERS + WORDS), rng),
        lambda t: edit(t, ATTRIBUTE, lambda _: "", rng),
        lambda t: edit(t, ATTRIBUTE, lambda a: a.replace("=", "x=", 1), rng),
        lambda t: edit(t, ATTRIBUTE, lambda a: a + a, rng),
        lambda t: edit(t, ELEMENT, lambda _: "", rng),
        lambda t: edit(t, ELEMENT, lambda e: e + e, rng),
        lambda t: swap_elements(t, rng),
        lambda t: move_element(t, rng),
        lambda t: move_element(t, rng),
        lambda t: edit(t, SOLVER, lambda _: "", rng),
        lambda t: new_node_around(t, rng),
        lambda t: change_template(t, rng),
        lambda t: redirect_link(t, rng),
        lambda t: switch_node(t, rng),
        lambda t: change_byte(t, rng),
        lambda t: t[:rng.randrange(len(t) + 1)],
    ]
    for _ in range(rng.choice([1, 1, 2, 3])):
        text = rng.choice(operations)(text)
    return text


def limit(memory):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))


def run(args, scene, near):
    """None, or what was wrong with the run. `near` is the folder where the scene's own relative files lie."""
    with tempfile.TemporaryDirectory() as folder:
        command = [args.runsofa, "-g", "batch", "-n", str(args.steps), "--data-path", str(near), str(scene)]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder,
                                  timeout=args.timeout, preexec_fn=lambda: limit(args.memory), check=False)
        except subprocess.TimeoutExpired:
            return f"still running after {args.timeout:g} s"
    output = done.stdout.decode("utf8", "replace")
    tail = "\n    ".join(output.splitlines()[-25:])
    if done.returncode not in (0, 1, 2, 3):
        return f"exit status {done.returncode}\n    {tail}"
    if "runtime error:" in output or "ERROR: AddressSanitizer" in output or "terminate called" in output:
        return f"reported by the run-time checks\n    {tail}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runsofa", required=True)
    parser.add_argument("--scenes", action="append", default=[], help="folder with scenes to make others from")
    parser.add_argument("--mutations", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no run after that time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--memory", type=int, default=4096, help="address space in MB; 0: unlimited, as sanitizers need")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--keep", default="fuzz-failures", help="folder for the scenes that failed")
    args = parser.parse_args()
    args.runsofa = os.path.abspath(args.runsofa)
    inputs = sorted(path for path in (HERE / "inputs").rglob("*") if path.is_file())
    seeds = inputs + sorted((ROOT / "examples").rglob("*.scn"))
    for folder in args.scenes:
        seeds += sorted(Path(folder).rglob("*.scn"))
    end = time.monotonic() + args.seconds

    def one(job):
        path, number = job
        if number is None:
            return path, run(args, path, path.parent)
        if time.monotonic() > end:
            return None, None
        rng = random.Random(f"{args.seed}/{number}")
        origin = rng.choice(seeds)
        text = mutate(origin.read_text(encoding="utf8", errors="replace"), rng)
        with tempfile.NamedTemporaryFile("w", encoding="utf8", suffix=".scn", delete=False) as file:
            file.write(text)
        problem = run(args, file.name, origin.parent)
        if problem is None:
            os.unlink(file.name)
            return origin, None
        kept = Path(args.keep, f"{args.seed}-{number}-{origin.name}")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(text, encoding="utf8")
        os.unlink(file.name)
        return kept, problem

    jobs = [(path, None) for path in inputs] + [(None, number) for number in range(args.mutations if seeds else 0)]
    failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, problem in pool.map(one, jobs):
            skipped += path is None
            if problem:
                failed += 1
                print(f"{path}: {problem}", flush=True)
    print(f"fuzz: {len(jobs) - skipped} inputs, {failed} failed (seed {args.seed})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
