// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/ProximityIntersection.h"
#include "Sofa/Type/Values.h"

namespace sofa::component::collision {

/// Elements touch if they meet on their way through the step, however fast: triangles with points, lines with lines
/// (geometry::pointFaceImpact(), edgeEdgeImpact()).
class CCDTightInclusionIntersection final : public ProximityIntersection {
 public:
  core::Data<type::OptionGroup> d_continuousCollisionType{
      this, "continuousCollisionType", type::OptionGroup({"None", "Inertia", "FreeMotion"}),
      "where elements go during the step: nowhere, on with their velocity, or to the end of the free motion"};
  core::Data<double> d_tolerance{
      this, "tolerance", 1e-10,
      "how much farther apart than the contact distance elements may be that touch (m); unless it is "
      "given, as many parts of the size of the elements and of their motion"};
  core::Data<int> d_maxIterations{this, "maxIterations", 1000,
                                  "boxes of times and places looked at per pair of elements; a pair that is not "
                                  "decided by then touches"};

  void init() override;
  /// Boxes that are as near as the contact distance may hold a contact, whatever the alarm distance.
  double boxMargin(double contactDistance1, double contactDistance2) const override;
  core::StepMotion stepMotion() const override;
  std::span<const std::string_view> methods() const override;
};

}  // namespace sofa::component::collision
