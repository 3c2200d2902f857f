// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/Aggregation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sofa::linearalgebra {
namespace {

/// Strong neighbours of every block row, strongest coupling kept beside.
struct StrengthGraph {
  std::vector<int> start{0}, neighbours;
  std::vector<double> strength;

  StrengthGraph(const BlockMatrix& a, double threshold) {
    const auto norm = [&](std::size_t k) {
      double sum = 0;
      for (int e = 0; e < a.blockLength(); ++e) sum += a.block(k)[e] * a.block(k)[e];
      return std::sqrt(sum);
    };
    std::vector<double> diagonal(a.blockRows(), 0.0);
    for (int i = 0; i < a.blockRows(); ++i)
      if (const std::size_t k = a.find(i, i); k != BlockMatrix::notStored) diagonal[i] = norm(k);
    for (int i = 0; i < a.blockRows(); ++i) {
      for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k) {
        const int j = a.columnIndices()[k];
        if (i == j) continue;
        const double coupling = norm(k);
        if (!(coupling > threshold * std::sqrt(diagonal[i] * diagonal[j])) || coupling == 0) continue;
        neighbours.push_back(j);
        strength.push_back(coupling);
      }
      start.push_back(static_cast<int>(neighbours.size()));
    }
  }
  std::span<const int> of(int i) const { return {neighbours.data() + start[i], neighbours.data() + start[i + 1]}; }
};

}  // namespace

Aggregates aggregate(const BlockMatrix& a, double threshold) {
  const StrengthGraph graph(a, threshold);
  const int n = a.blockRows();
  Aggregates result;
  result.of.assign(n, -1);
  auto& of = result.of;
  const auto free = [&](int i) { return of[i] < 0; };
  // A row and all its neighbours, where none is taken yet.
  for (int i = 0; i < n; ++i) {
    const auto near = graph.of(i);
    if (!free(i) || near.empty() || !std::all_of(near.begin(), near.end(), free)) continue;
    of[i] = result.count;
    for (int j : near) of[j] = result.count;
    ++result.count;
  }
  // The others join the aggregate they are coupled to most strongly, of those there were before.
  const std::vector<int> before = of;
  for (int i = 0; i < n; ++i) {
    if (!free(i)) continue;
    double best = 0;
    for (int k = graph.start[i]; k < graph.start[i + 1]; ++k) {
      const int j = graph.neighbours[k];
      if (before[j] < 0 || graph.strength[k] <= best) continue;
      best = graph.strength[k];
      of[i] = before[j];
    }
  }
  for (int i = 0; i < n; ++i) {
    const auto near = graph.of(i);
    if (!free(i) || near.empty()) continue;
    of[i] = result.count;
    for (int j : near)
      if (free(j)) of[j] = result.count;
    ++result.count;
  }
  return result;
}

DenseMatrix rigidModes(std::span<const std::array<double, 3>> points) {
  using Vec3 = Eigen::Vector3d;
  Vec3 centre = Vec3::Zero();
  double size = 0;
  for (const auto& p : points) centre += Vec3(p[0], p[1], p[2]) / static_cast<double>(points.size());
  for (const auto& p : points) size = std::max(size, (Vec3(p[0], p[1], p[2]) - centre).cwiseAbs().maxCoeff());
  if (size == 0) size = 1;
  DenseMatrix modes = DenseMatrix::Zero(3 * static_cast<Eigen::Index>(points.size()), 6);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 x = (Vec3(points[i][0], points[i][1], points[i][2]) - centre) / size;
    auto rows = modes.middleRows<3>(3 * static_cast<Eigen::Index>(i));
    rows.leftCols<3>().setIdentity();
    rows(1, 3) = -x[2], rows(2, 3) = x[1];  // about x, y and z
    rows(0, 4) = x[2], rows(2, 4) = -x[0];
    rows(0, 5) = -x[1], rows(1, 5) = x[0];
  }
  return modes;
}

DenseMatrix constantModes(int blockRows, int blockSize) {
  DenseMatrix modes(static_cast<Eigen::Index>(blockRows) * blockSize, blockSize);
  for (int i = 0; i < blockRows; ++i) modes.middleRows(i * blockSize, blockSize).setIdentity();
  return modes;
}

namespace {

/// Orthonormal columns q with q r = the given columns (Gram-Schmidt, twice); columns that depend on earlier ones become
/// 0.
void orthonormalise(DenseMatrix& q, DenseMatrix& r) {
  constexpr double dependent = 1e-6;
  r.setZero(q.cols(), q.cols());
  for (Eigen::Index j = 0; j < q.cols(); ++j) {
    const double before = q.col(j).norm();
    for (int pass = 0; pass < 2; ++pass)
      for (Eigen::Index i = 0; i < j; ++i) {
        const double s = q.col(i).dot(q.col(j));
        r(i, j) += s;
        q.col(j) -= s * q.col(i);
      }
    const double norm = q.col(j).norm();
    if (norm <= dependent * before || norm == 0) {
      q.col(j).setZero();
    } else {
      r(j, j) = norm;
      q.col(j) /= norm;
    }
  }
}

}  // namespace

TentativeProlongator tentativeProlongator(const Aggregates& aggregates, const DenseMatrix& modes, int blockSize) {
  const int n = static_cast<int>(aggregates.of.size()), modeCount = static_cast<int>(modes.cols());
  const int across = modeCount / blockSize;  // blocks of a row
  TentativeProlongator result;
  std::vector<int> start{0}, columns, memberStart(aggregates.count + 1, 0), members;
  for (int a : aggregates.of) {
    for (int c = 0; a >= 0 && c < across; ++c) columns.push_back(a * across + c);
    start.push_back(static_cast<int>(columns.size()));
    if (a >= 0) ++memberStart[a + 1];
  }
  std::partial_sum(memberStart.begin(), memberStart.end(), memberStart.begin());
  members.resize(memberStart.back());
  std::vector<int> next(memberStart.begin(), memberStart.end() - 1);
  for (int i = 0; i < n; ++i)
    if (aggregates.of[i] >= 0) members[next[aggregates.of[i]]++] = i;
  result.matrix.setPattern(blockSize, start, columns, aggregates.count * across);
  result.coarseModes.resize(static_cast<Eigen::Index>(aggregates.count) * modeCount, modeCount);
  DenseMatrix q, r;
  for (int a = 0; a < aggregates.count; ++a) {
    const int size = memberStart[a + 1] - memberStart[a];
    q.resize(size * blockSize, modeCount);
    for (int m = 0; m < size; ++m)
      q.middleRows(m * blockSize, blockSize) = modes.middleRows(members[memberStart[a] + m] * blockSize, blockSize);
    orthonormalise(q, r);
    result.coarseModes.middleRows(a * modeCount, modeCount) = r;
    for (int j = 0; j < modeCount; ++j)
      if (r(j, j) == 0) result.unused.push_back(a * modeCount + j);
    for (int m = 0; m < size; ++m)
      for (int c = 0; c < across; ++c)
        Eigen::Map<DenseMatrix>(result.matrix.block(start[members[memberStart[a] + m]] + c), blockSize, blockSize) =
            q.block(m * blockSize, c * blockSize, blockSize, blockSize);
  }
  return result;
}

}  // namespace sofa::linearalgebra
