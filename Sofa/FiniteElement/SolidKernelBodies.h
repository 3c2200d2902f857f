// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include "Sofa/FiniteElement/AveragedVolume.h"
#include "Sofa/FiniteElement/SolidKernel.h"
#include "Sofa/Type/EigenView.h"

/// Bodies of SolidKernel, for the sources that instantiate it for their kinds of elements.
namespace sofa::fem {

template <class Element, int Dimension>
bool SolidKernel<Element, Dimension>::init(std::span<const Element> elements, std::span<const Point> rest,
                                           std::shared_ptr<const PointMaterial> material, const SolidOptions& options,
                                           const Axes& axes) {
  m_options = options;
  m_material = std::move(material);
  m_elements.assign(elements.begin(), elements.end());
  m_restSize = rest.size();
  m_blocks.build(m_elements, rest.size());
  m_rest.resize(m_blocks.blockCount());
  m_stiffness.clear();
  m_stiffness.resize(m_blocks.blockCount());
  m_axes.resize(axes ? m_elements.size() : 0);
  for (std::size_t b = 0; b < m_blocks.blockCount(); ++b)
    for (int lane = 0; lane < simdWidth; ++lane) {
      // Padding lanes hold the element before, which is in the first lane of every block, without weight.
      int source = lane;
      while (m_blocks.element(b, source) == m_blocks.noElement) --source;
      m_badElement = m_blocks.element(b, source);
      if (!setElement(b, lane, m_badElement, rest, axes)) return false;
      if (source != lane)
        for (Pack& w : m_rest[b].weight) w[lane] = 0;
    }
  linearise(rest);
  return true;
}

template <class Element, int Dimension>
bool SolidKernel<Element, Dimension>::setElement(std::size_t block, int lane, std::size_t e,
                                                 std::span<const Point> rest, const Axes& axes) {
  ElementPoints<Element, Dimension> p;
  for (int n = 0; n < nodeCount; ++n) p[n] = rest[m_elements[e][n]];
  Rest& data = m_rest[block];
  std::array<Point, pointCount> at;
  double sign = 0;
  int q = 0;
  for (const auto& point : solidQuadrature<Element>()) {
    const auto local = Reference::gradient(point.at);
    const auto j = jacobian<Element, Dimension>(p, local);
    const double size = j.determinant();
    if (q == 0) sign = size;
    if (!(sign * size > 0)) return false;  // elements that are numbered the other way round are as good
    type::Mat<nodeCount, Dimension> g = local * j.inverse();
    const Shape shape = Reference::shape(point.at);
    if (axes) {
      m_axes[e][q] = axes(e, shape);
      g = (g * m_axes[e][q]).eval();
    }
    at[q].setZero();
    for (int n = 0; n < nodeCount; ++n) {
      at[q] += shape[n] * (p[n] - p[0]);
      for (int i = 0; i < Dimension; ++i) data.gradient[q][n][i][lane] = g(n, i);
    }
    data.volume[q][lane] = data.weight[q][lane] = point.weight * std::fabs(size) * m_options.thickness;
    ++q;
  }
  setModes(data, lane, at);
  return true;
}

/// 1 and the coordinates, made orthonormal with the volumes of the points as weights (modified Gram-Schmidt).
template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::setModes(Rest& rest, int lane, const std::array<Point, pointCount>& at) {
  const auto product = [&](int k, int l) {
    double sum = 0;
    for (int q = 0; q < pointCount; ++q) sum += rest.volume[q][lane] * rest.mode[q][k][lane] * rest.mode[q][l][lane];
    return sum;
  };
  for (int k = 0; k < modeCount; ++k) {
    for (int q = 0; q < pointCount; ++q) rest.mode[q][k][lane] = k == 0 ? 1 : at[q][k - 1];
    for (int l = 0; l < k; ++l) {
      const double part = product(k, l);
      for (int q = 0; q < pointCount; ++q) rest.mode[q][k][lane] -= part * rest.mode[q][l][lane];
    }
    const double square = product(k, k);
    for (int q = 0; q < pointCount; ++q) rest.mode[q][k][lane] *= pointCount > k ? 1 / std::sqrt(square) : 0;
  }
}

template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::deformation(const Rest& rest, const Nodes& x, Gradients& f) const {
  Pack from[nodeCount][Dimension];  // positions from the first node
  for (int n = 1; n < nodeCount; ++n)
    for (int i = 0; i < Dimension; ++i) from[n][i] = x[n][i] - x[0][i];
  for (int q = 0; q < pointCount; ++q) {
    f[q] = {};
    for (int n = 1; n < nodeCount; ++n)
      for (int i = 0; i < Dimension; ++i)
        for (int j = 0; j < Dimension; ++j) f[q].m[i][j] += from[n][i] * rest.gradient[q][n][j];
    if constexpr (Dimension == 2) {
      f[q].m[2][2] = broadcast(1);
      if (m_options.planeStress) relaxAcross(f[q]);
    }
  }
}

/// Finds F_33 where there is no stress across the plane, by Newton's method.
template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::relaxAcross(Matrix3<Pack>& f) const {
  constexpr int mostIterations = 30;
  for (int iteration = 0; iteration < mostIterations; ++iteration) {
    Matrix3<Pack> p;
    TangentOfF<Pack> a;
    m_material->stress(f, p);
    m_material->tangent(f, a);
    const Pack change = p(2, 2) / a[triangleIndex(9, 8, 8)];
    f.m[2][2] -= change;
    if (!anyLane(absolute(change) > 1e-14)) return;
  }
}

template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::averageVolumes(const Rest& rest, const Gradients& f,
                                                     Pack (&theta)[pointCount]) const {
  const VolumeOfPoint volume{m_material->isOfSmallStrain()};
  Pack amount[modeCount] = {};
  for (int q = 0; q < pointCount; ++q) {
    const Pack content = rest.volume[q] * volume.value(f[q]);
    for (int k = 0; k < modes(); ++k) amount[k] += content * rest.mode[q][k];
    theta[q] = Pack{};
  }
  for (int q = 0; q < pointCount; ++q)
    for (int k = 0; k < modes(); ++k) theta[q] += amount[k] * rest.mode[q][k];
}

/// pressure: the derivatives of the energy by theta, per volume, averaged as the volumes are.
template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::projectPressures(const Rest& rest, const Pack (&byTheta)[pointCount],
                                                       Pack (&pressure)[pointCount]) const {
  Pack amount[modeCount] = {};
  for (int q = 0; q < pointCount; ++q)
    for (int k = 0; k < modes(); ++k) amount[k] += rest.volume[q] * byTheta[q] * rest.mode[q][k];
  for (int q = 0; q < pointCount; ++q) {
    pressure[q] = Pack{};
    for (int k = 0; k < modes(); ++k) pressure[q] += amount[k] * rest.mode[q][k];
  }
}

/// The derivative of the energy of an element by F at its points, per volume.
template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::stresses(const Rest& rest, const Gradients& f,
                                               Matrix3<Pack> (&p)[pointCount]) const {
  if (m_options.volume == VolumeAverage::none) {
    for (int q = 0; q < pointCount; ++q) m_material->stress(f[q], p[q]);
    return;
  }
  const VolumeOfPoint volume{m_material->isOfSmallStrain()};
  Pack theta[pointCount], byTheta[pointCount], pressure[pointCount];
  averageVolumes(rest, f, theta);
  for (int q = 0; q < pointCount; ++q) {
    const AveragedStress s = AveragedPoint(*m_material, f[q], theta[q]).stress();
    p[q] = s.byF;
    byTheta[q] = s.byTheta;
  }
  projectPressures(rest, byTheta, pressure);
  for (int q = 0; q < pointCount; ++q) {
    Matrix3<Pack> growth;
    volume.gradient(f[q], growth);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) p[q].m[i][j] += pressure[q] * growth(i, j);
  }
}

