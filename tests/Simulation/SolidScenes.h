// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

/// Clamped beams of finite elements, written as scenes, and the bits of their states.
namespace sofa::test {

inline std::string gridText(int nx, int ny, int nz) {
  return "<RegularGridTopology name='grid' n='" + std::to_string(nx) + " " + std::to_string(ny) + " " +
         std::to_string(nz) + "' min='0 0 0' max='" + std::to_string(nx - 1) + " " + std::to_string(ny - 1) + " " +
         std::to_string(nz - 1) + "'/>";
}

inline std::string sceneAround(const std::string& body) {
  return "<Node name='root' dt='0.02' gravity='0 -9.81 0'><DefaultAnimationLoop/>" + body + "</Node>";
}

inline const std::string implicitSolver =
    "<EulerImplicitSolver rayleighStiffness='0.1' rayleighMass='0.1'/><CGLinearSolver iterations='25' tolerance='1e-9' "
    "threshold='1e-9'/>";

/// Tetrahedra from a grid of nx ny nz points, one end held.
inline std::string tetraBeam(int nx, int ny, int nz, const std::string& solver = implicitSolver) {
  return sceneAround(
      "<Node name='Grid'>" + gridText(nx, ny, nz) + "</Node>" + "<Node name='Beam'>" + solver +
      "<TetrahedronSetTopologyContainer name='mesh' "
      "position='@../Grid/grid.position'/><TetrahedronSetTopologyModifier/>"
      "<TetrahedronSetGeometryAlgorithms template='Vec3'/><Hexa2TetraTopologicalMapping input='@../Grid/grid' "
      "output='@mesh'/>"
      "<MechanicalObject name='dofs' template='Vec3' position='@mesh.position'/><UniformMass totalMass='20'/>"
      "<TetrahedronFEMForceField youngModulus='20000' poissonRatio='0.4' method='large'/>"
      "<BoxROI name='held' box='-0.1 -1 -1 0.1 100 100'/><FixedProjectiveConstraint indices='@held.indices'/></Node>");
}

inline std::string hexaBeam(int nx, int ny, int nz, const std::string& solver = implicitSolver) {
  return sceneAround(
      "<Node name='Beam'>" + solver + gridText(nx, ny, nz) +
      "<MechanicalObject name='dofs' template='Vec3'/><UniformMass totalMass='20'/>"
      "<HexahedronFEMForceField youngModulus='20000' poissonRatio='0.4' method='large'/>"
      "<BoxROI name='held' box='-0.1 -1 -1 0.1 100 100'/><FixedProjectiveConstraint indices='@held.indices'/></Node>");
}

inline std::shared_ptr<simulation::Node> start(const std::string& scene) {
  auto root = simulation::readSceneText(scene);
  if (!root) throw std::runtime_error("the scene cannot be read");
  simulation::initRoot(*root);
  return root;
}

inline void steps(simulation::Node& root, int count) {
  for (int i = 0; i < count; ++i) simulation::animate(root);
}

/// Positions and velocities of every mechanical state, depth first.
inline std::vector<double> bits(simulation::Node& root) {
  std::vector<double> all;
  for (auto* node : root.order())
    for (auto* state : node->allLocal<core::BaseState>())
      if (state->isMechanical()) {
        const auto x = state->hostRead(core::vec::position), v = state->hostRead(core::vec::velocity);
        all.insert(all.end(), x.begin(), x.end());
        all.insert(all.end(), v.begin(), v.end());
      }
  return all;
}

}  // namespace sofa::test
