"""An environment to learn in: a force on a cart keeps the pole on it upright.
python3 examples/Python/balancing_cart.py                       (some episodes with a controller that knows how, and without)
runSofa examples/Python/balancing_cart.py                       (shows how the pole falls over)
"""
import numpy
import Sofa
from Sofa.Learning import Box, Environment

MASS = 0.5  # of the cart and of the top (kg)
HEIGHT, STIFFNESS = 1.0, 2e4  # m, N/m


def createScene(root):
    """Two points joined by a stiff spring; the cart, the first, moves along x only."""
    root.dt, root.gravity = 0.01, [0, -9.81, 0]
    root.addObject("DefaultAnimationLoop")
    root.addObject("VisualStyle", displayFlags="showBehaviorModels showForceFields")
    root.addObject("EulerImplicitSolver", rayleighStiffness=0, rayleighMass=0)
    root.addObject("SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d")
    root.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0], [0.02, HEIGHT, 0]], showObject=True, showObjectScale=10)
    root.addObject("UniformMass", vertexMass=MASS)
    root.addObject("PartialFixedProjectiveConstraint", indices=[0], fixedDirections=[0, 1, 1])
    root.addObject("SpringForceField", spring=[[0, 1, STIFFNESS, 1, HEIGHT]])
    root.addObject("ConstantForceField", name="push", indices=[0], forces=[[0, 0, 0]])


class Balancing(Environment):
    """Actions: the force on the cart (N). Observations: place of the cart, lean of the pole, and how fast both change."""
    action_space = Box(-10, 10, (1,))
    observation_space = Box(-numpy.inf, numpy.inf, (4,))
    stepsPerAction, limit = 2, 200

    def createScene(self, root):
        createScene(root)

    def randomise(self):
        with self.root.dofs.position.writeable() as position:
            position[1, 0] = self.np_random.uniform(-0.05, 0.05)

    def act(self, action):
        self.root.push.forces = [[float(action[0]), 0, 0]]

    def observe(self):
        x, v = self.root.dofs.position.value, self.root.dofs.velocity.value
        return [x[0, 0], x[1, 0] - x[0, 0], v[0, 0], v[1, 0] - v[0, 0]]

    def reward(self):
        return 1.0 - abs(self.observe()[1])

    def terminated(self):
        return abs(self.observe()[1]) > 0.5 * HEIGHT


def balance(observation):
    """Pushes the cart below the top."""
    place, lean, speed, rate = observation
    return [numpy.clip(30 * lean + 8 * rate + 1.0 * place + 2.0 * speed, -10, 10)]


def main():
    with Balancing() as environment:
        for name, policy in (("balanced", balance), ("left alone", lambda observation: [0.0])):
            for episode in range(3):
                observation, info = environment.reset(seed=episode)
                total, ended = 0.0, False
                while not ended:
                    observation, reward, terminated, truncated, info = environment.step(policy(observation))
                    total, ended = total + reward, terminated or truncated
                print("%s, episode %d: %d actions, return %.1f" % (name, episode, environment.actions, total))


if __name__ == "__main__":
    main()
