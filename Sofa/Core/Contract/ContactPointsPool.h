// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "Sofa/Core/Contract/CollisionModel.h"

namespace sofa::core {

/// Points of models that all contacts share, whatever other models they are with: a body that rests on ten others has
/// one state of contact points, not ten. At each detection contacts attach their points anew, between begin() and
/// finish().
class ContactPointsPool {
 public:
  /// For one contact, which owns them: the points of the model go with the last contact that uses them. Neither
  /// restart(), finish() nor archive() does anything here. Null if nothing can be attached to the model.
  std::unique_ptr<ContactPoints> pointsOf(CollisionModel& model);
  /// Forgets the points of the last detection.
  void begin();
  /// Brings all points to the places and velocities that follow from their models'.
  void finish();

 private:
  std::unordered_map<CollisionModel*, std::weak_ptr<ContactPoints>> m_points;
};

}  // namespace sofa::core
