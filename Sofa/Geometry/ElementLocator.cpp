// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/ElementLocator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace sofa::geometry {

using type::BoundingBox;
using type::Index;
using type::Mat3;
using type::Vec3;

namespace {

/// Half thickness of surface elements, in units of their third axis.
constexpr double surfaceTolerance = 0.01;

int nodeCount(ElementShape shape) {
  switch (shape) {
    case ElementShape::triangle:
      return 3;
    case ElementShape::quad:
    case ElementShape::tetrahedron:
      return 4;
    case ElementShape::hexahedron:
      return 8;
  }
  return 0;
}

/// Inverse by cofactors; not finite if the matrix is singular.
Mat3 inverseOf(const Mat3& m) {
  const Vec3 a = m.col(0), b = m.col(1), c = m.col(2);
  Mat3 rows;
  rows.row(0) = b.cross(c).transpose();
  rows.row(1) = c.cross(a).transpose();
  rows.row(2) = a.cross(b).transpose();
  return rows / a.dot(b.cross(c));
}

Vec3 cellOf(const Vec3& p, double factor) { return (p * factor).array().floor().matrix(); }

/// A flat element has no coordinates: its first node stands for it.
ElementLocator::Location finite(ElementLocator::Location location) {
  if (!location.coordinates.allFinite()) location.coordinates = Vec3::Zero();
  return location;
}

}  // namespace

Mat3 elementFrame(ElementShape shape, std::span<const Index> n, std::span<const Vec3> x) {
  const auto edge = [&](int i) { return Vec3(x[n[i]] - x[n[0]]); };
  Mat3 frame;
  switch (shape) {
    case ElementShape::tetrahedron:
      frame << edge(1), edge(2), edge(3);
      break;
    case ElementShape::hexahedron:
      frame << edge(1), edge(3), edge(4);
      break;
    case ElementShape::triangle:
      frame << edge(1), edge(2), edge(1).cross(edge(2));
      break;
    case ElementShape::quad:
      frame << edge(1), edge(3), edge(1).cross(edge(3));
      break;
  }
  return frame;
}

Mat3 inverseElementFrame(ElementShape shape, std::span<const Index> n, std::span<const Vec3> x) {
  return inverseOf(elementFrame(shape, n, x));
}

/// Not inlined: the same bits for every caller, however a compiler fuses products and sums.
[[gnu::noinline]] ElementPlace placeIn(ElementShape shape, std::span<const Index> n, std::span<const Vec3> x,
                                       const Vec3& p) {
  const Vec3 v = inverseElementFrame(shape, n, x) * (p - x[n[0]]);
  return {v, elementDepth(shape, v)};
}

double elementDepth(ElementShape shape, const Vec3& v) {
  switch (shape) {
    case ElementShape::tetrahedron:
      return std::max({-v[0], -v[1], -v[2], v[0] + v[1] + v[2] - 1});
    case ElementShape::hexahedron:
      return std::max({-v[0], -v[1], -v[2], v[0] - 1, v[1] - 1, v[2] - 1});
    case ElementShape::triangle:
      return std::max({-v[0], -v[1], std::abs(v[2]) - surfaceTolerance, v[0] + v[1] - 1});
    case ElementShape::quad:
      return std::max({-v[0], -v[1], v[0] - 1, v[1] - 1, std::abs(v[2]) - surfaceTolerance});
  }
  return 0;
}

int elementWeights(ElementShape shape, const Vec3& v, double* w) {
  const double a = v[0], b = v[1], c = v[2];
  switch (shape) {
    case ElementShape::triangle:
      w[0] = 1 - a - b, w[1] = a, w[2] = b;
      break;
    case ElementShape::quad:
      w[0] = (1 - a) * (1 - b), w[1] = a * (1 - b), w[2] = a * b, w[3] = (1 - a) * b;
      break;
    case ElementShape::tetrahedron:
      w[0] = 1 - a - b - c, w[1] = a, w[2] = b, w[3] = c;
      break;
    case ElementShape::hexahedron:
      elementWeights(ElementShape::quad, v, w);
      for (int i = 0; i < 4; ++i) {
        w[i + 4] = w[i] * c;
        w[i] *= 1 - c;
      }
      break;
  }
  return nodeCount(shape);
}

