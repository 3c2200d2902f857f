// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/ChordMapping.h"

namespace sofa::component::mapping {

/// The distance of some points to places in space, less a length at rest. At the place itself the direction is the x
/// axis.
template <class In, class Out>
class DistanceFromTargetMapping : public ChordMapping<In, 1> {
 public:
  using Base = ChordMapping<In, 1>;
  using typename Base::InVecCoord;
  using typename Base::OutVecCoord;

  core::Data<std::vector<type::Index>> d_indices{
      this, "indices", {}, "points whose distances are wanted; target k without one is that of point k"};
  core::Data<InVecCoord> d_targetPositions{this, "targetPositions", {}, "one place for each of them"};
  core::Data<std::vector<double>> d_restLengths{
      this, "restLengths", {}, "subtracted from each distance (m); missing ones are 0"};
  core::Data<float> d_showObjectScale{
      this, "showObjectScale", 0.0f, "thickness of drawn lines", {.group = "Visualization"}};
  core::Data<type::Color> d_showColor{
      this, "showColor", {1, 1, 0, 1}, "colour of drawn lines", {.group = "Visualization"}};

  void init() override;
  /// Points that go leave indices, with their targets and lengths.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void archive(core::Archive& archive) override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void draw(core::DrawList& list) const override;

 private:
  using Part = DistancePart<In>;

  void completeIndices();
  bool checkData() const;
  void takePoints();
};

}  // namespace sofa::component::mapping
