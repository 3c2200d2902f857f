// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/DataDisplay.h"

#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

using type::Color;
using type::Vec3;

void DataDisplay::init() {
  if (!l_colorMap) l_colorMap.set(context()->local<OglColorMap>());
  if (!l_colorMap) {
    warning("There is no OglColorMap in this node: one with default values is added. Write <OglColorMap/>.");
    auto map = std::make_shared<OglColorMap>();
    map->setName("colorMap");
    map->setClass("OglColorMap");
    context()->addComponent(map);
    l_colorMap.set(map.get());
  }
  core::connectMesh(*this, l_topology, core::MeshPlace::first);
  if (!l_topology) info("There is no topology: values are shown as points.");
  if (d_position.value().empty() && l_topology && l_topology->hasPositions()) {
    auto& points = d_position.edit();
    points.resize(l_topology->nbPoints());
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = l_topology->position(i);
  }
  setValid();
}

DataDisplay::Shown DataDisplay::whatIsShown() const {
  if (!d_pointData.value().empty()) return Shown::points;
  if (!d_triangleData.value().empty() || !d_quadData.value().empty()) return Shown::faces;
  if (!d_pointTriangleData.value().empty() || !d_pointQuadData.value().empty()) return Shown::corners;
  return Shown::nothing;
}

bool DataDisplay::sizesFit(Shown shown) const {
  const auto fits = [&](const char* name, std::size_t given, std::size_t expected, const char* of) {
    if (given == expected) return true;
    if (!m_reported) error("{} has {} values where there are {} {}.", name, given, expected, of);
    m_reported = true;
    return false;
  };
  if (shown == Shown::points) return fits("pointData", d_pointData.value().size(), size(), "points");
  if (!l_topology) {
    if (!m_reported) error("Values of faces need a topology: add one to this node or set topology=\"@...\".");
    m_reported = true;
    return false;
  }
  const std::size_t triangles = l_topology->triangles().size(), quads = l_topology->quads().size();
  if (shown == Shown::faces)
    return fits("triangleData", d_triangleData.value().size(), triangles, "triangles") &&
           fits("quadData", d_quadData.value().size(), quads, "quads");
  return fits("pointTriangleData", d_pointTriangleData.value().size(), 3 * triangles, "corners of triangles") &&
         fits("pointQuadData", d_pointQuadData.value().size(), 4 * quads, "corners of quads");
}

void DataDisplay::widenRange(const Values& values, double& min, double& max) const {
  for (const double v : values)
    if (std::isfinite(v)) {
      min = std::min(min, v);
      max = std::max(max, v);
    }
}

void DataDisplay::updateVisual() {
  m_shown = d_enable.value() ? whatIsShown() : Shown::nothing;
  if (m_shown != Shown::nothing && !sizesFit(m_shown)) m_shown = Shown::nothing;
  if (m_shown == Shown::nothing) return;
  const bool keep = d_maximalRange.value() && d_currentMin.value() < d_currentMax.value();
  double min = keep ? d_currentMin.value() : std::numeric_limits<double>::max();
  double max = keep ? d_currentMax.value() : std::numeric_limits<double>::lowest();
  const Values* shown[3][2] = {{&d_pointData.value(), nullptr},
                               {&d_triangleData.value(), &d_quadData.value()},
                               {&d_pointTriangleData.value(), &d_pointQuadData.value()}};
  for (const auto* values : shown[static_cast<int>(m_shown) - 1])
    if (values) widenRange(*values, min, max);
  if (const Vec2f user = d_userRange.value(); user[0] < user[1]) {
    min = d_maximalRange.value() ? std::max<double>(min, user[0]) : user[0];
    max = d_maximalRange.value() ? std::min<double>(max, user[1]) : user[1];
  }
  if (min > max) min = max = 0;
  // Only a change is written: others follow these by links.
  if (d_currentMin.value() != min) d_currentMin.set(min);
  if (d_currentMax.value() != max) d_currentMax.set(max);
}

Color DataDisplay::color(const helper::ColorMap& map, double value) const {
  Color c = std::isnan(value) ? d_colorNaN.value() : map(value);
  c.a *= static_cast<float>(d_transparency.value());
  return c;
}

void DataDisplay::draw(core::DrawList& list) const {
  if (m_shown == Shown::nothing || !l_colorMap || !list.shows(type::DisplayFlags::VisualModels)) return;
  using Shading = core::DrawList::Shading;
  const auto map = l_colorMap->colorMap(d_currentMin.value(), d_currentMax.value());
  const auto& triangles = d_triangleData.value();
  const auto& quads = d_quadData.value();
  if (m_shown == Shown::points && !l_topology)
    drawPoints(list, map);
  else if (m_shown == Shown::points)
    drawFaces(list, map, Shading::lit,
              [&](std::size_t, std::size_t, type::Index point, bool) { return d_pointData.value()[point]; });
  else if (m_shown == Shown::faces)
    drawFaces(list, map, Shading::unlit,
              [&](std::size_t face, std::size_t, type::Index, bool quad) { return (quad ? quads : triangles)[face]; });
  else
    drawFaces(list, map, Shading::unlit, [&](std::size_t face, std::size_t corner, type::Index, bool quad) {
      return quad ? d_pointQuadData.value()[4 * face + corner] : d_pointTriangleData.value()[3 * face + corner];
    });
}

void DataDisplay::drawPoints(core::DrawList& list, const helper::ColorMap& map) const {
  for (std::size_t i = 0; i < std::min(size(), d_pointData.value().size()); ++i)
    list.point(d_position.value()[i], 10, color(map, d_pointData.value()[i]));
}

template <class Value>
void DataDisplay::drawFaces(core::DrawList& list, const helper::ColorMap& map, core::DrawList::Shading shading,
                            Value value) const {
  const auto& points = d_position.value();
  const auto each = [&](const auto& faces, bool quads) {
    for (std::size_t f = 0; f < faces.size(); ++f) {
      const auto& face = faces[f];
      if (std::any_of(face.begin(), face.end(), [&](auto p) { return p >= points.size(); })) continue;
      constexpr std::size_t sides = std::decay_t<decltype(face)>().size();
      std::array<Vec3, sides> at;
      std::array<Color, sides> colors;
      for (std::size_t k = 0; k < sides; ++k) {
        at[k] = points[face[k]];
        colors[k] = color(map, value(f, k, face[k], quads));
      }
      if constexpr (sides == 4)
        list.quad(at, colors, shading);
      else
        list.triangle(at, colors, shading);
    }
  };
  each(l_topology->triangles(), false);
  each(l_topology->quads(), true);
}

namespace {
const auto registered =
    core::Register("DataDisplay", "Sofa.GL.Component.Rendering3D", "a mesh coloured by numbers").add<DataDisplay>();
}  // namespace

}  // namespace sofa::component::visual
