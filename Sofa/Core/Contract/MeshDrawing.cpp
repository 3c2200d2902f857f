// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/MeshDrawing.h"

#include <algorithm>

#include "Sofa/Geometry/MeshElements.h"

namespace sofa::core {
namespace {

using geometry::Corners;
using type::Color;
using type::Vec3;

constexpr Color color(float r, float g, float b) { return {r, g, b, 1}; }
constexpr Color green = color(0, 1, 0), teal = color(0, 0.5f, 0.5f), blue = color(0, 0, 1), azure = color(0, 0.5f, 1),
                navy = color(0, 0, 0.5f), gold = color(1, 0.84f, 0), purple = color(0.5f, 0, 0.5f);

constexpr Color edgeColors[] = {color(0.5f, 1, 0), color(0.75f, 0.75f, 0.75f)};
constexpr Color triangleColors[] = {green, teal, blue};
constexpr Color quadColors[] = {green, color(1, 0.5f, 0)};
constexpr Color tetrahedronColors[] = {blue, color(0, 0, 0), azure, color(0, 1, 1)};
constexpr Color prismColors[] = {green, teal, navy, gold, purple};
constexpr Color pyramidColors[] = {green, teal, navy, gold, purple};
constexpr Color hexahedronColors[] = {color(0.7f, 0.7f, 0.1f), color(0.7f, 0, 0),       color(0, 0.7f, 0),
                                      color(0, 0, 0.7f),       color(0.1f, 0.7f, 0.7f), color(0.7f, 0.1f, 0.7f)};

constexpr std::array<Corners<3>, 2> prismTriangles{{{0, 2, 1}, {3, 4, 5}}};
constexpr std::array<Corners<4>, 3> prismQuads{{{0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}};
constexpr std::array<Corners<2>, 9> prismEdges{
    {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}};
constexpr std::array<Corners<4>, 1> pyramidQuads{{{0, 3, 2, 1}}};
constexpr std::array<Corners<3>, 4> pyramidTriangles{{{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};
constexpr std::array<Corners<2>, 8> pyramidEdges{{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {1, 4}, {2, 4}, {3, 4}}};
constexpr std::array<Corners<2>, 1> edgeEdges{{{0, 1}}};

template <class Element>
constexpr auto& edgesOf() {
  if constexpr (std::is_same_v<Element, type::Edge>)
    return edgeEdges;
  else if constexpr (std::is_same_v<Element, type::Triangle>)
    return geometry::triangleEdges;
  else if constexpr (std::is_same_v<Element, type::Quad>)
    return geometry::quadEdges;
  else if constexpr (std::is_same_v<Element, type::Tetrahedron>)
    return geometry::tetrahedronEdges;
  else if constexpr (std::is_same_v<Element, type::Hexahedron>)
    return geometry::hexahedronEdges;
  else if constexpr (std::is_same_v<Element, type::Prism>)
    return prismEdges;
  else
    return pyramidEdges;
}

/// Faces in the colours from `first` on; returns the place of the next one.
template <std::size_t N, std::size_t Faces, class Points>
std::size_t drawFaces(DrawList& list, const std::array<Corners<N>, Faces>& faces, const Points& p,
                      std::span<const Color> colors, std::size_t first = 0) {
  for (const auto& f : faces) {
    const Color& c = colors[first++ % colors.size()];
    if constexpr (N == 3)
      list.triangle(p[f[0]], p[f[1]], p[f[2]], c);
    else
      list.quad(p[f[0]], p[f[1]], p[f[2]], p[f[3]], c);
  }
  return first;
}

}  // namespace

std::span<const Vec3> DrawnPoints::of(const BaseState* state, VecCoordId id) {
  if (!state || !state->has(id)) return {};
  if (const auto* points = dynamic_cast<const State<type::Vec3Types>*>(state)) return points->coords(id);
  const std::size_t count = state->hostRead(id).size() / static_cast<std::size_t>(std::max(1, state->coordSize()));
  m_copy.resize(count);
  for (std::size_t i = 0; i < count; ++i) m_copy[i] = state->pointPosition(i, id);
  return m_copy;
}

std::span<const Vec3> DrawnPoints::of(const BaseMeshTopology& mesh, const BaseState* state) {
  const std::size_t count = mesh.nbPoints();
  if (state && state->size() >= count && state->size() > 0) return of(state);
  m_copy.clear();
  if (!mesh.hasPositions()) return {};
  for (std::size_t i = 0; i < count; ++i) m_copy.push_back(mesh.position(i));
  return m_copy;
}

template <class Element>
std::span<const Color> meshColors() {
  if constexpr (std::is_same_v<Element, type::Edge>)
    return edgeColors;
  else if constexpr (std::is_same_v<Element, type::Triangle>)
    return triangleColors;
  else if constexpr (std::is_same_v<Element, type::Quad>)
    return quadColors;
  else if constexpr (std::is_same_v<Element, type::Tetrahedron>)
    return tetrahedronColors;
  else if constexpr (std::is_same_v<Element, type::Hexahedron>)
    return hexahedronColors;
  else if constexpr (std::is_same_v<Element, type::Prism>)
    return prismColors;
  else
    return pyramidColors;
}

template <class Element>
void drawElement(DrawList& list, const Element& element, std::size_t number, std::span<const Vec3> points, double gap,
                 std::span<const Color> colors) {
  if (colors.empty() || !namesOnly(element, points.size())) return;
  const Vec3 center = centerOf(element, points);
  std::array<Vec3, Element().size()> p;
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = center + (points[element[i]] - center) * (1 - gap);
  const Color& own = colors[number % colors.size()];
  if constexpr (std::is_same_v<Element, type::Edge>) {
    list.line(p[0], p[1], 2, own);
  } else if constexpr (std::is_same_v<Element, type::Triangle>) {
    list.triangle(p[0], p[1], p[2], own);
  } else if constexpr (std::is_same_v<Element, type::Quad>) {
    list.quad(p[0], p[1], p[2], p[3], own);
  } else if constexpr (std::is_same_v<Element, type::Tetrahedron>) {
    drawFaces(list, geometry::tetrahedronTriangles, p, colors);
  } else if constexpr (std::is_same_v<Element, type::Hexahedron>) {
    drawFaces(list, geometry::hexahedronQuads, p, colors);
  } else if constexpr (std::is_same_v<Element, type::Prism>) {
    drawFaces(list, prismQuads, p, colors, drawFaces(list, prismTriangles, p, colors));
  } else {
    drawFaces(list, pyramidTriangles, p, colors, drawFaces(list, pyramidQuads, p, colors));
  }
}

template <class Element>
void drawElements(DrawList& list, const std::vector<Element>& elements, std::span<const Vec3> points, double gap,
                  std::span<const Color> colors) {
  for (std::size_t i = 0; i < elements.size(); ++i) drawElement(list, elements[i], i, points, gap, colors);
}

template <class Element>
void drawOutline(DrawList& list, const Element& element, std::span<const Vec3> points, double gap, float width,
                 const Color& color) {
  if (!namesOnly(element, points.size())) return;
  const Vec3 center = centerOf(element, points);
  const auto corner = [&](int i) { return Vec3(center + (points[element[i]] - center) * (1 - gap)); };
  for (const auto& e : edgesOf<Element>()) list.line(corner(e[0]), corner(e[1]), width, color);
}

template <class Element>
void drawOutlines(DrawList& list, const std::vector<Element>& elements, std::span<const Vec3> points, float width,
                  const Color& color) {
  for (const Element& element : elements)
    if (namesOnly(element, points.size()))
      for (const auto& e : edgesOf<Element>()) list.line(points[element[e[0]]], points[element[e[1]]], width, color);
}

template <class Element>
void drawNumbers(DrawList& list, const std::vector<Element>& elements, std::span<const Vec3> points, double scale,
                 const Color& color) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (namesOnly(elements[i], points.size()))
      list.text(centerOf(elements[i], points), std::to_string(i), scale, color);
}

void drawNumbers(DrawList& list, std::span<const Vec3> points, double scale, const Color& color) {
  for (std::size_t i = 0; i < points.size(); ++i) list.text(points[i], std::to_string(i), scale, color);
}

void drawSegment(DrawList& list, SegmentStyle style, const Vec3& from, const Vec3& to, double radius,
                 const Color& color) {
  switch (style) {
    case SegmentStyle::line:
      return list.line(from, to, 1, color);
    case SegmentStyle::cylinder:
      return list.cylinder(from, to, radius, color);
    case SegmentStyle::arrow:
      return list.arrow(from, to, radius, color);
  }
}

void drawCross(DrawList& list, const Vec3& center, double length, float width, const Color& color) {
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 half = length / 2 * Vec3::Unit(axis);
    list.line(center - half, center + half, width, color);
  }
}

type::BoundingBox sceneBox(const Component& component) {
  return component.context() ? component.context()->root()->d_bbox.value() : type::BoundingBox();
}

#define SOFA_DRAW_ELEMENT(Element)                                                                                \
  template std::span<const Color> meshColors<Element>();                                                          \
  template void drawElement(DrawList&, const Element&, std::size_t, std::span<const Vec3>, double,                \
                            std::span<const Color>);                                                              \
  template void drawElements(DrawList&, const std::vector<Element>&, std::span<const Vec3>, double,               \
                             std::span<const Color>);                                                             \
  template void drawOutline(DrawList&, const Element&, std::span<const Vec3>, double, float, const Color&);       \
  template void drawOutlines(DrawList&, const std::vector<Element>&, std::span<const Vec3>, float, const Color&); \
  template void drawNumbers(DrawList&, const std::vector<Element>&, std::span<const Vec3>, double, const Color&)
SOFA_DRAW_ELEMENT(type::Edge);
SOFA_DRAW_ELEMENT(type::Triangle);
SOFA_DRAW_ELEMENT(type::Quad);
SOFA_DRAW_ELEMENT(type::Tetrahedron);
SOFA_DRAW_ELEMENT(type::Hexahedron);
SOFA_DRAW_ELEMENT(type::Prism);
SOFA_DRAW_ELEMENT(type::Pyramid);
#undef SOFA_DRAW_ELEMENT

}  // namespace sofa::core
