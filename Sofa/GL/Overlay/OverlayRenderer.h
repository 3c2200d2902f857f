// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Overlay/GridRenderer.h"
#include "Sofa/GL/Overlay/TextRenderer.h"
#include "Sofa/GL/Primitive/DrawListRenderer.h"

namespace sofa::gl {

/// What helps to read a picture: in the scene the grid, the axes of the world with their letters, the box of the scene
/// and that of the selection; over it texts, labels, legends of colour maps, the frames in the corners (OglSceneFrame),
/// the scale and what the viewer puts on top.
///
/// Texts of the scene face the viewer, begin at their place with their base line, and are never hidden (Visual3DText).
/// They keep their size while one zooms: 14 pixels times their scale, from 10 to 56 pixels. A label's place is its top
/// left corner.
class OverlayRenderer {
 public:
  void upload(const Frame& frame, const View& view, const geometry::Camera& camera, const DrawContext& context,
              RenderStatistics& statistics);
  /// After opaque things, before transparent ones.
  void drawInScene(const DrawContext& context, RenderStatistics& statistics);
  /// After everything else.
  void drawOver(const DrawContext& context, RenderStatistics& statistics);

 private:
  void addHelpers(const Frame& frame, const View& view);
  void addTexts(const core::DrawList& list, const DrawContext& context);
  /// Below or beside the legends that are there already, if it would cover one of them.
  void addLegend(const core::DrawList::Legend& legend, const DrawContext& context);
  void addScale(const DrawContext& context);
  void addEmptyNote(const DrawContext& context);
  void addSceneFrame(const SceneFrame& frame, const DrawContext& context);
  /// At pixels of a ratio of 1 from the top left.
  void addRectangle(double x, double y, double width, double height, const type::Color& top, const type::Color& bottom,
                    const DrawContext& context);

  /// Pixels of a ratio of 1 from the top left.
  struct Rectangle {
    double left, top, right, bottom;
  };
  const Rectangle* legendAt(const Rectangle& place) const;

  core::DrawList m_helpers, m_screen;
  std::vector<Rectangle> m_legends;
  DrawListRenderer m_helperRenderer, m_screenRenderer, m_topRenderer;
  std::array<DrawListRenderer, 3> m_frameRenderers;  ///< one for each style
  std::array<bool, 3> m_frameKnown{};
  std::vector<std::pair<SceneFrame::Style, DrawContext>> m_frames;
  GridRenderer m_grid;
  TextRenderer m_text;
  geometry::Camera m_camera;
  type::Vec3 m_gravity = type::Vec3::Zero();
  bool m_hasGrid = false, m_hasTop = false;
};

}  // namespace sofa::gl
