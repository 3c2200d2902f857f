// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/TriangleBendingSprings.h"

#include "Sofa/Core/ObjectModel/ReadAtInit.h"

namespace sofa::component::solidmechanics {

/// Resists the bending of quads: where an edge ab has the opposite edges dc in the first quad and d'c' in a further
/// one, springs dd' and cc'.
template <class DataTypes>
class QuadBendingSprings : public EdgeNeighbourSprings<DataTypes> {
 public:
  core::Data<type::Vec<2, int>> d_localRange{
      this, "localRange", {-1, -1}, "first and last point that get springs; -1 -1: all"};

  void init() override {
    EdgeNeighbourSprings<DataTypes>::init();
    core::readAtInit(*this, {&d_localRange});
  }

 protected:
  std::vector<type::Edge> ends(const core::BaseMeshTopology& mesh) const override;
};

}  // namespace sofa::component::solidmechanics
