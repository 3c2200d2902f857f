"""Small scenes used by several tests."""
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