template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::addForce(std::span<const Point> x, std::span<Point> f) const {
  m_blocks.accumulate(x, f, [&](unsigned block, const Nodes& nodes, Nodes& out) {
    const Rest& rest = m_rest[block];
    Gradients gradient;
    Matrix3<Pack> p[pointCount];
    deformation(rest, nodes, gradient);
    stresses(rest, gradient, p);
    for (auto& force : out)
      for (Pack& c : force) c = Pack{};
    for (int q = 0; q < pointCount; ++q)
      for (int n = 0; n < nodeCount; ++n)
        for (int i = 0; i < Dimension; ++i)
          for (int j = 0; j < Dimension; ++j) out[n][i] -= rest.weight[q] * p[q](i, j) * rest.gradient[q][n][j];
  });
}

template <class Element, int Dimension>
Pack SolidKernel<Element, Dimension>::blockEnergy(const Rest& rest, const Nodes& x) const {
  Gradients f;
  Pack theta[pointCount], sum{};
  deformation(rest, x, f);
  const bool averaged = m_options.volume != VolumeAverage::none;
  const VolumeOfPoint volume{m_material->isOfSmallStrain()};
  if (averaged) averageVolumes(rest, f, theta);
  for (int q = 0; q < pointCount; ++q)
    sum += rest.weight[q] * m_material->energy(averaged ? volume.averaged(f[q], theta[q]) : f[q]);
  return sum;
}

