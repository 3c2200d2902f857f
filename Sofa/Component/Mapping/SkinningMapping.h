// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/BlendedBodies.h"

namespace sofa::component::mapping {

/// Points that follow several bodies. Weights are given, or 1/d^2 of the nearest bodies at rest; they are made to sum
/// to 1, and end with the last one above 0.
template <class In, class Out>
class SkinningMapping : public BlendedBodies<In, Out> {
 public:
  using Base = BlendedBodies<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::OutVecCoord;

  core::Data<OutVecCoord> d_initPos{this, "initPos", {}, "positions at rest; default: the output's at initialisation"};
  core::Data<std::vector<type::Index>> d_nbRef{
      this, "nbRef", {4}, "number of bodies that move a point; one for all, or one for each if indices are given"};
  core::Data<std::vector<std::vector<type::Index>>> d_index{
      this, "indices", {}, "bodies of each point; default: the nearest ones"};
  core::Data<std::vector<std::vector<double>>> d_weight{this, "weight", {}, "weights of these bodies"};
  core::Data<bool> d_computeWeightsFromPosition{this, "computeWeightsFromPosition", false,
                                                "if true, bodies stand at their positions instead of rest positions"};
  core::Data<type::Index> d_showFromIndex{
      this, "showFromIndex", 0, "body whose weights are shown", {.group = "Visualization"}};
  core::Data<bool> d_showWeights{
      this, "showWeights", false, "draw the points in shades of their weight", {.group = "Visualization"}};

  void init() override;
  bool topologyChanged(const core::MeshChanges& changes) override;
  void archive(core::Archive& archive) override;
  void draw(core::DrawList& list) const override;

 private:
  using typename Base::Influence;
  bool takeGiven(std::size_t points, std::size_t bodies);
  void findNearest(const OutVecCoord& points, const InVecCoord& bodies);
  /// Writes indices and weights as they are now.
  void tellInfluences();
};

}  // namespace sofa::component::mapping
