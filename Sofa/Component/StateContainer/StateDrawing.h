// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Type/Rigid.h"

/// The pictures that MechanicalObject draws of its points and frames. `mode` is its drawMode.
namespace sofa::component::statecontainer {

/// Draws points of `size` pixels in mode 0 and in unknown modes, and spheres of the radius `size` in modes 1 to 4.
/// Modes 2 to 4 replace `color` by red, green and blue.
void drawStatePoints(core::DrawList& list, std::span<const type::Vec3> points, int mode, float size,
                     const type::Color& color);

/// Draws the axes of frames. Modes 1 to 6 draw all three axes in one colour; the other modes draw x red, y green and z
/// blue. Frames that sleep are grey in all modes.
void drawStateFrames(core::DrawList& list, std::span<const type::RigidCoord<3>> frames, int mode, double length,
                     bool areAsleep);

}  // namespace sofa::component::statecontainer
