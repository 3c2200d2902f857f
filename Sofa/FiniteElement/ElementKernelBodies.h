// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstring>

#include "Sofa/FiniteElement/ElementKernel.h"
#include "Sofa/FiniteElement/PositiveTangent.h"
#include "Sofa/FiniteElement/SpectralTangent.h"

/// Bodies of ElementKernel, for sources that instantiate it with a material of their own.
namespace sofa::fem {

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::init(std::span<const Element> elements,
                                                               std::span<const Point> rest,
                                                               std::span<const Material<double>> materials,
                                                               ElementRotation rotation,
                                                               const std::vector<Index>* changed) {
  std::optional<std::vector<Index>> anew;
  if (changed && rotation == m_rotation) anew = m_mesh.follow(elements, rest, materials, *changed);
  m_rotation = rotation;
  if (!anew) {
    m_mesh.set(elements, rest, materials);
    return setAllBlocks();
  }
  m_mesh.fit(m_rest);
  if (Strain::turns) m_mesh.fit(m_shape);
  if (Mechanics::hasCompactTangent) m_mesh.fit(m_compact);
  withTangents(*this, [&](auto& tangents) { m_mesh.fit(tangents); });
  if (m_materialStride == 1) m_mesh.fit(m_materials);
  for (const unsigned block : m_mesh.blocksOf(*anew)) {
    setBlock(block);
    resetTangent(block);
  }
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::setAllBlocks() {
  const auto clear = [](auto& values, std::size_t size) {
    values.clear();
    values.resize(size);
  };
  const std::size_t count = m_mesh.blocks.blockCount();
  clear(m_rest, count);
  clear(m_shape, Strain::turns ? count : 0);
  m_form = form(false);
  clear(m_tangents, m_form == Form::full ? count : 0);
  clear(m_compact, m_form == Form::compact ? count : 0);
  clear(m_spectral, m_form == Form::spectral ? count : 0);
  m_materialStride = m_mesh.materials.size() > 1 ? 1 : 0;
  clear(m_materials, m_materialStride == 1 ? count : 1);
  for (std::size_t b = 0; b < count; ++b) setBlock(b);
  resetTangents();
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::setBlock(std::size_t block) {
  constexpr std::size_t parameters = sizeof(Material<double>) / sizeof(double);
  static_assert(sizeof(Material<Pack>) == parameters * sizeof(Pack),
                "a material holds its parameters and nothing else");
  for (int lane = 0; lane < simdWidth; ++lane) {
    // Padding lanes hold the element before, which is in the first lane of every block, without weight.
    int source = lane;
    while (m_mesh.blocks.element(block, source) == m_mesh.blocks.noElement) --source;
    const std::size_t e = m_mesh.blocks.element(block, source);
    setElement(block, lane, e);
    if (source != lane)
      for (Pack& w : m_rest[block].v.weight) w[lane] = 0;
    if (m_mesh.materials.empty()) continue;
    const Material<double>& from = m_mesh.materialOf(e);
    for (std::size_t i = 0; i < parameters; ++i)
      std::memcpy(reinterpret_cast<char*>(&m_materials[m_materialStride * block].v) +
                      (i * simdWidth + static_cast<std::size_t>(lane)) * sizeof(double),
                  reinterpret_cast<const char*>(&from) + i * sizeof(double), sizeof(double));
  }
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::setElement(std::size_t block, int lane, std::size_t e) {
  ElementPoints<Element, Dimension> p;
  for (int n = 0; n < nodeCount; ++n) p[n] = m_mesh.rest[m_mesh.elements[e][n]];
  auto& data = m_rest[block].v;
  int q = 0;
  for (const auto& at : Reference::quadrature()) {
    double volume = 0;
    const auto g = spatialGradient<Element, Dimension>(p, at.at, volume);
    for (int n = 1; n < nodeCount; ++n)
      for (int i = 0; i < Dimension; ++i) data.gradient[q][n - 1][i][lane] = g(n, i);
    data.weight[q++][lane] = at.weight * volume;
  }
  if constexpr (Strain::isLinear)
    for (int n = 1; n < nodeCount; ++n)
      for (int i = 0; i < Dimension; ++i) data.position[n - 1][i][lane] = p[n][i] - p[0][i];
  if constexpr (Strain::turns) {
    Point centroid = Point::Zero();
    for (const Point& point : p) centroid += point / nodeCount;
    for (int n = 0; n < nodeCount; ++n)
      for (int i = 0; i < Dimension; ++i) m_shape[block].v[n][i][lane] = p[n][i] - centroid[i];
  }
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::resetTangents() {
  if constexpr (Strain::isLinear)
    for (std::size_t b = 0; b < m_mesh.blocks.blockCount(); ++b) resetTangent(b);
  else
    linearise(m_mesh.rest);
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::resetTangent(std::size_t block) {
  if constexpr (Strain::isLinear) {
    if constexpr (Strain::turns) {
      auto& rotation = m_tangents[block].v.rotation;
      rotation = {};
      for (int i = 0; i < Dimension; ++i) rotation.m[i][i] = broadcast(1);
    }
  } else {
    Nodes x;
    m_mesh.restOf(block, x);
    setTangent(block, x, rotationOf(block, x), m_isPositive);
  }
}

template <class Element, int Dimension, class Strain, template <class> class Material>
auto ElementKernel<Element, Dimension, Strain, Material>::rotationOf(std::size_t block, const Nodes& x) const -> Turn {
  Turn r{};
  if constexpr (Strain::turns) {
    if (m_rotation == ElementRotation::identity || Dimension == 1) {
      for (int i = 0; i < Dimension; ++i) r.m[i][i] = broadcast(1);
    } else if (!packedRotation(block, x, r)) {
      for (int lane = 0; lane < simdWidth; ++lane) {
        const Rotation single = rotationInLane(block, lane, x);
        for (int i = 0; i < Dimension; ++i)
          for (int j = 0; j < Dimension; ++j) r.m[i][j][lane] = single(i, j);
      }
    }
  }
  return r;
}

/// The rotations of regular elements, all lanes at once; false if some lane needs more care.
template <class Element, int Dimension, class Strain, template <class> class Material>
bool ElementKernel<Element, Dimension, Strain, Material>::packedRotation(std::size_t block, const Nodes& x,
                                                                         Turn& r) const {
  if constexpr (Dimension == 3 && Strain::turns && nodeCount >= 3) {
    const auto& shape = m_shape[block].v;
    if (m_rotation == ElementRotation::nodes || m_rotation == ElementRotation::nodesWorldRest) {
      Matrix3<Pack> now, before{};
      Pack a[3], b[3];
      for (int i = 0; i < 3; ++i) {
        a[i] = x[1][i] - x[0][i];
        b[i] = x[2][i] - x[0][i];
        before.m[i][i] = broadcast(1);
      }
      bool regular = frameOfAxes(a, b, now);
      if (m_rotation == ElementRotation::nodes) {
        for (int i = 0; i < 3; ++i) {
          a[i] = shape[1][i] - shape[0][i];
          b[i] = shape[2][i] - shape[0][i];
        }
        regular &= frameOfAxes(a, b, before);
      }
      multiplyTransposed(now, before, r);
      return regular;
    }
    Matrix3<Pack> h;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        h.m[i][j] = Pack{};
        for (int n = 1; n < nodeCount; ++n) h.m[i][j] += (x[n][i] - x[0][i]) * shape[n][j];
      }
    if (m_rotation == ElementRotation::stablePolar) {
      // The smallest singular value is at least 2 det H / |H|^2: above the part of the largest, 1e-4, that polarStable
      // takes for null, both agree.
      const Pack bound = determinant(h), size = squaredNorm(h);
      if (anyLane(!(bound > 1e-4 * size * squareRoot(size)))) return false;
    }
    return polarFactor(h, r);
  }
  return false;
}

template <class Element, int Dimension, class Strain, template <class> class Material>
auto ElementKernel<Element, Dimension, Strain, Material>::rotationInLane(std::size_t block, int lane,
                                                                         const Nodes& x) const -> Rotation {
  const auto point = [&](const auto& values, int n) {
    Point p;
    for (int i = 0; i < Dimension; ++i) p[i] = values[n][i][lane];
    return p;
  };
  if constexpr (Strain::turns && Dimension > 1) {
    const auto& shape = m_shape[block].v;
    if constexpr (Dimension == 3 && nodeCount >= 3) {
      const Rotation now = frame(point(x, 0), point(x, 1), point(x, 2)).transpose();
      if (m_rotation == ElementRotation::nodesWorldRest) return now;
      if (m_rotation == ElementRotation::nodes) return now * frame(point(shape, 0), point(shape, 1), point(shape, 2));
    }
    if (m_rotation == ElementRotation::polar || m_rotation == ElementRotation::stablePolar) {
      Point centroid = Point::Zero();
      for (int n = 0; n < nodeCount; ++n) centroid += point(x, n);
      centroid /= static_cast<double>(nodeCount);
      Rotation h = Rotation::Zero();
      for (int n = 0; n < nodeCount; ++n) h += (point(x, n) - centroid) * point(shape, n).transpose();
      return m_rotation == ElementRotation::polar ? polar(h) : polarStable(h);
    }
  }
  return Rotation::Identity();
}

/// The compact form cannot be made positive.
template <class Element, int Dimension, class Strain, template <class> class Material>
auto ElementKernel<Element, Dimension, Strain, Material>::form(bool positiveDefinite) -> Form {
  if (Mechanics::hasCompactTangent && !positiveDefinite) return Form::compact;
  return Mechanics::hasSpectralTangent ? Form::spectral : Form::full;
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::prepareTangents(bool positiveDefinite) {
  m_isPositive = positiveDefinite;
  m_form = form(positiveDefinite);
  if constexpr (!Strain::isLinear)
    withTangents(*this, [&](auto& tangents) { tangents.resize(m_mesh.blocks.blockCount()); });
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::setTangent(std::size_t block, const Nodes& x,
                                                                     const Turn& rotation, bool positiveDefinite) {
  withTangents(*this, [&](auto& tangents) {
    auto& tangent = tangents[block].v;
    if constexpr (std::is_same_v<decltype(tangent), typename Mechanics::SpectralTangents&>) {
      Mechanics::linearise(x, m_rest[block].v, material(block), rotation, positiveDefinite, tangent);
    } else {
      Mechanics::linearise(x, m_rest[block].v, material(block), rotation, tangent);
      if constexpr (requires { tangent.stiffness; })
        if (positiveDefinite)
          for (auto& point : tangent.stiffness) makePositive(point);
    }
  });
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::addForce(std::span<const Point> x, std::span<Point> f) const {
  m_mesh.blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    prefetch(&m_rest[block]);
    Mechanics::force(p, m_rest[block].v, material(block), rotationOf(block, p), out);
  });
}

template <class Element, int Dimension, class Strain, template <class> class Material>
double ElementKernel<Element, Dimension, Strain, Material>::energy(std::span<const Point> x) const {
  return m_mesh.blocks.sum(x, [&](unsigned block, const Nodes& p) {
    return Mechanics::energy(p, m_rest[block].v, material(block), rotationOf(block, p));
  });
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::linearise(std::span<const Point> x, bool positiveDefinite) {
  prepareTangents(positiveDefinite);
  m_mesh.blocks.forEach(
      x, [&](unsigned block, const Nodes& p) { setTangent(block, p, rotationOf(block, p), positiveDefinite); });
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::addForceAndLinearise(std::span<const Point> x,
                                                                               std::span<Point> f,
                                                                               bool positiveDefinite) {
  prepareTangents(positiveDefinite);
  m_mesh.blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    prefetch(&m_rest[block]);
    const Turn rotation = rotationOf(block, p);
    setTangent(block, p, rotation, positiveDefinite);
    Mechanics::force(p, m_rest[block].v, material(block), rotation, out);
  });
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::addDForce(std::span<const Point> dx, std::span<Point> df,
                                                                    double kFactor) const {
  withTangents(*this, [&](const auto& tangents) {
    m_mesh.blocks.accumulate(dx, df, [&](unsigned block, const Nodes& p, Nodes& out) {
      prefetch(&m_rest[block]);
      Mechanics::product(p, m_rest[block].v, material(block), tangents[block].v, broadcast(kFactor), out);
    });
  });
}

template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::stiffnessPacks(std::size_t block, Stiffness& k) const {
  withTangents(*this, [&](const auto& tangents) {
    Mechanics::template stiffness<false>(m_rest[block].v, material(block), tangents[block].v, k);
  });
}
template <class Element, int Dimension, class Strain, template <class> class Material>
void ElementKernel<Element, Dimension, Strain, Material>::distinctStiffnessPacks(std::size_t block,
                                                                                 Stiffness& k) const {
  withTangents(*this, [&](const auto& tangents) {
    Mechanics::template stiffness<true>(m_rest[block].v, material(block), tangents[block].v, k);
  });
}

template <class Element, int Dimension, class Strain, template <class> class Material>
auto ElementKernel<Element, Dimension, Strain, Material>::stiffness(std::size_t e) const -> Matrix {
  const std::size_t block = m_mesh.blocks.slot(e) / simdWidth, lane = m_mesh.blocks.slot(e) % simdWidth;
  Pack packs[Mechanics::pairs][Dimension * Dimension];
  stiffnessPacks(block, packs);
  Matrix k;
  for (int a = 0, pair = 0; a < nodeCount; ++a)
    for (int b = a; b < nodeCount; ++b, ++pair)
      for (int i = 0; i < Dimension; ++i)
        for (int j = 0; j < Dimension; ++j)
          k(Dimension * a + i, Dimension * b + j) = k(Dimension * b + j, Dimension * a + i) =
              -packs[pair][Dimension * j + i][lane];
  return k;
}

template <class Element, int Dimension, class Strain, template <class> class Material>
auto ElementKernel<Element, Dimension, Strain, Material>::rotation(std::size_t e) const -> Rotation {
  const std::size_t block = m_mesh.blocks.slot(e) / simdWidth, lane = m_mesh.blocks.slot(e) % simdWidth;
  Rotation r = Rotation::Identity();
  if constexpr (Strain::turns)
    for (int i = 0; i < Dimension; ++i)
      for (int j = 0; j < Dimension; ++j) r(i, j) = m_tangents[block].v.rotation(i, j)[lane];
  return r;
}

}  // namespace sofa::fem
