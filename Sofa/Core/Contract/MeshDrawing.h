// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"

/// What drawn forms of components have in common (docs/manual/visual.md, "What components draw"). Elements that name
/// points which do not exist are left out.
namespace sofa::core {

/// Positions of points in space, one after the other; copied only where a state keeps them in another form. Meant to be
/// kept (static thread_local) by who draws, so that a steady scene is drawn without allocation; what of() returned is
/// good until its next call.
class DrawnPoints {
 public:
  /// Nothing without a state.
  std::span<const type::Vec3> of(const BaseState* state, VecCoordId id = vec::position);
  template <class DataTypes>
  std::span<const type::Vec3> of(const std::vector<typename DataTypes::Coord>& coords) {
    if constexpr (std::is_same_v<typename DataTypes::Coord, type::Vec3>) return coords;
    m_copy.clear();
    for (const auto& x : coords) m_copy.push_back(DataTypes::position(x));
    return m_copy;
  }
  /// The points of a mesh: where the state is, if it has that many; else where the mesh itself puts them.
  std::span<const type::Vec3> of(const BaseMeshTopology& mesh, const BaseState* state);

 private:
  std::vector<type::Vec3> m_copy;
};

/// The part of a derivative that moves the point, in space.
template <class DataTypes>
type::Vec3 linearPart(const typename DataTypes::Deriv& d) {
  type::Vec3 v = type::Vec3::Zero();
  for (int k = 0; k < DataTypes::spatialDimensions; ++k) v[k] = d[k];
  return v;
}

template <class Element>
bool namesOnly(const Element& element, std::size_t pointCount) {
  for (const type::Index i : element)
    if (i >= pointCount) return false;
  return true;
}
template <class Element>
type::Vec3 centerOf(const Element& element, std::span<const type::Vec3> points) {
  type::Vec3 sum = type::Vec3::Zero();
  for (const type::Index i : element) sum += points[i];
  return sum / static_cast<double>(element.size());
}

/// Colours by which the elements of a mesh are told apart: of edges, triangles and quads the number modulo their count
/// chooses one, of volumes each face has its own.
template <class Element>
std::span<const type::Color> meshColors();

/// The elements, each shrunk about its centre: p' = c + (p - c)(1 - gap). Edges 2 pixels wide.
template <class Element>
void drawElements(DrawList& list, const std::vector<Element>& elements, std::span<const type::Vec3> points, double gap,
                  std::span<const type::Color> colors = meshColors<Element>());
/// One element, in colours as above; `number` is its own.
template <class Element>
void drawElement(DrawList& list, const Element& element, std::size_t number, std::span<const type::Vec3> points,
                 double gap, std::span<const type::Color> colors);
/// The edges of one element, shrunk in the same way.
template <class Element>
void drawOutline(DrawList& list, const Element& element, std::span<const type::Vec3> points, double gap, float width,
                 const type::Color& color);
/// The edges of the elements. Those that elements share are drawn for each.
template <class Element>
void drawOutlines(DrawList& list, const std::vector<Element>& elements, std::span<const type::Vec3> points, float width,
                  const type::Color& color);
/// Number i at the centre of element i.
template <class Element>
void drawNumbers(DrawList& list, const std::vector<Element>& elements, std::span<const type::Vec3> points, double scale,
                 const type::Color& color);
/// Number i at point i.
void drawNumbers(DrawList& list, std::span<const type::Vec3> points, double scale, const type::Color& color);

/// How lines with a direction are drawn, by the numbers that scenes use.
enum class SegmentStyle { line = 0, cylinder = 1, arrow = 2 };
/// Lines of 1 pixel; the radius is that of cylinders and arrows.
void drawSegment(DrawList& list, SegmentStyle style, const type::Vec3& from, const type::Vec3& to, double radius,
                 const type::Color& color);
/// The three axes through a point as lines of that length, half of it to either side.
void drawCross(DrawList& list, const type::Vec3& center, double length, float width, const type::Color& color);

/// Box of the whole scene; empty outside of one.
type::BoundingBox sceneBox(const Component& component);

}  // namespace sofa::core
