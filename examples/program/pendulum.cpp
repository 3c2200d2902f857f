// A pendulum built in C++, stepped, and read out: prints time and position of its bob.
#include <Sofa/Core/Contract/State.h>
#include <Sofa/Simulation/Node.h>
#include <Sofa/Simulation/Simulation.h>

#include <cstdio>

int main() {
  using namespace sofa;
  auto root = simulation::Node::createRoot();
  root->d_dt.set(0.01);
  root->add("DefaultAnimationLoop");
  auto body = root->createChild("pendulum");
  body->add("RungeKutta4Solver");
  auto state = body->add("MechanicalObject", {{"template", "Vec3d"}, {"position", "0 0 0  1 0 0"}});
  body->add("UniformMass", {{"vertexMass", "1"}});
  body->add("FixedProjectiveConstraint", {{"indices", "0"}});
  body->add("SpringForceField", {{"spring", "0 1 1000 0 1"}});
  simulation::initRoot(*root);

  const auto& points = dynamic_cast<const core::State<type::Vec3Types>&>(*state);
  for (int step = 1; step <= 100; ++step) {
    simulation::animate(*root);
    if (step % 20) continue;
    const type::Vec3& bob = points.positions()[1];
    std::printf("t = %.2f  x = %.4f  y = %.4f\n", root->time(), bob.x(), bob.y());
  }
}
