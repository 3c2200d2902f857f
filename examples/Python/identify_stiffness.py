"""Finds the Young's modulus of a hanging beam from how far its end sags.
python3 examples/Python/identify_stiffness.py                   (makes a measurement, then finds the modulus behind it)
runSofa examples/Python/identify_stiffness.py --argv 200000     (shows the beam of a modulus)
"""
import sys

import Sofa

LOAD = [0, -9.81, 0]  # m/s^2
TRUE_MODULUS = 370000.0  # Pa


def createScene(root, young_modulus=None):
    """A beam, 4 m long and held on the left, at rest under gravity: each step is one Newton iteration."""
    if young_modulus is None:
        young_modulus = float(sys.argv[1]) if len(sys.argv) > 1 else TRUE_MODULUS
    root.gravity = LOAD
    root.addObject("DefaultAnimationLoop")
    beam = root.addChild("beam")
    beam.addObject("StaticSolver")
    beam.addObject("NewtonRaphsonSolver", maxNbIterationsNewton=20, absoluteResidualStoppingThreshold=1e-9,
                   maxNbIterationsLineSearch=1, warnWhenLineSearchFails=False,
                   relativeSuccessiveStoppingThreshold=1e-10)
    beam.addObject("SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d")
    beam.addObject("RegularGridTopology", name="grid", n=[13, 4, 4], min=[0, 0, 0], max=[4, 1, 1])
    beam.addObject("MechanicalObject", name="dofs")
    beam.addObject("UniformMass", totalMass=40)
    beam.addObject("HexahedronFEMForceField", name="fem", youngModulus=young_modulus, poissonRatio=0.3, method="large")
    beam.addObject("BoxROI", name="left", box=[-0.1, -0.1, -0.1, 0.1, 1.1, 1.1])
    beam.addObject("FixedProjectiveConstraint", indices="@left.indices")


class Beam:
    """One scene for all moduli: each computation starts from the solution of the one before."""

    def __init__(self, young_modulus):
        from Sofa import Study
        self.root = Study.build(createScene, young_modulus)
        self.computations = 0

    def sag(self, young_modulus):
        fem, dofs = self.root.beam.fem, self.root.beam.dofs
        fem.youngModulus = [young_modulus]
        fem.reinit()
        Sofa.Simulation.animate(self.root)
        self.computations += 1
        return float((dofs.rest_position.value[:, 1] - dofs.position.value[:, 1]).max())


def main():
    from scipy.optimize import brentq
    measured = Beam(TRUE_MODULUS).sag(TRUE_MODULUS)
    print("measured: the end sags by %.6f m" % measured)
    beam = Beam(1e6)
    found = brentq(lambda modulus: beam.sag(modulus) - measured, 1e5, 1e7, rtol=1e-8)
    print("found: %.1f Pa after %d computations; it was %.1f Pa" % (found, beam.computations, TRUE_MODULUS))
    if abs(found - TRUE_MODULUS) > 1e-4 * TRUE_MODULUS:
        sys.exit("that is not the modulus behind the measurement")


if __name__ == "__main__":
    main()
