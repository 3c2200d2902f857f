// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TetraDrawing.h"

#include <cmath>
#include <limits>

#include "Sofa/Geometry/MeshElements.h"

namespace sofa::component::solidmechanics {

using type::Color;
using type::Vec3;

void drawTetrahedra(core::DrawList& list, const fem::TetraSolid& solid, std::span<const Vec3> points, double gap,
                    std::span<const Color> colors) {
  for (std::size_t e = 0; e < solid.elementCount(); ++e)
    core::drawElement(list, solid.element(e), e, points, gap, colors);
}

const helper::ColorMap& colorsOver(const std::string& scheme, std::span<const double> values) {
  static thread_local std::string known;
  static thread_local helper::ColorMap colors;
  if (known != scheme) {
    colors = helper::ColorMap(scheme);
    known = scheme;
  }
  double min = std::numeric_limits<double>::max(), max = std::numeric_limits<double>::lowest();
  for (const double v : values)
    if (std::isfinite(v)) {
      min = std::min(min, v);
      max = std::max(max, v);
    }
  if (min > max) min = max = 0;
  colors.setRange(min, max);
  return colors;
}

Color colorOf(const helper::ColorMap& colors, double value, float alpha) {
  Color color = std::isnan(value) ? Color{0, 0, 0, 1} : colors(value);
  color.a = alpha;
  return color;
}

void drawPointValues(core::DrawList& list, std::span<const Vec3> points, std::span<const double> values,
                     const helper::ColorMap& colors, float alpha) {
  for (std::size_t i = 0; i < std::min(points.size(), values.size()); ++i)
    list.point(points[i], 10, colorOf(colors, values[i], alpha));
}

void drawSmoothValues(core::DrawList& list, const fem::TetraSolid& solid, std::span<const Vec3> points,
                      std::span<const double> values, const helper::ColorMap& colors, float alpha) {
  for (std::size_t e = 0; e < solid.elementCount(); ++e) {
    const auto& t = solid.element(e);
    if (!core::namesOnly(t, std::min(points.size(), values.size()))) continue;
    for (const auto& f : geometry::tetrahedronTriangles) {
      const auto color = [&](int corner) { return colorOf(colors, values[t[f[corner]]], alpha); };
      list.triangle({points[t[f[0]]], points[t[f[1]]], points[t[f[2]]]}, {color(0), color(1), color(2)});
    }
  }
}

void drawElementValues(core::DrawList& list, const fem::TetraSolid& solid, std::span<const Vec3> points, double gap,
                       std::span<const double> values, const helper::ColorMap& colors, float alpha) {
  for (std::size_t e = 0; e < std::min(solid.elementCount(), values.size()); ++e) {
    const Color color = colorOf(colors, values[e], alpha);
    core::drawElement(list, solid.element(e), e, points, gap, {&color, 1});
  }
}

}  // namespace sofa::component::solidmechanics
