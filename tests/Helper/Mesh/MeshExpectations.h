// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/Mesh/MeshData.h"

/// What the tests of the mesh formats share.
namespace sofa::helper::mesh::testing {

/// Coordinates of the points, one after the other.
inline std::vector<double> flat(const std::vector<type::Vec3>& points) {
  std::vector<double> values;
  for (const auto& p : points) values.insert(values.end(), {p[0], p[1], p[2]});
  return values;
}

using Indices = std::vector<std::vector<type::Index>>;

/// Elements of any kind as plain lists of indices.
template <class Elements>
Indices indices(const Elements& elements) {
  Indices lists;
  for (const auto& e : elements) lists.emplace_back(e.begin(), e.end());
  return lists;
}

/// The text of the FormatError that `read` throws; empty if it throws none.
template <class Read>
std::string errorOf(const Read& read) {
  try {
    read();
  } catch (const FormatError& error) {
    return error.what();
  }
  return "";
}

}  // namespace sofa::helper::mesh::testing
