#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/running.md, "Exact runs", lists the components that the switch `compatibility` concerns, and docs/differences.md tells of
each what it changes: those whose sources ask for it, and those whose defaults depend on it.

Usage: test_switch.py
"""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASKS = re.compile(r"\b(?:reproducesSofa|tellDefect)\(")
REGISTERED = re.compile(r'Register\(\s*"(\w+)"')
EXACT_VALUE = re.compile(r'^    \{"(\w+)", ', re.MULTILINE)
NAME = re.compile(r"`(\w+)`")

# Sources that several components share, and those of which not all components are concerned.
SHARED = {
    "AnimationLoop/DefaultAnimationLoop.cpp": ["PenalityContactForceField"],
    "AnimationLoop/FreeMotionSteps.cpp": ["FreeMotionAnimationLoop"],
    "Collision/CollisionResponse.cpp": ["AugmentedLagrangianResponseConstraint", "PenalityContactForceField"],
    "Constraint/KeyedMovement.cpp": ["PartialLinearMovementProjectiveConstraint"],
    "ConstraintLagrangian/AugmentedLagrangianConstraint.cpp": ["AugmentedLagrangianResponseConstraint"],
    "ConstraintLagrangian/SolveEnds.cpp": ["BlockGaussSeidelConstraintSolver"],
    "Engine/NearestPoints.cpp": ["NearestPointROI"],
    "LinearSolver/IterativeSolver.cpp": ["CGLinearSolver", "MinResLinearSolver", "PCGLinearSolver"],
    "LinearSolver/MatrixSolver.cpp": ["CompositeLinearSystem"],
    "ODESolver/LinearSolverSearch.h": ["EulerImplicitSolver"],
    "ODESolver/OwnConstraintSolvers.h": ["CentralDifferenceSolver", "EulerExplicitSolver", "NewmarkImplicitSolver",
                                         "RungeKutta2Solver"],
    "ODESolver/UnstoppedForces.cpp": ["EulerExplicitSolver", "EulerImplicitSolver"],
    "SolidMechanics/HexahedraWithMass.h": ["HexahedralFEMForceFieldAndMass", "HexahedronFEMForceFieldAndMass"],
    "SolidMechanics/HyperelasticityFEMForceField.cpp": ["TetrahedronHyperelasticityFEMForceField"],
    "SolidMechanics/SurfaceSpringForceField.cpp": ["QuadularBendingSprings", "TriangularBendingSprings"],
    "SolidMechanics/TriangleForceField.cpp": ["TriangleFEMForceField", "TriangularFEMForceField"],
    "Contract/DistanceGridFields.cpp": ["DistanceGridForceField", "FFDDistanceGridCollisionModel",
                                        "RigidDistanceGridCollisionModel"],
    "Mechanics/ConstraintAssembly.cpp": ["BlockGaussSeidelConstraintSolver"],
    "Mechanics/MatrixAssembly.cpp": ["BTDLinearSolver", "ConstantSparsityProjectionMethod"],
    "Mechanics/MechanicalChecks.cpp": ["PenalityContactForceField"],
}


def asking():
    """The sources that ask for the switch, but its own."""
    for path in sorted((ROOT / "Sofa").rglob("*")):
        if path.suffix in (".h", ".cpp") and "Compatibility" not in path.as_posix():
            if ASKS.search(re.sub(r"//[^\n]*", "", path.read_text(encoding="utf8"))):
                yield path


def components(path):
    """The components of a source: those that are listed above, else those that it or its other half registers."""
    shared = SHARED.get("/".join(path.parts[-2:]))
    if shared:
        return shared
    other = path.with_suffix(".cpp" if path.suffix == ".h" else ".h")
    both = (half for half in (path, other) if half.exists())
    return [name for half in both for name in REGISTERED.findall(half.read_text(encoding="utf8"))]


def section(page, heading):
    text = (ROOT / "docs" / page).read_text(encoding="utf8")
    return re.split(r"^## ", text.split(f"\n## {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def rows(text):
    return [line for line in text.splitlines() if line.startswith("| ")]


class SwitchTest(unittest.TestCase):
    maxDiff = None

    def concerned(self):
        names = set(EXACT_VALUE.findall((ROOT / "Sofa/Compatibility/ExactValues.cpp").read_text(encoding="utf8")))
        self.assertGreater(len(names), 5)
        for path in asking():
            found = components(path)
            self.assertTrue(found, f"{path} asks for the switch: name its components in SHARED")
            names.update(found)
        return sorted(names)

    def test_the_list_is_complete(self):
        listed = [name for row in rows(section("running.md", "Exact runs")) for name in NAME.findall(row)]
        self.assertEqual(sorted(listed), self.concerned(), "docs/running.md, Exact runs")

    def test_every_change_is_told(self):
        page = (ROOT / "docs/differences.md").read_text(encoding="utf8")
        told = "\n".join(row for row in rows(page) if re.search(r"\| exact\b|exact scenes", row))
        short = re.sub(r"`(\w+)-`", r"`\1ConstraintSolver`", told)  # a common ending that is written once
        for name in self.concerned():
            self.assertRegex(short, rf"\b{name}\b", "docs/differences.md has no row that says what exact changes")

    def test_nothing_else_is_listed_as_shared(self):
        asked = {"/".join(path.parts[-2:]) for path in asking()}
        self.assertEqual(sorted(SHARED.keys() - asked), [])


if __name__ == "__main__":
    unittest.main()
