// Runs one scene file several times with different values and compares the results: the deflection of a spring for
// several stiffnesses.
#include <Sofa/Core/Contract/State.h>
#include <Sofa/Core/ObjectModel/Path.h>
#include <Sofa/Helper/Message.h>
#include <Sofa/Simulation/Scene/SceneReader.h>
#include <Sofa/Simulation/Simulation.h>

#include <cstdio>

using namespace sofa;

constexpr const char* scene = R"(
<Node name="root" dt="0.05" gravity="0 -10 0">
  <DefaultAnimationLoop/>
  <EulerImplicitSolver/>
  <CGLinearSolver iterations="50" tolerance="1e-9" threshold="1e-12"/>
  <MechanicalObject name="dofs" position="0 0 0"/>
  <UniformMass vertexMass="1"/>
  <RestShapeSpringsForceField name="spring" stiffness="100" points="0"/>
</Node>)";

int main() {
  auto root = simulation::readSceneText(scene);  // readScene("file.scn") for a file
  if (!root) return 1;                           // the message says file and line
  simulation::initRoot(*root);
  if (helper::errorCount(helper::messageCounts()) > 0) return 1;

  auto& spring = *dynamic_cast<core::Component*>(core::findObjectByPath(*root, "@spring"));
  auto& dofs = *root->down<core::State<type::Vec3Types>>();
  for (const char* stiffness : {"50", "100", "200"}) {
    simulation::reset(*root);
    if (!spring.setAttribute("stiffness", stiffness)) return 1;
    spring.reinit();
    for (int step = 0; step < 400; ++step) simulation::animate(*root);
    std::printf("stiffness %s N/m: y = %.3f m\n", stiffness, dofs.positions()[0].y());
  }
  simulation::unload(*root);
}
