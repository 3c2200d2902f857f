// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Geometry/RayHit.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::gl {

/// A point of a body that a ray meets, as points of a mechanical state with weights.
struct PickedPoint {
  std::weak_ptr<core::BaseState> state;
  std::vector<type::Index> points;           ///< one, or the corners of a triangle
  std::vector<double> weights;               ///< one each, sum 1
  type::Vec3 position = type::Vec3::Zero();  ///< of that point, or of the hit on a body that turns
  double distance = 0;                       ///< along the ray, of what is seen (m)
  double aside = 0;                          ///< from there to `position` (m); 0 on a surface
  std::string description;                   ///< "Index 4 of /body/dofs : MechanicalObject<Vec3d>"

  /// The point with the largest weight.
  type::Index nearestPoint() const;
};

/// Where the motion of a state comes from: the state at the beginning of the mappings and linked Data that lead to it.
const core::BaseState* drivingState(const core::BaseState* state);

/// What a user who points at something in a view means (docs/manual/visual.md, "Mouse operations"): the nearest
/// simulated collision sphere; else, or if another body's surface is in front of it, the nearest surface: faces of a
/// topology on a mechanical state, or a visual model that such a state moves; else the particle nearest to the ray.
/// Faces on points are met between their corners; of visual models, and of bodies that turn, the nearest point counts.
/// States tagged NoPicking are passed over, obstacles (nodes with a collision model that is not simulated) too.
std::optional<PickedPoint> pickPoint(simulation::Node& root, const geometry::Ray& ray);

}  // namespace sofa::gl
