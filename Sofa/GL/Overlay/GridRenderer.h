// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// An endless grid in the plane through the origin across gravity (y is up without gravity). Its cells are powers of
/// ten wide, so that they are some 20 to 200 pixels where the camera looks at; every tenth line is stronger, and lines
/// fade where they would be closer than a few pixels. The axes in the plane have their colours.
class GridRenderer {
 public:
  /// To be drawn after opaque things: blended, without depth writes.
  void draw(const geometry::Camera& camera, const DrawContext& context, const type::Vec3& gravity,
            RenderStatistics& statistics);
  /// Width of the small cells (m) where a pixel is `pixelSize` metres, in pixels of a ratio of 1.
  static double spacing(double pixelSize);

 private:
  Program m_program;
  VertexArray m_array;
};

}  // namespace sofa::gl