template <class Element, int Dimension>
double SolidKernel<Element, Dimension>::energy(std::span<const Point> x) const {
  return m_blocks.sum(x, [&](unsigned block, const Nodes& nodes) { return blockEnergy(m_rest[block], nodes); });
}

template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::linearise(std::span<const Point> x, bool positiveDefinite) {
  m_blocks.forEach(x, [&](unsigned block, const Nodes& nodes) {
    const bool byPoints = positiveDefinite && isPositiveByPoints();
    setStiffness(m_rest[block], nodes, byPoints, m_stiffness[block]);
    if (positiveDefinite && !byPoints) makeElementsPositive(m_stiffness[block], block);
  });
}

template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::setStiffness(const Rest& rest, const Nodes& x, bool positivePoints,
                                                   Stiffness& k) const {
  Gradients f;
  deformation(rest, x, f);
  k = {};
  if (m_options.volume != VolumeAverage::none) return addAveraged(rest, f, k);
  for (int q = 0; q < pointCount; ++q) {
    TangentOfF<Pack> a;
    if (positivePoints)
      m_material->positiveTangent(f[q], a);
    else
      m_material->tangent(f[q], a);
    if (Dimension == 2 && m_options.planeStress) {  // with what follows across
      const Pack across = a[triangleIndex(9, 8, 8)];
      Pack column[8];
      for (int i = 0; i < 8; ++i) column[i] = a[triangleIndex(9, i, 8)];
      for (int i = 0; i < 8; ++i)
        for (int j = i; j < 8; ++j) a[triangleIndex(9, i, j)] -= column[i] * column[j] / across;
    }
    for (Pack& entry : a) entry *= rest.weight[q];
    addPoint(rest, q, a, k);
  }
}

