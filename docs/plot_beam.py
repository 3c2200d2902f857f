#!/usr/bin/env python3
"""Draws the side view of examples/Demos/hanging_beam.scn at several times as SVG, from a state file of runSofa.

    runSofa -g batch -n 60 --state-at 0,10,20,40,60 --state-out beam.json examples/Demos/hanging_beam.scn
    docs/plot_beam.py beam.json docs/images/hanging_beam.svg
"""
import json
import sys

NX, NY, NZ = 21, 5, 5
COLORS = ["#9aa5b1", "#5b8def", "#2fa36b", "#e2a23b", "#d9480f"]


def side(values):
    """Grid lines of the plane z = 0 as lists of (x, y)."""
    point = lambda i, j: (values[3 * (i + NX * j)], values[3 * (i + NX * j) + 1])
    return [[point(i, j) for i in range(NX)] for j in range(NY)] + [[point(i, j) for j in range(NY)] for i in range(NX)]


def main(source, target):
    frames = json.load(open(source))["frames"]
    scale, left, top = 120, 40, 150
    place = lambda p: "%.1f,%.1f" % (left + scale * p[0], top - scale * p[1])
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 560" font-family="sans-serif" font-size="15">',
           '<rect width="640" height="560" fill="white"/>', '<rect x="28" y="44" width="12" height="116" fill="#444"/>']
    for color, frame in zip(COLORS, frames):
        lines = side(frame["states"][0]["position"])
        out.append('<g fill="none" stroke="%s" stroke-width="1.4">' % color)
        out += ['<polyline points="%s"/>' % " ".join(map(place, line)) for line in lines] + ["</g>"]
    for k, (color, frame) in enumerate(zip(COLORS, frames)):
        out.append('<text x="60" y="%d" fill="%s">t = %.1f s</text>' % (430 + 22 * k, color, frame["time"]))
    open(target, "w").write("\n".join(out + ["</svg>"]) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
