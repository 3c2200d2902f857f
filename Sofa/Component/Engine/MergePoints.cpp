// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/MergePoints.h"

#include <numeric>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {

template <class DataTypes>
void MergePoints<DataTypes>::init() {
  for (core::BaseData* input :
       std::initializer_list<core::BaseData*>{&d_position1, &d_position2, &d_mappingX2, &d_noUpdate})
    addInput(input);
  for (core::BaseData* output : std::initializer_list<core::BaseData*>{&d_indices1, &d_indices2, &d_points})
    addOutput(output);
  setDirty();
}

template <class DataTypes>
void MergePoints<DataTypes>::doUpdate() {
  if (m_computed && d_noUpdate.value()) return;
  m_computed = true;
  const auto& first = d_position1.value();
  const auto& second = d_position2.value();
  const auto& places = d_mappingX2.value();
  auto& points = d_points.edit();
  auto& indices1 = d_indices1.edit();
  auto& indices2 = d_indices2.edit();
  points = first;
  indices1.resize(first.size());
  std::iota(indices1.begin(), indices1.end(), type::Index{0});
  indices2.clear();
  if (places.empty()) {
    points.insert(points.end(), second.begin(), second.end());
    indices2.resize(second.size());
    std::iota(indices2.begin(), indices2.end(), static_cast<type::Index>(first.size()));
    return;
  }
  if (places.size() != second.size())
    warning("mappingX2 has {} places for the {} points of position2; the rest is left out.", places.size(),
            second.size());
  std::vector<char> replaced(points.size(), 0);
  for (std::size_t i = 0; i < std::min(places.size(), second.size()); ++i) {
    if (places[i] >= points.size()) {
      error(
          "mappingX2: place {} of point {} does not exist, position1 has {} points; the points from there on are left "
          "out.",
          places[i], i, points.size());
      break;
    }
    points[places[i]] = second[i];
    replaced[places[i]] = 1;
  }
  indices1.clear();
  for (std::size_t i = 0; i < points.size(); ++i)
    (replaced[i] ? indices2 : indices1).push_back(static_cast<type::Index>(i));
}

namespace {
const auto registered =
    core::Register("MergePoints", "Sofa.Component.Engine.Generate", "Joins two lists of points")
        .addAll<MergePoints, type::Vec3Types, type::Vec1Types, type::Vec2Types, type::Rigid2Types, type::Rigid3Types>(
            true);
}  // namespace

}  // namespace sofa::component::engine