template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::addAveraged(const Rest& rest, const Gradients& f, Stiffness& k) const {
  const VolumeOfPoint volume{m_material->isOfSmallStrain()};
  Pack theta[pointCount], byTheta[pointCount], pressure[pointCount];
  averageVolumes(rest, f, theta);
  for (int q = 0; q < pointCount; ++q) byTheta[q] = AveragedPoint(*m_material, f[q], theta[q]).stress().byTheta;
  projectPressures(rest, byTheta, pressure);
  // growth_k: derivative of the content of mode k by the positions; mixed_k: that of the energy by it.
  Pack growth[modeCount][nodeCount][Dimension] = {}, mixed[modeCount][nodeCount][Dimension] = {},
       curvature[modeCount][modeCount] = {};
  for (int q = 0; q < pointCount; ++q) {
    AveragedTangent t = AveragedPoint(*m_material, f[q], theta[q]).tangent();
    for (Pack& entry : t.byFF) entry *= rest.weight[q];
    volume.addHessian(f[q], rest.weight[q] * pressure[q], t.byFF);
    addPoint(rest, q, t.byFF, k);
    Matrix3<Pack> g;
    volume.gradient(f[q], g);
    for (int n = 0; n < nodeCount; ++n)
      for (int i = 0; i < Dimension; ++i) {
        Pack change{}, both{};
        for (int j = 0; j < Dimension; ++j) {
          change += g(i, j) * rest.gradient[q][n][j];
          both += t.byFTheta(i, j) * rest.gradient[q][n][j];
        }
        for (int m = 0; m < modes(); ++m) {
          growth[m][n][i] += rest.weight[q] * rest.mode[q][m] * change;
          mixed[m][n][i] += rest.weight[q] * rest.mode[q][m] * both;
        }
      }
    for (int m = 0; m < modes(); ++m)
      for (int l = 0; l < modes(); ++l)
        curvature[m][l] += rest.weight[q] * t.byThetaTheta * rest.mode[q][m] * rest.mode[q][l];
  }
  for (int m = 0; m < modes(); ++m)
    for (int l = 0; l < modes(); ++l)
      for (int n = 0; n < nodeCount; ++n)
        for (int i = 0; i < Dimension; ++i) mixed[m][n][i] += 0.5 * curvature[m][l] * growth[l][n][i];
  addModes(mixed, growth, k);
}

/// k -= g_a . A . g_b.
template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::addPoint(const Rest& rest, int q, const TangentOfF<Pack>& a, Stiffness& k) const {
  constexpr int d = Dimension;
  for (int n = 0, pair = 0; n < nodeCount; ++n) {
    Pack left[d][d][d];  // g_n . A
    for (int i = 0; i < d; ++i)
      for (int c = 0; c < d; ++c)
        for (int l = 0; l < d; ++l) {
          left[i][c][l] = Pack{};
          for (int j = 0; j < d; ++j)
            left[i][c][l] += rest.gradient[q][n][j] * a[triangleIndex(9, 3 * i + j, 3 * c + l)];
        }
    for (int m = n; m < nodeCount; ++m, ++pair)
      for (int c = 0; c < d; ++c)
        for (int i = 0; i < d; ++i)
          for (int l = 0; l < d; ++l) k.k[pair][d * c + i] -= left[i][c][l] * rest.gradient[q][m][l];
  }
}

/// k -= sum over the modes of mixed (x) growth + growth (x) mixed.
template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::addModes(const Pack (&mixed)[modeCount][nodeCount][Dimension],
                                               const Pack (&growth)[modeCount][nodeCount][Dimension],
                                               Stiffness& k) const {
  for (int mode = 0; mode < modes(); ++mode)
    for (int a = 0, pair = 0; a < nodeCount; ++a)
      for (int b = a; b < nodeCount; ++b, ++pair)
        for (int j = 0; j < Dimension; ++j)
          for (int i = 0; i < Dimension; ++i)
            k.k[pair][Dimension * j + i] -=
                mixed[mode][a][i] * growth[mode][b][j] + growth[mode][a][i] * mixed[mode][b][j];
}

template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::addDForce(std::span<const Point> dx, std::span<Point> df, double kFactor) const {
  m_blocks.accumulate(dx, df, [&](unsigned block, const Nodes& u, Nodes& out) {
    for (auto& force : out)
      for (Pack& c : force) c = Pack{};
    const auto& k = m_stiffness[block].k;
    for (int a = 0, pair = 0; a < nodeCount; ++a)
      for (int b = a; b < nodeCount; ++b, ++pair)
        for (int j = 0; j < Dimension; ++j)
          for (int i = 0; i < Dimension; ++i) {
            const Pack entry = k[pair][Dimension * j + i] * kFactor;
            out[a][i] += entry * u[b][j];
            if (a != b) out[b][j] += entry * u[a][i];
          }
  });
}