ElementWeights weightsIn(ElementShape shape, std::span<const Index> nodes, const Vec3& coordinates) {
  ElementWeights result;
  result.count = elementWeights(shape, coordinates, result.weights.data());
  std::copy_n(nodes.begin(), result.count, result.nodes.begin());
  return result;
}

void ElementLocator::start(std::span<const Vec3> positions) {
  m_positions.assign(positions.begin(), positions.end());
  m_elements.clear();
  m_prepared = false;
}

template <class E>
void ElementLocator::addAll(const std::vector<E>& elements, ElementShape shape) {
  m_prepared = false;
  m_elements.reserve(m_elements.size() + elements.size());
  for (const E& e : elements) {
    Entry& entry = m_elements.emplace_back();
    entry.shape = shape;
    std::ranges::copy(e, entry.nodes.begin());
  }
}

Vec3 ElementLocator::centre(const Entry& entry) const {
  Vec3 sum = Vec3::Zero();
  const int count = nodeCount(entry.shape);
  for (int i = 0; i < count; ++i) sum += m_positions[entry.nodes[i]];
  return sum / static_cast<double>(count);
}

void ElementLocator::add(const std::vector<type::Tetrahedron>& elements) {
  addAll(elements, ElementShape::tetrahedron);
}
void ElementLocator::add(const std::vector<type::Hexahedron>& elements) { addAll(elements, ElementShape::hexahedron); }
void ElementLocator::add(const std::vector<type::Triangle>& elements) { addAll(elements, ElementShape::triangle); }
void ElementLocator::add(const std::vector<type::Quad>& elements) { addAll(elements, ElementShape::quad); }

std::span<const Index> ElementLocator::nodes(Index element) const {
  const Entry& e = m_elements[element];
  return {e.nodes.data(), static_cast<std::size_t>(nodeCount(e.shape))};
}

ElementWeights ElementLocator::weights(const Location& location) const {
  return weightsIn(m_elements[location.element].shape, nodes(location.element), location.coordinates);
}

BoundingBox ElementLocator::domain(const Entry& e) const {
  const Vec3& origin = m_positions[e.nodes[0]];
  const Mat3 frame = elementFrame(e.shape, {e.nodes.data(), e.nodes.size()}, m_positions);
  const bool volume = e.shape == ElementShape::tetrahedron || e.shape == ElementShape::hexahedron;
  const bool simplex = e.shape == ElementShape::tetrahedron || e.shape == ElementShape::triangle;
  BoundingBox box;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 v(corner & 1, (corner >> 1) & 1, corner >> 2);
    if (simplex && v[0] + v[1] + (volume ? v[2] : 0) > 1) continue;
    const double depth = volume ? v[2] : (v[2] > 0 ? surfaceTolerance : -surfaceTolerance);
    box.include(Vec3(origin + frame.col(0) * v[0] + frame.col(1) * v[1] + frame.col(2) * depth));
  }
  // Wide enough that rounding never hides an element from a point on its border.
  const Vec3 pad = Vec3::Constant(1e-6 * (box.max - box.min).maxCoeff() +
                                  1e-12 * box.max.cwiseAbs().cwiseMax(box.min.cwiseAbs()).maxCoeff());
  box.min -= pad;
  box.max += pad;
  return box;
}

void ElementLocator::prepareExhaustive() {
  if (std::exchange(m_prepared, true)) return;
  std::vector<BoundingBox> domains, centres;
  domains.reserve(m_elements.size());
  centres.reserve(m_elements.size());
  for (const Entry& e : m_elements) {
    domains.push_back(domain(e));
    centres.push_back({centre(e), centre(e)});
  }
  m_domains.update(std::move(domains));
  m_centres.update(std::move(centres));
}

