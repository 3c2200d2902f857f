// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/CompositeHexahedron.h"
#include "Sofa/Type/EigenView.h"

#include <Eigen/LU>
#include <charconv>

namespace sofa::fem {
namespace {

using Matrix81 = Eigen::MatrixXd;
constexpr int nodes = 27;  // of the lattice of eight parts, x running fastest

int latticeNode(const std::array<int, 3>& at) { return at[0] + 3 * at[1] + 9 * at[2]; }

/// Of a node of an octant (x, y and z above the middle are 1, 2 and 4).
int latticeNode(int octant, int node) {
  std::array<int, 3> at{};
  for (int a = 0; a < 3; ++a)
    at[std::size_t(a)] = (octant >> a & 1) + (hexaSign[std::size_t(node)][std::size_t(a)] > 0);
  return latticeNode(at);
}
int cornerNode(int corner) {
  std::array<int, 3> at{};
  for (int a = 0; a < 3; ++a) at[std::size_t(a)] = hexaSign[std::size_t(corner)][std::size_t(a)] > 0 ? 2 : 0;
  return latticeNode(at);
}
/// Whether the corner's trilinear weight at a node of the lattice is not zero.
bool reaches(int corner, int node) {
  const std::array<int, 3> at{node % 3, node / 3 % 3, node / 9};
  for (int a = 0; a < 3; ++a)
    if (at[std::size_t(a)] == (hexaSign[std::size_t(corner)][std::size_t(a)] > 0 ? 0 : 2)) return false;
  return true;
}

/// What stands for a missing part: a cube of which the product of modulus and edge is 1.02e12, to six digits.
const Mat24& rigid() {
  static const Mat24 matrix = [] {
    HexaPoints cube;
    for (int n = 0; n < 8; ++n)
      for (int a = 0; a < 3; ++a) cube[n][a] = hexaSign[n][a] > 0 ? 1 : 0;
    Mat24 k = boxStiffness(cube, lame(1.02e12, 0));
    for (double& entry : k.reshaped()) {
      char text[32];
      const auto end = std::to_chars(text, text + sizeof text, entry, std::chars_format::scientific, 5).ptr;
      float rounded = 0;
      std::from_chars(text, end, rounded);
      entry = double{rounded};
    }
    return k;
  }();
  return matrix;
}

void assemble(Matrix81& sum, int octant, const Mat24& matrix) {
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b)
      sum.block<3, 3>(3 * latticeNode(octant, a), 3 * latticeNode(octant, b)) +=
          eigen(matrix).block<3, 3>(3 * a, 3 * b);
}

/// How the 27 nodes move with the eight corners.
Eigen::MatrixXd cornerWeights(const Matrix81& stiffness) {
  std::vector<int> corners, others;
  std::array<bool, nodes> isCorner{};
  for (int c = 0; c < 8; ++c) {
    isCorner[std::size_t(cornerNode(c))] = true;
    for (int a = 0; a < 3; ++a) corners.push_back(3 * cornerNode(c) + a);
  }
  for (int i = 0; i < 3 * nodes; ++i)
    if (!isCorner[std::size_t(i / 3)]) others.push_back(i);
  const Eigen::MatrixXd inner = -stiffness(others, others).partialPivLu().solve(stiffness(others, corners));
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(3 * nodes, 24);
  for (int k = 0; k < 24; ++k) w(corners[std::size_t(k)], k) = 1;
  for (int r = 0; r < inner.rows(); ++r) {
    const int row = others[std::size_t(r)];
    for (int c = 0; c < 8; ++c)
      if (reaches(c, row / 3)) w(row, 3 * c + row % 3) = inner(r, 3 * c + row % 3);
    if (const double sum = w.row(row).sum(); sum != 0) w.row(row) /= sum;
  }
  return w;
}

}  // namespace

namespace {

std::span<const float> partsOf(std::span<const float> parts, int octant) {
  return parts.subspan(std::size_t(octant) * parts.size() / 8, parts.size() / 8);
}
bool isThere(std::span<const float> parts) {
  return std::ranges::any_of(parts, [](float part) { return part != 0; });
}

}  // namespace

void CompositeHexahedron::forgetMany() const {
  constexpr std::size_t most = 256;  // some MB
  if (m_joined.size() > most) m_joined.clear();
}

auto CompositeHexahedron::condense(std::span<const float> parts) const -> Condensed {
  const Condensed made = condense(m_levels, parts);
  forgetMany();
  return made;
}

std::vector<Eigen::MatrixXd> CompositeHexahedron::weights(std::span<const float> parts) const {
  std::vector<Eigen::MatrixXd> weights(std::size_t{1} << 3 * m_levels);
  addWeights(m_levels, parts, weights);
  forgetMany();
  return weights;
}

auto CompositeHexahedron::condense(int level, std::span<const float> parts) const -> Condensed {
  if (level > 0) return join(level, parts).condensed;
  double mean = 0;
  for (const float part : parts) mean += double{part} / static_cast<double>(parts.size());
  return {mean * m_stiffness, mean * m_mass};
}

auto CompositeHexahedron::join(int level, std::span<const float> parts) const -> const Joined& {
  std::vector<float> key(parts.begin(), parts.end());
  if (const auto known = m_joined.find(key); known != m_joined.end()) return known->second;
  Matrix81 real = Matrix81::Zero(3 * nodes, 3 * nodes), mass = real, filled = real;
  for (int octant = 0; octant < 8; ++octant) {
    const auto own = partsOf(parts, octant);
    if (!isThere(own)) {
      assemble(filled, octant, rigid());
      continue;
    }
    const auto part = condense(level - 1, own);
    assemble(real, octant, part.stiffness);
    assemble(mass, octant, part.mass);
  }
  filled += real;
  const Eigen::MatrixXd w = cornerWeights(filled);
  return m_joined[std::move(key)] = {{w.transpose() * real * w, w.transpose() * mass * w}, w};
}

void CompositeHexahedron::addWeights(int level, std::span<const float> parts,
                                     std::span<Eigen::MatrixXd> weights) const {
  if (level == 0) {
    weights[0] = Eigen::MatrixXd::Identity(24, 24);
    return;
  }
  const Eigen::MatrixXd& w = join(level, parts).weights;
  for (int octant = 0; octant < 8; ++octant) {
    const auto own = partsOf(parts, octant);
    if (!isThere(own)) continue;
    const auto below = weights.subspan(std::size_t(octant) * weights.size() / 8, weights.size() / 8);
    addWeights(level - 1, own, below);
    Eigen::MatrixXd ofOctant(24, 24);
    for (int n = 0; n < 8; ++n) ofOctant.middleRows<3>(3 * n) = w.middleRows<3>(3 * latticeNode(octant, n));
    for (auto& weight : below)
      if (weight.size() != 0) weight = weight * ofOctant;
  }
}

}  // namespace sofa::fem
