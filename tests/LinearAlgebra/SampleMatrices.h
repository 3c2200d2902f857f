// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Dense>
#include <array>
#include <random>
#include <set>

#include "Sofa/LinearAlgebra/BlockMatrix.h"

/// Matrices for tests and benchmarks of the solvers.
namespace sofa::test {

using linearalgebra::BlockMatrix;
using linearalgebra::DenseMatrix;
using linearalgebra::Vector;
using Point = std::array<double, 3>;

inline std::span<double> span(Vector& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
inline std::span<const double> span(const Vector& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

inline Vector product(const BlockMatrix& a, const Vector& x) {
  Vector y(a.rows());
  a.multiply(span(x), span(y));
  return y;
}

/// A matrix with the pattern of the given rows and no values.
inline BlockMatrix withPattern(int blockSize, const std::vector<std::set<int>>& rows, int blockColumns) {
  std::vector<int> start{0}, columns;
  for (const auto& row : rows) {
    columns.insert(columns.end(), row.begin(), row.end());
    start.push_back(static_cast<int>(columns.size()));
  }
  BlockMatrix a;
  a.setPattern(blockSize, start, columns, blockColumns);
  return a;
}

/// What a dense matrix holds; blocks that are zero are not stored.
inline BlockMatrix fromDense(int blockSize, const DenseMatrix& dense) {
  const int rows = static_cast<int>(dense.rows()) / blockSize, columns = static_cast<int>(dense.cols()) / blockSize;
  const auto part = [&](int i, int j) { return dense.block(i * blockSize, j * blockSize, blockSize, blockSize); };
  std::vector<std::set<int>> pattern(rows);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (part(i, j).cwiseAbs().maxCoeff() > 0) pattern[i].insert(j);
  BlockMatrix a = withPattern(blockSize, pattern, columns);
  for (int i = 0; i < rows; ++i)
    for (int j : pattern[i]) Eigen::Map<DenseMatrix>(a.block(a.find(i, j)), blockSize, blockSize) = part(i, j);
  return a;
}

/// Random blocks at `perRow` random places of a row and their transposed places, and on the diagonal. Unsymmetric
/// values.
inline BlockMatrix randomMatrix(int blockSize, int blockRows, int perRow, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> place(0, std::max(0, blockRows - 1));
  std::uniform_real_distribution<double> real(-1, 1);
  std::vector<std::set<int>> rows(blockRows);
  for (int i = 0; i < blockRows; ++i) {
    rows[i].insert(i);
    for (int k = 0; k < perRow; ++k) {
      const int j = place(random);
      rows[i].insert(j);
      rows[j].insert(i);
    }
  }
  BlockMatrix a = withPattern(blockSize, rows, blockRows);
  for (double& v : a.values()) v = real(random);
  return a;
}

/// Symmetric and dominated by its diagonal, whose signs `sign(row)` gives.
template <class Sign>
BlockMatrix randomSymmetric(int blockSize, int blockRows, int perRow, unsigned seed, const Sign& sign) {
  BlockMatrix a = randomMatrix(blockSize, blockRows, perRow, seed);
  DenseMatrix dense = (a.dense() + a.dense().transpose()) / 2;
  for (int i = 0; i < dense.rows(); ++i) dense(i, i) = sign(i) * (0.5 + dense.row(i).cwiseAbs().sum());
  for (int i = 0; i < blockRows; ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
      Eigen::Map<DenseMatrix>(a.block(k), blockSize, blockSize) =
          dense.block(i * blockSize, a.columnIndices()[k] * blockSize, blockSize, blockSize);
  return a;
}

inline BlockMatrix randomPositive(int blockSize, int blockRows, int perRow, unsigned seed) {
  return randomSymmetric(blockSize, blockRows, perRow, seed, [](int) { return 1.0; });
}

inline Vector randomVector(int size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> real(-1, 1);
  Vector x(size);
  for (double& v : x) v = real(random);
  return x;
}

/// mass I + stiffness K of a beam of across x across x along points, 1 wide, of six tetrahedra a cube, E = 6000 and
/// nu = 0.4. The first layer is clamped: its rows are those of the identity.
inline BlockMatrix elasticBeam(int across, int along, double mass, double stiffness,
                               std::vector<Point>* points = nullptr) {
  const int layer = across * across, n = layer * along;
  const double h = 1.0 / (across - 1), lambda = 6000 * 0.4 / (1.4 * 0.2), mu = 6000 / 2.8;
  std::vector<Point> x(n);
  for (int p = 0; p < n; ++p) x[p] = {p % across * h, p / across % across * h, p / layer * h};
  const std::array<int, 3> step = {1, across, layer};
  std::vector<std::array<int, 4>> tetras;
  for (int p = 0; p < n - layer; ++p) {
    if (p % across == across - 1 || p / across % across == across - 1) continue;
    std::array<int, 3> turn = {0, 1, 2};
    do {  // a path along the edges of the cube for every order of the axes
      tetras.push_back({p, p + step[turn[0]], p + step[turn[0]] + step[turn[1]], p + step[0] + step[1] + step[2]});
    } while (std::next_permutation(turn.begin(), turn.end()));
  }
  std::vector<std::set<int>> rows(n);
  for (const auto& t : tetras)
    for (int a : t) rows[a].insert(t.begin(), t.end());
  BlockMatrix matrix = withPattern(3, rows, n);
  const auto block = [&](std::size_t k) { return Eigen::Map<Eigen::Matrix3d>(matrix.block(k)); };
  for (const auto& t : tetras) {
    Eigen::Matrix4d corner;
    for (int a = 0; a < 4; ++a) corner.row(a) << 1, x[t[a]][0], x[t[a]][1], x[t[a]][2];
    const double scale = stiffness * std::abs(corner.determinant()) / 6;
    const Eigen::Matrix4d inverse = corner.inverse();
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        const Eigen::Vector3d ga = inverse.block<3, 1>(1, a), gb = inverse.block<3, 1>(1, b);
        block(matrix.find(t[a], t[b])) += scale * (lambda * ga * gb.transpose() + mu * gb * ga.transpose() +
                                                   mu * ga.dot(gb) * Eigen::Matrix3d::Identity());
      }
  }
  for (int i = 0; i < n; ++i)
    for (int k = matrix.rowStart()[i]; k < matrix.rowStart()[i + 1]; ++k) {
      const int j = matrix.columnIndices()[k];
      if (i == j) block(k) += mass * Eigen::Matrix3d::Identity();
      if (i < layer || j < layer) block(k) = (i == j) * Eigen::Matrix3d::Identity();
    }
  if (points) *points = x;
  return matrix;
}

/// The matrix of an implicit Euler step of that beam, 187.85 kg, with Rayleigh factors 0.1.
inline BlockMatrix implicitBeam(int across, int along, double dt = 0.01, std::vector<Point>* points = nullptr) {
  return elasticBeam(across, along, (1 + 0.1 * dt) * 187.85 / (across * across * along), dt * (dt + 0.1), points);
}

}  // namespace sofa::test
