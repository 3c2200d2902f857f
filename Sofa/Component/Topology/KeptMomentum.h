// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Core/Contract/State.h"

namespace sofa::component::topology {

/// Linear and angular momentum of the masses that act on a state itself, across a change of its mesh. Where velocities
/// after the change are not all those of before, points that are free to move get the small rigid motion that brings
/// the momentum back.
class KeptMomentum {
 public:
  using State = core::State<type::Vec3Types>;

  /// Remembers the momentum as it is.
  explicit KeptMomentum(State& state);
  /// Gives these points the motion that is missing. The state and the masses have followed the mesh by then.
  void restore(const std::vector<type::Index>& points) const;

 private:
  type::Vec6 momentumOf(const type::Vec3Types::VecDeriv& velocities) const;

  State& m_state;
  type::Vec6 m_momentum;  ///< linear, then angular about the origin
};

}  // namespace sofa::component::topology
