// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"
#include "Sofa/Core/Contract/ContactPointsPool.h"

namespace sofa::core {

/// The points of both models of a contact, through which a response acts on them.
class ContactSides {
 public:
  /// Points of its own for each side; none if nothing can be attached to one of the models.
  static std::optional<ContactSides> apart(CollisionModel& first, CollisionModel& second);
  /// As above, but one model that touches itself has the points of both sides in one state.
  static std::optional<ContactSides> together(CollisionModel& first, CollisionModel& second);

  /// Points that all contacts of a model share: for contacts that attach theirs anew at each detection.
  static std::optional<ContactSides> shared(CollisionModel& first, CollisionModel& second, ContactPointsPool& pool);

  State<type::Vec3Types>& state1() const { return m_first->state(); }
  State<type::Vec3Types>& state2() const { return second().state(); }
  /// Forgets the points of the last detection; `count` contacts follow.
  void restart(std::size_t count);
  struct Ends {
    type::Index index1 = 0, index2 = 0;  ///< in the states
    double radius1 = 0, radius2 = 0;     ///< distances of the surfaces from these points (m)
  };
  Ends attach(const DetectionOutput& output);
  /// Brings the points to the places and velocities that follow from the models'.
  void finish();
  void archive(Archive& archive);
  /// Whether a component of the scene was added by the points and goes with them.
  bool owns(const Component& component) const;

 private:
  ContactPoints& second() const { return m_second ? *m_second : *m_first; }
  std::unique_ptr<ContactPoints> m_first, m_second;
};

}  // namespace sofa::core
