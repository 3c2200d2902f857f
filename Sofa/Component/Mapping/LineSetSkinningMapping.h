// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/BlendedBodies.h"

namespace sofa::component::mapping {

/// Points that follow lines between bodies (docs/manual/mappings.md, "Chains and groups of bodies"): the nearest line
/// of each point at rest and those near it along the mesh, weighted by 1/d^n. A line moves its nearest place p = (1 -
/// s) a + s b as its two bodies do, with weights 1 - s and s.
template <class In, class Out>
class LineSetSkinningMapping : public BlendedBodies<In, Out> {
 public:
  using Base = BlendedBodies<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::OutVecCoord;

  core::Data<type::Index> d_neighborhoodLevel{
      this, "neighborhoodLevel", 3, "how many steps from line to line lead at most from the nearest one to the others"};
  core::Data<type::Index> d_numberInfluencedLines{this, "numberInfluencedLines", 4, "lines that move a point, at most"};
  core::Data<int> d_weightCoef{this, "weightCoef", 4, "n: a line at distance d has the weight 1/d^n"};

  void init() override;
  void draw(core::DrawList& list) const override;

 private:
  using typename Base::Influence;
  struct NearLine {
    double distance, along;  ///< of the point, and of its nearest place on the line from 0 to 1
    type::Index line;
  };
  bool check(const std::vector<type::Edge>& lines, std::size_t bodies);
  std::vector<NearLine> nearLines(const type::Vec3& point, const std::vector<type::Edge>& lines,
                                  const InVecCoord& bodies) const;
  std::vector<Influence> influences(const std::vector<NearLine>& near, const std::vector<type::Edge>& lines) const;
};

}  // namespace sofa::component::mapping
