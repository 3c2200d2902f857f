// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/FiniteElement/TetraSolid.h"
#include "Sofa/Helper/ColorMap.h"

/// Drawn forms of bodies made of tetrahedra.
namespace sofa::component::solidmechanics {

/// The part of each element that is left out between it and its neighbours; as outlines they touch.
inline double drawnGap(const core::DrawList& list, double gap) {
  return list.shows(type::DisplayFlags::Wireframe) ? 0 : gap;
}

/// The four faces of each element in the four colours, one after the other.
void drawTetrahedra(core::DrawList& list, const fem::TetraSolid& solid, std::span<const type::Vec3> points, double gap,
                    std::span<const type::Color> colors);

/// A scheme of colours spread over the finite ones of some values. Good until the next call in this thread.
const helper::ColorMap& colorsOver(const std::string& scheme, std::span<const double> values);
/// What is no number is black.
type::Color colorOf(const helper::ColorMap& colors, double value, float alpha = 1);

/// Points 10 pixels wide in the colours of their values.
void drawPointValues(core::DrawList& list, std::span<const type::Vec3> points, std::span<const double> values,
                     const helper::ColorMap& colors, float alpha = 1);
/// All faces of the elements with the colours of their corners between them.
void drawSmoothValues(core::DrawList& list, const fem::TetraSolid& solid, std::span<const type::Vec3> points,
                      std::span<const double> values, const helper::ColorMap& colors, float alpha);
/// The elements in the colours of their values.
void drawElementValues(core::DrawList& list, const fem::TetraSolid& solid, std::span<const type::Vec3> points,
                       double gap, std::span<const double> values, const helper::ColorMap& colors, float alpha);

}  // namespace sofa::component::solidmechanics
