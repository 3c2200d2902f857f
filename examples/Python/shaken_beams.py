"""Three soft beams of different stiffness stand on plates that a controller shakes.
runSofa -g batch -n 100 examples/Python/shaken_beams.py
runSofa examples/Python/shaken_beams.py --argv 2000,8000        (a beam for each Young's modulus)
python3 examples/Python/shaken_beams.py                         (prints how far the tops swing)
"""
import math
import sys

import numpy
import Sofa

PERIOD, AMPLITUDE = 0.8, 0.25  # s, m
COLOURS = ["0.9 0.5 0.2", "0.3 0.6 0.8", "0.5 0.7 0.3"]


class Shaker(Sofa.Core.Controller):
    """Moves the points with the given indices sideways."""

    def __init__(self, dofs, indices, **keywords):
        super().__init__(**keywords)
        self.dofs, self.indices = dofs, indices

    def init(self):
        self.start = self.dofs.position.value[self.indices].copy()

    def onAnimateBeginEvent(self, event):
        time = self.getContext().getTime() + event["dt"]
        with self.dofs.position.writeable() as positions:
            positions[self.indices] = self.start
            positions[self.indices, 0] += AMPLITUDE * math.sin(2 * math.pi * time / PERIOD)


def add_beam(root, number, young_modulus):
    beam = root.addChild("beam%d" % number)
    beam.addObject("EulerImplicitSolver", rayleighStiffness=0.02, rayleighMass=0.02)
    beam.addObject("CGLinearSolver", iterations=200, tolerance=1e-6, threshold=1e-12)
    x = 2.0 * number
    beam.addObject("RegularGridTopology", name="grid", n=[4, 13, 4], min=[x, 0, 0], max=[x + 0.6, 3, 0.6])
    dofs = beam.addObject("MechanicalObject", name="dofs")
    beam.addObject("UniformMass", totalMass=1)
    beam.addObject("HexahedronFEMForceField", youngModulus=young_modulus, poissonRatio=0.35, method="large")
    bottom = numpy.arange(4 * 13 * 4).reshape(4, 13, 4)[:, 0, :].ravel()  # x runs fastest, then y
    beam.addObject("FixedProjectiveConstraint", indices=bottom)
    beam.addObject(Shaker(dofs, bottom, name="shaker"))

    surface = beam.addChild("surface")
    surface.addObject("QuadSetTopologyContainer", name="quads")
    surface.addObject("QuadSetTopologyModifier")
    surface.addObject("Hexa2QuadTopologicalMapping", input="@../grid", output="@quads")
    surface.addObject("OglModel", name="skin", color=COLOURS[number % 3] + " 1", position="@../grid.position",
                      quads="@quads.quads")
    surface.addObject("IdentityMapping", input="@../dofs", output="@skin")
    return dofs


def createScene(root):
    root.dt = 0.02
    root.addObject("VisualStyle", displayFlags="showVisualModels")
    root.addObject("DefaultAnimationLoop")
    moduli = [float(text) for text in sys.argv[1:]] or [3000, 10000, 40000]
    return [add_beam(root, number, modulus) for number, modulus in enumerate(moduli)]


def main():
    root = Sofa.Core.Node("root")
    beams = createScene(root)
    Sofa.Simulation.initRoot(root)
    tops = [dofs.position.value[:, 1].argmax() for dofs in beams]
    widest = [0.0] * len(beams)
    for _ in range(100):
        Sofa.Simulation.animate(root, root.dt.value)
        for i, dofs in enumerate(beams):
            sideways = dofs.position.value[tops[i], 0] - dofs.rest_position.value[tops[i], 0]
            widest[i] = max(widest[i], abs(sideways))
    for dofs, distance in zip(beams, widest):
        print("%s: the top swings by %.2f" % (dofs.getContext().getName(), distance))


if __name__ == "__main__":
    main()