void ElementLocator::test(Index element, const Vec3& p, Best& best) const {
  const Entry& e = m_elements[element];
  const auto [v, depth] = placeIn(e.shape, nodes(element), m_positions, p);
  const double value = depth <= 0 ? depth : (p - centre(e)).squaredNorm();
  // A distance that is no number in this precision is still one to the first element.
  if (best.location.element == type::invalidIndex || value < best.value ||
      (value == best.value && element < best.location.element))
    best = {value, {element, v}};
}

ElementLocator::Location ElementLocator::locate(const Vec3& p) {
  prepareExhaustive();
  Best best{std::numeric_limits<double>::max(), {}};
  m_domains.forEachContaining(p, [&](Index element) { test(element, p, best); });
  // Depths are never positive and distances never negative: with one element around the point the others do not matter.
  if (best.location.element == type::invalidIndex || best.value > 0) test(m_centres.closest(p), p, best);
  return finite(best.location);
}

void ElementLocator::setCellSize(double size) {
  m_cellFactor = 1 / size;
  std::vector<BoundingBox> cells;
  cells.reserve(m_elements.size());
  m_nearDomains.clear();
  m_nearCentres.clear();
  for (Index i = 0; i < m_elements.size(); ++i) {
    BoundingBox box;
    for (const Index n : nodes(i)) box.include(m_positions[n]);
    cells.push_back({cellOf(box.min, m_cellFactor), cellOf(box.max, m_cellFactor)});
    m_nearDomains.push_back(domain(m_elements[i]));
    m_nearCentres.push_back(centre(m_elements[i]));
  }
  m_cells.update(std::move(cells));
}

class ElementLocator::Nearest {
 public:
  Nearest(const ElementLocator& locator, const Vec3& p) : m_locator(locator), m_p(p) {}

  /// Most elements around a point do not hold it, which their boxes tell.
  void test(Index element, const Vec3& cell = Vec3::Constant(-2)) {
    double value = (m_p - m_locator.m_nearCentres[element]).squaredNorm();
    if (BoxTree::contains(m_locator.m_nearDomains[element], m_p)) {
      const double depth = place(element).depth;
      if (depth <= 0) value = depth;
    }
    const auto order = std::make_tuple(value, cell[0], cell[1], cell[2], element);
    if (m_element != type::invalidIndex && !(order < m_order)) return;
    m_element = element;
    m_order = order;
  }
  bool found() const { return m_element != type::invalidIndex; }
  double value() const { return std::get<0>(m_order); }
  Location location() const { return finite({m_element, place(m_element).coordinates}); }

 private:
  ElementPlace place(Index element) const {
    return placeIn(m_locator.m_elements[element].shape, m_locator.nodes(element), m_locator.m_positions, m_p);
  }

  const ElementLocator& m_locator;
  const Vec3& m_p;
  Index m_element = type::invalidIndex;
  std::tuple<double, double, double, double, Index> m_order;
};

ElementLocator::Location ElementLocator::locateNearby(const Vec3& p) {
  const Vec3 cell = cellOf(p, m_cellFactor), one = Vec3::Ones();
  Nearest nearest(*this, p);
  m_cells.forEachContaining(cell, [&](Index element) { nearest.test(element); });
  if (!nearest.found()) return locate(p);
  if (std::abs(nearest.value()) > 0.5 / m_cellFactor)
    m_cells.forEachTouching({cell - one, cell + one}, [&](Index element) {
      // The first of the cells the element touches, one after the other along z, then y, then x.
      const BoundingBox& touched = m_cells.box(element);
      if (!BoxTree::contains(touched, cell)) nearest.test(element, (touched.min - cell).cwiseMax(-1));
    });
  return nearest.location();
}

EdgeLocation locateOnEdges(std::span<const type::Edge> edges, std::span<const Vec3> x, const Vec3& p) {
  EdgeLocation found;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Vec3 axis = x[edges[i][1]] - x[edges[i][0]];
    const double length = axis.norm();
    const double t = length > 0 ? axis.dot(p - x[edges[i][0]]) / (length * length) : 0;
    found = {static_cast<Index>(i), t};
    if (t >= 0 && t <= 1) break;
  }
  return found;
}

}  // namespace sofa::geometry
