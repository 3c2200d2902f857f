// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/PartedHexahedron.h"

namespace sofa::fem {
namespace {

/// Weights of the nodes of a hexahedron (columns) at the nodes of one of its parts.
type::Mat<8> partWeights(int levels, std::size_t part) {
  const std::array<int, 3> place = partPlace(levels, part);
  type::Mat<8> w;
  for (int row = 0; row < 8; ++row) {
    Vec3 at;  // in the hexahedron, from -1 to 1
    for (int axis = 0; axis < 3; ++axis)
      at[axis] = (2 * place[static_cast<std::size_t>(axis)] + 1 + hexaSign[row][axis]) / double(1 << levels) - 1;
    w.row(row) = ReferenceElement<type::Hexahedron>::shape(at).transpose();
  }
  return w;
}

}  // namespace

std::array<int, 3> partPlace(int levels, std::size_t part) {
  std::array<int, 3> place{};
  for (int level = 0; level < levels; ++level)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto octant = part >> 3 * (levels - 1 - level);
      place[axis] = 2 * place[axis] + static_cast<int>(octant >> axis & 1);
    }
  return place;
}

PartedHexahedron::PartedHexahedron(int levels, const Mat24& ofPart) {
  m_matrices.resize(std::size_t{1} << 3 * levels);
  for (std::size_t part = 0; part < m_matrices.size(); ++part) {
    const type::Mat<8> weights = partWeights(levels, part);
    Mat24 w = Mat24::Zero();
    for (int a = 0; a < 8; ++a)
      for (int b = 0; b < 8; ++b) w.block<3, 3>(3 * a, 3 * b).diagonal().setConstant(weights(a, b));
    m_matrices[part] = w.transpose() * ofPart * w;
  }
}

Mat24 PartedHexahedron::matrix(std::span<const float> parts) const {
  const std::size_t each = parts.size() / m_matrices.size();
  Mat24 sum = Mat24::Zero();
  for (std::size_t part = 0; part < m_matrices.size(); ++part) {
    float weight = 0;
    for (const float share : parts.subspan(part * each, each)) weight += share;
    if (weight != 0) sum += double{weight} / static_cast<double>(each) * m_matrices[part];
  }
  return sum;
}

}  // namespace sofa::fem