/// df/dx of an element.
template <class Element, int Dimension>
auto SolidKernel<Element, Dimension>::stiffness(std::size_t block, int lane) const -> Matrix {
  Matrix full;
  for (int a = 0, pair = 0; a < nodeCount; ++a)
    for (int b = a; b < nodeCount; ++b, ++pair)
      for (int j = 0; j < Dimension; ++j)
        for (int i = 0; i < Dimension; ++i)
          full(Dimension * a + i, Dimension * b + j) = full(Dimension * b + j, Dimension * a + i) =
              m_stiffness[block].k[pair][Dimension * j + i][lane];
  return full;
}

template <class Element, int Dimension>
void SolidKernel<Element, Dimension>::makeElementsPositive(Stiffness& k, std::size_t block) const {
  for (int lane = 0; lane < simdWidth; ++lane) {
    if (m_blocks.element(block, lane) == m_blocks.noElement) continue;
    Eigen::MatrixXd full = -eigen(stiffness(block, lane));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(full);
    if (!(spectrum.eigenvalues()[0] < -1e-12 * spectrum.eigenvalues().cwiseAbs().maxCoeff())) continue;
    full = spectrum.eigenvectors() * spectrum.eigenvalues().cwiseMax(0.0).asDiagonal() *
           spectrum.eigenvectors().transpose();
    for (int a = 0, pair = 0; a < nodeCount; ++a)
      for (int b = a; b < nodeCount; ++b, ++pair)
        for (int j = 0; j < Dimension; ++j)
          for (int i = 0; i < Dimension; ++i)
            k.k[pair][Dimension * j + i][lane] = -full(Dimension * a + i, Dimension * b + j);
  }
}

template <class Element, int Dimension>
std::vector<type::Vec6> SolidKernel<Element, Dimension>::stress(std::span<const Point> x) const {
  // Of the values at the points the nearest function of the element's kind, at the nodes: a matrix that is the same for
  // all elements.
  type::Mat<pointCount, nodeCount> atPoints;
  int point = 0;
  for (const auto& q : solidQuadrature<Element>()) atPoints.row(point++) = Reference::shape(q.at).transpose();
  const Eigen::MatrixXd toNodes = Eigen::MatrixXd(eigen(atPoints)).completeOrthogonalDecomposition().pseudoInverse();

  std::vector<type::Vec6> sum(x.size(), type::Vec6::Zero());
  std::vector<int> count(x.size(), 0);
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    const std::size_t block = m_blocks.slot(e) / simdWidth, lane = m_blocks.slot(e) % simdWidth;
    Nodes nodes = {};
    for (int n = 0; n < nodeCount; ++n)
      for (int i = 0; i < Dimension; ++i) nodes[n][i] = broadcast(x[m_elements[e][n]][i]);
    Gradients f;
    Matrix3<Pack> p[pointCount];
    Rest rest;  // the element in every lane
    for (std::size_t i = 0; i < sizeof(Rest) / sizeof(Pack); ++i)
      reinterpret_cast<Pack*>(&rest)[i] =
          broadcast(reinterpret_cast<const double*>(&m_rest[block])[i * simdWidth + lane]);
    deformation(rest, nodes, f);
    stresses(rest, f, p);
    type::Mat<pointCount, 6> values;
    for (int q = 0; q < pointCount; ++q) {
      type::Mat3 gradient, first;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          gradient(i, j) = f[q](i, j)[0];
          first(i, j) = p[q](i, j)[0];
        }
      const bool small = m_material->isOfSmallStrain();
      const type::Mat3 s = small ? first : type::Mat3(first * gradient.transpose() / gradient.determinant());
      values.row(q) << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(0, 2);
    }
    const type::Mat<nodeCount, 6> ofNodes = toNodes * eigen(values);
    for (int n = 0; n < nodeCount; ++n) {
      sum[m_elements[e][n]] += ofNodes.row(n).transpose();
      ++count[m_elements[e][n]];
    }
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= std::max(count[i], 1);
  return sum;
}

}  // namespace sofa::fem
