// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Component/SceneText.h"
#include "Sofa/GL/Picking/MouseOperation.h"

/// Scenes in which a mouse presses, moves and releases.
namespace sofa::gl {

using geometry::Ray;
using tests::Scene;
using type::Vec3;

inline const std::string withoutGravity = "dt='0.01' gravity='0 0 0'";

/// From z = 10 down to the point (x, y).
inline Ray downAt(double x, double y) { return {Vec3(x, y, 10), -Vec3::UnitZ()}; }

/// A clamped block of 2 x 2 x 5 points along x, whose free end is at x = 4.
inline std::string beam(const std::string& solver) {
  return solver +
         "<RegularGridTopology name='grid' nx='5' ny='2' nz='2' min='0 0 0' max='4 1 1'/><MechanicalObject "
         "name='dofs'/>"
         "<UniformMass totalMass='1'/><HexahedronFEMForceField youngModulus='2000' poissonRatio='0.3' method='large'/>"
         "<FixedProjectiveConstraint indices='0 5 10 15'/>";
}

inline std::unique_ptr<MouseOperation> press(const Scene& scene, const MouseButton& button, const Ray& ray) {
  const auto picked = pickPoint(*scene.root, ray);
  auto operation = MouseOperation::create(button);
  if (!picked || !operation || !operation->start(*scene.root, *picked, ray)) return nullptr;
  return operation;
}
inline std::unique_ptr<MouseOperation> press(const Scene& scene, MouseAction action, const Ray& ray) {
  return press(scene, MouseButton::standard(action), ray);
}

}  // namespace sofa::gl
