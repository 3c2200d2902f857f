// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Overlay/OverlayRenderer.h"

#include <numbers>

namespace sofa::gl {

using core::DrawList;
using type::Color;
using type::Quat;
using type::Vec3;

namespace {

constexpr double textSize = 14, smallestText = 10, largestText = 56;  // pixels
constexpr double letterSize = 12;
constexpr Color boxColor{1, 1, 0, 1};
constexpr Color axisColors[] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
constexpr Color letterColors[] = {{1.f, 0.35f, 0.35f, 1}, {0.2f, 0.8f, 0.2f, 1}, {0.45f, 0.55f, 1.f, 1}};
constexpr const char* letters[] = {"X", "Y", "Z"};

bool isFinite(const type::BoundingBox& box) { return !box.empty() && box.min.allFinite() && box.max.allFinite(); }

/// The pixels of a view as coordinates, from the top left; nothing is near or far.
DrawContext screenContext(const DrawContext& context) {
  DrawContext screen;
  screen.view.setIdentity();
  screen.projection.setIdentity();
  screen.projection(0, 0) = 2.f / static_cast<float>(std::max(1, context.width));
  screen.projection(1, 1) = -2.f / static_cast<float>(std::max(1, context.height));
  screen.projection(0, 3) = -1;
  screen.projection(1, 3) = 1;
  screen.width = context.width;
  screen.height = context.height;
  screen.pixelRatio = context.pixelRatio;
  return screen;
}

/// A view of 60 degrees, the eye at a distance of 3.
DrawContext frameContext(const SceneFrame& frame, const geometry::Camera& camera, const DrawContext& context) {
  using Corner = SceneFrame::Corner;
  DrawContext corner;
  geometry::Camera eye;
  eye.orientation = camera.orientation;
  eye.position = 3 * camera.axis(2);
  eye.fieldOfView = 60;
  const int size = static_cast<int>(std::lround(std::clamp(frame.size, 1, 4096) * context.pixelRatio));
  eye.width = eye.height = static_cast<unsigned>(size);
  corner.view = eye.viewMatrix().cast<float>();
  corner.projection = eye.projectionMatrix({1, 5, true}).cast<float>();
  corner.width = corner.height = size;
  const bool right = frame.corner == Corner::bottomRight || frame.corner == Corner::topRight;
  const bool top = frame.corner == Corner::topLeft || frame.corner == Corner::topRight;
  corner.x = right ? context.width - size : 0;
  corner.y = top ? context.height - size : 0;
  corner.pixelRatio = context.pixelRatio;
  return corner;
}

/// Of scenes that have none: it leaves half of a small view to the scene.
SceneFrame ownSceneFrame(const DrawContext& context) {
  SceneFrame frame;
  const double side = std::min(context.width, context.height) / static_cast<double>(context.pixelRatio);
  frame.size = std::min(frame.size, static_cast<int>(side / 2));
  return frame;
}

DrawList sceneFrameShapes(SceneFrame::Style style) {
  DrawList list;
  for (int i = 0; i < 3; ++i) {
    const Vec3 axis = Vec3::Unit(i);
    switch (style) {
      case SceneFrame::Style::arrows:
        list.arrow(Vec3::Zero(), axis, 0.05, axisColors[i]);
        break;
      case SceneFrame::Style::cylinders:
        list.cylinder(Vec3::Zero(), axis, 0.1, axisColors[i]);
        break;
      case SceneFrame::Style::cubeCones:
        list.cone(0.2 * axis, axis, 0.2, axisColors[i]);
        break;
    }
  }
  if (style == SceneFrame::Style::cylinders) list.sphere(Vec3::Zero(), 0.1, {0.8f, 0.8f, 0.8f, 1});
  if (style == SceneFrame::Style::cubeCones)
    list.cube(Vec3::Zero(), Quat::Identity(), Vec3::Constant(0.2), {0.8f, 0.8f, 0.8f, 1});
  return list;
}

/// Pixel from the top left of the whole view, if the point is between the near and the far plane.
std::optional<std::array<double, 2>> pixelOf(const Vec3& point, const DrawContext& context, int height) {
  const type::Vec4 clip =
      context.projection.cast<double>() * (context.view.cast<double>() * type::Vec4(point.homogeneous()));
  if (!clip.allFinite() || !(clip.w() > 0) || std::abs(clip.z()) > clip.w()) return {};
  const double x = context.x + (0.5 + 0.5 * clip.x() / clip.w()) * context.width;
  const double y = context.y + (0.5 + 0.5 * clip.y() / clip.w()) * context.height;
  return std::array{x, height - y};
}

bool isCut(const Vec3& point, std::span<const ClipPlane> planes) {
  return std::any_of(planes.begin(), planes.end(),
                     [&](const ClipPlane& plane) { return plane.normal.dot(point) > plane.offset; });
}

/// Black or white on the background of a legend, by the brightness of sRGB's primaries (ITU-R BT.709).
Color legendColor(const Color& background) {
  return 0.212f * background.r + 0.715f * background.g + 0.072f * background.b > 0.5f ? Color{0, 0, 0, 1}
                                                                                      : Color{1, 1, 1, 1};
}

}  // namespace

void OverlayRenderer::upload(const Frame& frame, const View& view, const geometry::Camera& camera,
                             const DrawContext& context, RenderStatistics& statistics) {
  m_camera = camera;
  m_gravity = frame.gravity;
  m_hasGrid = view.grid;
  m_helpers.clear();
  m_screen.clear();
  m_text.clear();
  m_frames.clear();
  m_legends.clear();
  addHelpers(frame, view);
  addTexts(m_helpers, context);
  for (const DrawList* list : {&frame.drawList, view.extra, view.onTop}) {
    if (!list) continue;
    addTexts(*list, context);
    for (const auto& label : list->labels())
      m_text.add(label.x * context.pixelRatio, label.y * context.pixelRatio, label.text,
                 label.fontSize * context.pixelRatio,
                 label.contrasting ? TextRenderer::contrasting(context.background) : label.color);
    for (const auto& legend : list->legends()) addLegend(legend, context);
  }
  for (const auto& sceneFrame : frame.sceneFrames) addSceneFrame(sceneFrame, context);
  if (view.sceneFrame && frame.sceneFrames.empty()) addSceneFrame(ownSceneFrame(context), context);
  if (m_hasGrid || view.scale) addScale(context);
  if (frame.nothingDrawn && view.emptyNote) addEmptyNote(context);
  m_hasTop = view.onTop != nullptr;
  if (m_hasTop) m_topRenderer.upload(*view.onTop, statistics);
  for (const auto& [style, corner] : m_frames) {
    const auto i = static_cast<std::size_t>(style);
    if (!std::exchange(m_frameKnown[i], true)) m_frameRenderers[i].upload(sceneFrameShapes(style), statistics);
  }
  m_helperRenderer.upload(m_helpers, statistics);
  m_screenRenderer.upload(m_screen, statistics);
  m_text.upload(statistics);
}

void OverlayRenderer::addHelpers(const Frame& frame, const View& view) {
  if (view.boundingBox && isFinite(frame.box)) m_helpers.box(frame.box, 1, boxColor);
  if (isFinite(view.selectionBox)) m_helpers.box(view.selectionBox, 2, selectionColor);
  if (!view.axes) return;
  const double diagonal = isFinite(frame.box) ? (frame.box.max - frame.box.min).norm() : 0;
  const double length = diagonal > 0 ? 0.5 * diagonal : 1;
  for (int i = 0; i < 3; ++i) {
    const Vec3 tip = length * Vec3::Unit(i);
    m_helpers.line(Vec3::Zero(), 0.95 * tip, 2, axisColors[i]);
    m_helpers.cone(0.94 * tip, tip, 0.014 * length, axisColors[i]);
    m_helpers.text(1.03 * tip, letters[i], 1, letterColors[i]);
  }
}

void OverlayRenderer::addTexts(const DrawList& list, const DrawContext& context) {
  const Font* font = Font::standard();
  if (!font) return;
  for (const auto& text : list.texts()) {
    if (isCut(text.position, context.clipPlanes)) continue;
    const auto pixel = pixelOf(text.position, context, context.height);
    if (!pixel) continue;
    const double size = std::clamp(textSize * text.scale, smallestText, largestText) * context.pixelRatio;
    m_text.add((*pixel)[0], (*pixel)[1] - font->ascent(size), text.text, size, text.color);
  }
}

void OverlayRenderer::addRectangle(double x, double y, double width, double height, const Color& top,
                                   const Color& bottom, const DrawContext& context) {
  const double r = context.pixelRatio;
  const Vec3 a(x * r, y * r, 0), b((x + width) * r, y * r, 0), c((x + width) * r, (y + height) * r, 0),
      d(x * r, (y + height) * r, 0);
  m_screen.triangle({a, b, c}, {top, top, bottom});
  m_screen.triangle({a, c, d}, {top, bottom, bottom});
}

const OverlayRenderer::Rectangle* OverlayRenderer::legendAt(const Rectangle& place) const {
  const auto found = std::find_if(m_legends.begin(), m_legends.end(), [&](const Rectangle& other) {
    return place.left < other.right && other.left < place.right && place.top < other.bottom && other.top < place.bottom;
  });
  return found == m_legends.end() ? nullptr : &*found;
}

void OverlayRenderer::addLegend(const DrawList::Legend& legend, const DrawContext& context) {
  constexpr double usualSize = 11, gap = 5, tick = 3, apart = 10;
  constexpr std::size_t ticks = 5;
  const double r = context.pixelRatio, size = legend.titleSize, scale = std::max(1.0, size / usualSize);
  const double barWidth = 10 * scale, barHeight = 100 * scale;
  std::array<std::string, ticks> numbers;  // from the top
  for (std::size_t i = 0; i < ticks; ++i)
    numbers[i] = fmt::format("{:.3g}", std::lerp(legend.max, legend.min, static_cast<double>(i) / (ticks - 1)));
  const auto width = [&](const std::string& text) { return m_text.measure(text, size * r).width / r; };
  const double header = legend.title.empty() ? 0.5 * size : 2 * size;
  double widest = 0;
  for (const auto& number : numbers) widest = std::max(widest, width(number));
  const double wide = std::max(barWidth + tick + gap + widest, width(legend.title));
  const double high = header + barHeight + 0.5 * size;
  double x = 10 + legend.x, y = 20 + legend.y + (legend.title.empty() ? 0 : 2 * size);
  const auto place = [&] { return Rectangle{x, y - header, x + wide, y - header + high}; };
  const double top = y;
  double right = 0;  // of those in the column
  while (const Rectangle* other = legendAt(place())) {
    y = other->bottom + apart + header;
    right = std::max(right, other->right);
    if (place().bottom > context.height / r && x < context.width / r) y = top, x = std::exchange(right, 0) + apart;
  }
  m_legends.push_back(place());

  const Color ink = legendColor(context.background);
  const auto& palette = legend.palette;
  if (palette.size() == 1) addRectangle(x, y, barWidth, barHeight, palette[0], palette[0], context);
  const double step = barHeight / std::max<double>(1, static_cast<double>(palette.size()) - 1);
  for (std::size_t i = 0; i + 1 < palette.size(); ++i)
    addRectangle(x, y + barHeight - step * static_cast<double>(i + 1), barWidth, step, palette[i + 1], palette[i],
                 context);
  if (!legend.title.empty()) m_text.add(x * r, (y - 2 * size) * r, legend.title, size * r, ink);
  for (std::size_t i = 0; i < ticks; ++i) {
    const double middle = y + barHeight * static_cast<double>(i) / (ticks - 1);
    addRectangle(x + barWidth, std::floor(middle), tick, 1, ink, ink, context);
    m_text.add((x + barWidth + tick + gap) * r, middle * r - 0.5 * m_text.measure(numbers[i], size * r).height,
               numbers[i], size * r, ink);
  }
}

/// Why the view is empty, in its middle.
void OverlayRenderer::addEmptyNote(const DrawContext& context) {
  constexpr double size = 15;
  constexpr std::array lines{"Nothing of this scene is drawn.",
                             "It has no visual model with faces, or its displayFlags hide what there is."};
  const double r = context.pixelRatio;
  double y = 0.5 * context.height - 1.2 * size * r;
  for (const char* line : lines) {
    const double wide = m_text.measure(line, size * r).width;
    m_text.add(std::max(0.0, 0.5 * (context.width - wide)), y, line, size * r,
               TextRenderer::contrasting(context.background));
    y += 1.5 * size * r;
  }
}

void OverlayRenderer::addScale(const DrawContext& context) {
  const double r = context.pixelRatio, pixel = m_camera.pixelSize(m_camera.lookAt) * r;
  if (!(pixel > 0) || !std::isfinite(pixel)) return;
  const double cell = GridRenderer::spacing(pixel), length = cell / pixel;
  const double x = 14, y = context.height / r - 18;
  const Color ink = TextRenderer::contrasting(context.background);
  addRectangle(x, y, length, 1, ink, ink, context);
  addRectangle(x, y - 5, 1, 6, ink, ink, context);
  addRectangle(x + length - 1, y - 5, 1, 6, ink, ink, context);
  m_text.add(x * r, (y - 20) * r, fmt::format("{:g}", cell), letterSize * r, ink);
}

void OverlayRenderer::addSceneFrame(const SceneFrame& frame, const DrawContext& context) {
  m_frames.emplace_back(frame.style, frameContext(frame, m_camera, context));
  const DrawContext& corner = m_frames.back().second;
  const double size = letterSize * context.pixelRatio;
  for (int i = 0; i < 3; ++i) {
    const auto pixel = pixelOf(1.2 * Vec3::Unit(i), corner, context.height);
    const auto extent = m_text.measure(letters[i], size);
    if (pixel)
      m_text.add((*pixel)[0] - 0.5 * extent.width, (*pixel)[1] - 0.5 * extent.height, letters[i], size,
                 letterColors[i]);
  }
}

void OverlayRenderer::drawInScene(const DrawContext& context, RenderStatistics& statistics) {
  DrawContext uncut = context;
  uncut.clipPlanes = {};
  m_helperRenderer.draw(PrimitivePass::opaque, uncut, statistics);
  if (m_hasGrid) m_grid.draw(m_camera, uncut, m_gravity, statistics);
}

void OverlayRenderer::drawOver(const DrawContext& context, RenderStatistics& statistics) {
  for (const auto& [style, corner] : m_frames) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(corner.x, corner.y, corner.width, corner.height);
    glClear(GL_DEPTH_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glViewport(corner.x, corner.y, corner.width, corner.height);
    m_frameRenderers[static_cast<std::size_t>(style)].draw(PrimitivePass::opaque, corner, statistics);
  }
  glViewport(context.x, context.y, context.width, context.height);
  glDisable(GL_DEPTH_TEST);
  if (m_hasTop) {
    DrawContext uncut = context;
    uncut.clipPlanes = {};
    for (const auto pass : {PrimitivePass::opaque, PrimitivePass::transparent})
      m_topRenderer.draw(pass, uncut, statistics);
  }
  const DrawContext screen = screenContext(context);
  m_screenRenderer.draw(PrimitivePass::opaque, screen, statistics);
  m_screenRenderer.draw(PrimitivePass::transparent, screen, statistics);
  glEnable(GL_DEPTH_TEST);
  m_text.draw(context, statistics);
}

}  // namespace sofa::gl
