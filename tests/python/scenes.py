# SPDX-License-Identifier: Apache-2.0
"""Small scenes and components used by several tests."""
import numpy
import Sofa
import Sofa.Simulation


def falling(count=1, gravity=(0, -10, 0), dt=0.1):
    """An initialised scene of free points (i, 0, 0) under explicit Euler: after n steps v = n dt g."""
    root = Sofa.Core.Node("root")
    root.dt = dt
    root.gravity = list(gravity)
    root.addObject("DefaultAnimationLoop")
    root.addObject("EulerExplicitSolver")
    root.addObject("MechanicalObject", name="dofs", position=[[i, 0, 0] for i in range(count)])
    root.addObject("UniformMass", vertexMass=1.0)
    Sofa.Simulation.initRoot(root)
    return root


def controller(name="c", **methods):
    """A controller with these methods."""
    return type("Made", (Sofa.Core.Controller,), methods)(name=name)


class DoubleByProducts(Sofa.Core.Mapping_Vec3d_Vec3d):
    """Twice the positions of another state."""

    def apply(self, m, out, x):
        with out.writeable() as mapped:
            mapped[:] = 2 * x.value

    applyJ = apply

    def applyJT(self, m, out, force):
        with out.writeable() as forces:
            forces += 2 * force.value


class Double(DoubleByProducts):
    """The same, with its matrix."""

    def getJ(self):
        return 2 * numpy.eye(self.findLink("input").getLinkedBase().velocity.size)
