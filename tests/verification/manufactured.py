# SPDX-License-Identifier: Apache-2.0
"""Solutions that were chosen, with the forces that they take: the order by which errors fall with the size of elements.

The norms are integrals over the elements. On a regular grid all elements have straight sides and nodes in the middle of
them, so that functions of an element are polynomials of the place, whatever the order of its nodes.
"""
import itertools

import numpy as np

from problems import levels

PLACES, WEIGHTS = np.polynomial.legendre.leggauss(4)  # on (-1, 1)
SIZE = 0.1  # the largest displacement


def powers(dimension, kind):
    """Exponents of the monomials of an element's functions."""
    all_of = list(itertools.product(range(3), repeat=dimension))
    keep = {
        "linear": lambda e: sum(e) <= 1,
        "quadratic": lambda e: sum(e) <= 2,
        "bilinear": lambda e: max(e) <= 1,
        "serendipity": lambda e: sum(n for n in e if n > 1) <= 2,  # degree but for powers of one
        "biquadratic": lambda e: True,
    }[kind]
    return np.array([e for e in all_of if keep(e)])


def cube_rule(dimension):
    points = np.array(list(itertools.product((1 + PLACES) / 2, repeat=dimension)))
    return points, np.array([np.prod(w) for w in itertools.product(WEIGHTS / 2, repeat=dimension)])


def simplex_rule(dimension):
    """The rule of the cube, folded: x_i = r_i (1 - x_0 - ... - x_(i-1))."""
    points, weights = cube_rule(dimension)
    folded = np.zeros_like(points)
    for i in range(dimension):
        left = 1 - folded[:, :i].sum(axis=1)
        folded[:, i] = points[:, i] * left
        weights = weights * left
    return folded, weights


def exact(p):
    """The displacement, the same along every axis, at points."""
    return SIZE * np.prod(np.sin(np.pi * p), axis=1)


def exact_stress(p):
    """xx yy zz xy yz xz with lambda = mu = 1: grad u has the rows grad s."""
    n = p.shape[1]
    slope = np.zeros((len(p), 3))
    for d in range(n):
        others = [k for k in range(n) if k != d]
        slope[:, d] = SIZE * np.pi * np.cos(np.pi * p[:, d]) * np.prod(np.sin(np.pi * p[:, others]), axis=1)
    trace = slope.sum(axis=1)
    pairs = [(0, 1), (1, 2), (0, 2)]
    stress = [trace + 2 * slope[:, d] for d in range(n)] + [trace] * (3 - n)
    stress += [slope[:, a] + slope[:, b] if b < n else np.zeros(len(p)) for a, b in pairs]
    return np.array(stress).T


def errors(elements, kind, simplex):
    def measure(result):
        rest, moved = result.rest, result.x[:, 0] - result.rest[:, 0]
        n = rest.shape[1]
        exponents = powers(n, kind)
        points, weights = (simplex_rule if simplex else cube_rule)(n)
        square, whole = 0, 0
        for element in result.data[elements]:
            corner = rest[element[: n + 1]] if simplex else np.array([rest[element].min(axis=0), rest[element].max(axis=0)])
            frame = (corner[1:] - corner[0]) if simplex else np.diag(corner[1] - corner[0])
            local = lambda p: (p - corner[0]) @ np.linalg.inv(frame)
            monomials = lambda q: np.prod(q[:, None, :] ** exponents[None], axis=2)
            function = np.linalg.solve(monomials(local(rest[element])), moved[element])
            true = exact(corner[0] + points @ frame)
            square += abs(np.linalg.det(frame)) * weights @ (monomials(points) @ function - true) ** 2
            whole += abs(np.linalg.det(frame)) * weights @ true**2
        stress = exact_stress(rest)
        return {"displacement": np.sqrt(square / whole),
                "stress": np.linalg.norm(result.data["body.solid.stress"] - stress) / np.linalg.norm(stress)}
    return measure


# template, attribute of the elements, their functions, the mesh they come from, family, cells
PLANE = [
    ("Triangle", "triangles.split.triangles", "linear", "../triangles/split", None, (8, 16, 32)),
    ("Quad", "cells.grid.quads", "bilinear", "../cells/grid", None, (8, 16, 32)),
    ("Triangle6", "body.mesh.triangles6", "quadratic", "mesh", "lagrange", (4, 8, 16)),
    ("Quad8", "body.mesh.quads8", "serendipity", "mesh", "serendipity", (4, 8, 16)),
    ("Quad9", "body.mesh.quads9", "biquadratic", "mesh", "lagrange", (4, 8, 16)),
]
SPACE = [
    ("Tetrahedron", "tetrahedra.split.tetrahedra", "linear", "../tetrahedra/split", None, (4, 8, 16)),
    ("Hexahedron", "cells.grid.hexahedra", "bilinear", "../cells/grid", None, (4, 8, 16)),
    ("Tetrahedron10", "body.mesh.tetrahedra10", "quadratic", "mesh", "lagrange", (2, 4, 8)),
    ("Hexahedron20", "body.mesh.hexahedra20", "serendipity", "mesh", "serendipity", (2, 4, 8)),
    ("Hexahedron27", "body.mesh.hexahedra27", "biquadratic", "mesh", "lagrange", (2, 4, 8)),
]


def problem(state, scene, place, element, attribute, kind, mesh, family, cells):
    simplex = element.startswith("T")
    sets = {"solid.template": f"{state},{element}", "load.template": f"{state},{element}", "state.topology": f"@{mesh}",
            "solid.topology": f"@{mesh}", "load.topology": f"@{mesh}", "force.input": f"@{mesh}.position"}
    if family:
        split = "../tetrahedra/split" if place == "space" else "../triangles/split"
        sets |= {"mesh.family": family, "mesh.input": f"@{split if simplex else '../cells/grid'}"}
    sizes = [" ".join([str(n + 1)] * 2 + ["1" if place == "plane" else str(n + 1)]) for n in cells]
    p = 2 if family else 1
    return {"name": f"manufactured/{element}", "title": f"Chosen displacement, {element}", "scene": scene, "set": sets,
            "elements": f"template {element}", "text": f"Relative errors: the displacement should fall by order {p + 1} (L2), the stress at "
            f"the points by {p} at least.", "data": [attribute, "body.solid.stress"],
            "levels": levels(sizes, [1] * len(sizes), coarse=2), "measure": errors(attribute, kind, simplex),
            "orders": {"displacement": p + 1, "stress": p}}


MANUFACTURED = [problem("Vec2d", "manufactured_plane.scn", "plane", *case) for case in PLANE] + [
    problem("Vec3d", "manufactured_space.scn", "space", *case) for case in SPACE]
