// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::engine {

/// Joins two lists of points: the second is appended to the first, or its points take the places of the
/// first list that mappingX2 names.
template <class DataTypes>
class MergePoints final : public core::DataEngine {
 public:
  using VecCoord = typename DataTypes::VecCoord;
  using Indices = std::vector<type::Index>;

  core::Data<VecCoord> d_position1{this, "position1", {}, "first points", {.group = "Inputs"}};
  core::Data<VecCoord> d_position2{this, "position2", {}, "second points", {.group = "Inputs"}};
  core::Data<Indices> d_mappingX2{
      this, "mappingX2", {}, "places of the second points in the result; empty: behind the first", {.group = "Inputs"}};
  core::Data<Indices> d_indices1{
      this, "indices1", {}, "places of the result that hold first points, increasing", {.group = "Outputs"}};
  core::Data<Indices> d_indices2{
      this, "indices2", {}, "places of the result that hold second points, increasing", {.group = "Outputs"}};
  core::Data<VecCoord> d_points{this, "points", {}, "all points", {.group = "Outputs"}};
  core::Data<bool> d_noUpdate{this, "noUpdate", false, "if true, computed once only"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  void init() override;

 protected:
  void doUpdate() override;

 private:
  bool m_computed = false;
};

}  // namespace sofa::component::engine
