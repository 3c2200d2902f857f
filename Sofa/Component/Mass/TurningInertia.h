// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Type/DataTypes.h"

namespace sofa::component::mass {

/// The inertia of a body in world axes, J = R J_0 R^T.
type::Mat3 turnedInertia(const type::Mat3& inertia, const type::Quat& orientation);

/// The torque -w x J w that lets a free body keep its angular momentum J w (Euler's equations), with J in world axes.
type::Vec3 gyroscopicTorque(const type::Mat3& inertia, const type::Vec3& w);

/// The same as a mean over h seconds: J (w' - w) / h with the velocity w' at which the body, turned by h w', still has
/// the angular momentum J w. Integrators that take J at the beginning of the step, and turn the body by the new
/// velocity, keep the momentum of a free body with it. `inertia` is in the axes of the body.
type::Vec3 gyroscopicTorque(const type::Mat3& inertia, const type::Quat& orientation, const type::Vec3& w, double h);

/// Finds out whether inertia that does not turn with bodies changes how they move.
class FixedInertiaWatch {
 public:
  /// Whether it does for a body that has turned since it was seen first: its angular momentum would be another, or it
  /// would not keep its angular velocity, by more than a hundredth.
  bool matters(std::size_t body, const type::Mat3& inertia, const type::Quat& orientation, const type::Vec3& w);

 private:
  std::vector<type::Quat> m_first;
};

}  // namespace sofa::component::mass
