// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picture/Renderer.h"

#include "Sofa/GL/Capture/DefaultLook.h"
#include "Sofa/GL/Capture/SceneBox.h"
#include "Sofa/GL/Device/Context.h"
#include "Sofa/GL/Device/SampleResolver.h"
#include "Sofa/GL/Device/StateGuard.h"
#include "Sofa/GL/Overlay/Background.h"
#include "Sofa/GL/Overlay/OverlayRenderer.h"
#include "Sofa/GL/Overlay/SelectionOutline.h"
#include "Sofa/GL/Picking/OwnerPicker.h"
#include "Sofa/GL/Picture/AmbientOcclusion.h"
#include "Sofa/GL/Picture/PostProcessing.h"
#include "Sofa/GL/Surface/SliceRenderer.h"
#include "Sofa/GL/Surface/SplatRenderer.h"
#include "Sofa/GL/Surface/SurfaceRenderer.h"
#include "Sofa/GL/Surface/WeightedTransparency.h"
#include "Sofa/Helper/Message.h"

namespace sofa::gl {
namespace {

/// A camera that can be drawn with: a scene that diverged may have moved its own to nowhere.
geometry::Camera usableCamera(const geometry::Camera& camera) {
  geometry::Camera usable = camera;
  if (!usable.position.allFinite() || !usable.lookAt.allFinite() || !usable.orientation.coeffs().allFinite() ||
      usable.orientation.coeffs().norm() < 1e-9) {
    usable.position = type::Vec3::UnitZ(), usable.lookAt.setZero();
    usable.orientation = type::Quat::Identity();
  }
  if (!(usable.fieldOfView > 0 && usable.fieldOfView < 180)) usable.fieldOfView = 45;
  if (usable.orthographic && !(usable.distance() > 0)) usable.lookAt = usable.position + usable.viewDirection();
  return usable;
}

/// Of the distances that a camera chooses itself, the far one grows with what is shown beyond the scene's box.
geometry::Camera::Clipping usableClipping(const geometry::Camera& camera, const type::BoundingBox& box,
                                          const type::BoundingBox& drawn) {
  auto clipping = camera.clipping(box);
  if (!clipping.valid || !std::isfinite(clipping.zNear) || !std::isfinite(clipping.zFar)) return {0.01, 100, true};
  if (!camera.computeClipping || drawn.empty()) return clipping;
  const type::Vec3 centre = 0.5 * (drawn.min + drawn.max), half = 0.5 * (drawn.max - drawn.min);
  const type::Vec3 direction = camera.viewDirection();
  const double farthest = (centre - camera.position).dot(direction) + half.dot(direction.cwiseAbs());
  if (std::isfinite(farthest)) clipping.zFar = std::max(clipping.zFar, 1.01 * farthest);
  return clipping;
}

/// The scene and what the viewer adds in its planes. Boxes with infinite corners count as none.
type::BoundingBox framedBox(const Frame& frame, const View& view) {
  type::BoundingBox box = frame.box;
  if (!box.min.allFinite() || !box.max.allFinite()) box = {};
  if (view.selectionBox.min.allFinite() && view.selectionBox.max.allFinite()) box.include(view.selectionBox);
  return box;
}

DrawContext contextOf(const Frame& frame, const View& view, const geometry::Camera& camera,
                      const geometry::Camera::Clipping& clipping) {
  DrawContext context;
  context.view = camera.viewMatrix().cast<float>();
  context.projection = camera.projectionMatrix(clipping).cast<float>();
  context.width = static_cast<int>(camera.width);
  context.height = static_cast<int>(camera.height);
  context.pixelRatio = static_cast<float>(view.pixelRatio);
  context.clipPlanes = view.clipPlanes;
  context.background = view.background.value_or(frame.background);
  context.headLight = view.headLight;
  context.transparencyDepthScale = frame.transparencyDepthScale;
  context.shoulder = frame.look.shoulder;
  context.studioLight = frame.look.studioLight;
  context.up = upOf(frame.gravity);
  context.lightAway = std::isfinite(camera.distance()) ? camera.distance() : 0;
  return context;
}

DrawContext contextOf(const Frame& frame, const View& view) {
  const geometry::Camera camera = usableCamera(view.camera);
  auto clipping = usableClipping(camera, framedBox(frame, view), frame.drawnBox);
  if (frame.postProcess) {
    const double zNear = frame.postProcess->zNear.value_or(clipping.zNear);
    const double zFar = frame.postProcess->zFar.value_or(clipping.zFar);
    if (zNear < zFar) clipping.zNear = zNear, clipping.zFar = zFar;
  }
  return contextOf(frame, view, camera, clipping);
}

/// The same for a view inside of the first. `camera` looks; it takes the size of the view.
DrawContext contextOf(const Frame& frame, const View& view, const SubView& sub, geometry::Camera camera) {
  const auto pixels = [&](double x) { return static_cast<int>(std::lround(x * view.pixelRatio)); };
  const int width = std::max(1, pixels(sub.camera.width)), height = std::max(1, pixels(sub.camera.height));
  camera.width = static_cast<unsigned>(width), camera.height = static_cast<unsigned>(height);
  camera = usableCamera(camera);
  auto clipping = usableClipping(camera, framedBox(frame, view), frame.drawnBox);
  if (sub.zNear > 0 && !sub.swaps) clipping.zNear = sub.zNear;
  if (sub.zFar > 0 && !sub.swaps) clipping.zFar = sub.zFar;
  if (!(clipping.zNear < clipping.zFar)) clipping.zNear = 1e-3 * clipping.zFar;
  DrawContext context = contextOf(frame, view, camera, clipping);
  if (!sub.advanced) context.transparencyDepthScale.reset();
  context.x = sub.x < 0 ? static_cast<int>(view.camera.width) - width + pixels(sub.x) : pixels(sub.x);
  context.y = sub.y < 0 ? static_cast<int>(view.camera.height) - height + pixels(sub.y) : pixels(sub.y);
  return context;
}

/// The first view that changes places with the main one; null: none.
const SubView* swapping(const Frame& frame) {
  const auto it = std::find_if(frame.subViews.begin(), frame.subViews.end(), [](const SubView& s) { return s.swaps; });
  return it == frame.subViews.end() ? nullptr : &*it;
}

}  // namespace

class Renderer::Implementation {
 public:
  Implementation() { loadOpenGL(); }

  void draw(const Frame& frame, const View& given) {
    const StateGuard guard;
    View view = given;
    const SubView* swapped = swapping(frame);
    if (swapped) {
      view.camera = swapped->camera;
      view.camera.width = given.camera.width, view.camera.height = given.camera.height;
    }
    view.camera = usableCamera(view.camera);
    m_statistics = {};
    const DrawContext context = contextOf(frame, view);
    m_canvas.resize(context.width, context.height, view.samples);
    m_statistics.samples = m_canvas.samples();
    m_surfaces.upload(frame, m_statistics);
    uploadList(frame, m_statistics);
    if (view.extra) m_extra.upload(*view.extra, m_statistics);
    m_overlay.upload(frame, view, view.camera, context, m_statistics);
    if (view.shadows) m_surfaces.drawShadows(frame, context, m_statistics);
    m_surfaces.setLights(frame, context, view.shadows);
    const bool hasFloor = showsFloor(frame, view, view.camera);
    if (hasFloor) m_floorShadow.update(*frame.look.floor, context, idsOf(frame, m_statistics), m_statistics);

    m_canvas.bind();
    glViewport(0, 0, context.width, context.height);
    m_background.clear(context);
    const auto background = [&] {
      m_background.draw(frame, view, context, hasFloor ? &m_floorShadow : nullptr, m_statistics);
    };
    // What is drawn whatever is in front of it leaves no depths behind.
    const bool isHidden = std::none_of(frame.surfaces.begin(), frame.surfaces.end(),
                                       [](const Surface& surface) { return !surface.depthTest; });
    if (!isHidden) background();
    drawOpaque(frame, view, context);
    occlude(frame, view, context);
    if (isHidden) background();
    m_overlay.drawInScene(context, m_statistics);
    drawTransparent(frame, view, context);
    if (frame.postProcess) m_postProcessing.apply(*frame.postProcess, m_canvas, m_statistics);
    if (frame.encodesSrgb) m_postProcessing.apply(srgbEncoding(), m_canvas, m_statistics);
    if (view.highlighted != 0)
      m_outline.draw(view.highlighted, m_canvas, context, idsOf(frame, m_statistics), m_statistics);
    if (view.shadows) m_surfaces.showShadowMaps(frame, context, m_statistics);
    m_overlay.drawOver(context, m_statistics);
    for (const SubView& sub : frame.subViews)
      drawSubView(frame, view, sub, contextOf(frame, view, sub, &sub == swapped ? given.camera : sub.camera));
    finish(guard.drawFramebuffer());
    reportErrors();
  }

  Image drawImage(const Frame& frame, const View& view) {
    const StateGuard guard;
    Image image;
    image.width = static_cast<int>(view.camera.width), image.height = static_cast<int>(view.camera.height);
    m_picture.resize(image.width, image.height, 0);
    m_picture.bind();
    draw(frame, view);
    image.rgba.resize(4 * static_cast<std::size_t>(image.width) * image.height);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, m_picture.id());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    const auto row = 4 * static_cast<std::ptrdiff_t>(image.width);
    for (int y = 0; y < image.height / 2; ++y)
      std::swap_ranges(image.rgba.begin() + y * row, image.rgba.begin() + (y + 1) * row,
                       image.rgba.begin() + (image.height - 1 - y) * row);
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
  }

  std::optional<Pick> pick(const Frame& frame, const View& view, int x, int y) {
    const StateGuard guard;
    const DrawContext drawn = contextOf(frame, view);
    RenderStatistics statistics;
    m_surfaces.upload(frame, statistics);
    uploadList(frame, statistics);
    return m_picker.pick(usableCamera(view.camera), drawn, x, y, idsOf(frame, statistics));
  }

  const RenderStatistics& statistics() const { return m_statistics; }

 private:
  /// Draws the numbers of the owners of all that is shown.
  std::function<void(const DrawContext&)> idsOf(const Frame& frame, RenderStatistics& statistics) {
    return [this, &frame, &statistics](const DrawContext& context) {
      m_surfaces.drawIds(frame, context, statistics);
      m_list.drawIds(context, statistics);
    };
  }

  void occlude(const Frame& frame, const View& view, const DrawContext& context) {
    constexpr double reach = 0.05;  // in parts of the scene's size
    if (!m_isSoftware) m_isSoftware = Renderer::isSoftware();
    if (!view.ambientOcclusion.value_or(frame.look.studioLight && !*m_isSoftware) || !hasExtent(frame.box)) return;
    m_occlusion.apply(m_canvas, context, reach * (frame.box.max - frame.box.min).norm(), m_statistics);
  }

  /// What components show of themselves follows the visual models of the same pass (docs/manual/visual.md, "Order of a
  /// frame").
  void drawOpaque(const Frame& frame, const View& view, const DrawContext& context) {
    m_surfaces.draw(SurfaceRenderer::Pass::opaque, frame, context, m_statistics);
    drawLists(PrimitivePass::opaque, view, context);
  }

  void drawTransparent(const Frame& frame, const View& view, const DrawContext& context) {
    if (context.transparencyDepthScale) {
      m_weighted.begin(m_canvas);
      m_surfaces.draw(SurfaceRenderer::Pass::weighted, frame, context, m_statistics);
      m_weighted.end(m_canvas, m_statistics);
    }
    m_surfaces.draw(SurfaceRenderer::Pass::transparent, frame, context, m_statistics);
    m_slices.draw(frame, context, m_statistics);
    m_splats.draw(frame, context, m_statistics);
    drawLists(PrimitivePass::transparent, view, context);
  }

  void drawSubView(const Frame& frame, const View& view, const SubView& sub, const DrawContext& context) {
    glViewport(context.x, context.y, context.width, context.height);
    glScissor(context.x, context.y, context.width, context.height);
    glEnable(GL_SCISSOR_TEST);
    const type::Color& c = context.background;
    glClearColor(c.r, c.g, c.b, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    m_surfaces.setLights(frame, context, view.shadows && sub.advanced);
    drawOpaque(frame, view, context);
    drawTransparent(frame, view, context);
    glDisable(GL_SCISSOR_TEST);
  }

  /// The list of the same frame is not sent twice, for example while only the camera moves.
  void uploadList(const Frame& frame, RenderStatistics& statistics) {
    if (frame.number != 0 && frame.number == m_listFrame) return;
    m_list.upload(frame.drawList, statistics);
    m_listFrame = frame.number;
  }

  void drawLists(PrimitivePass pass, const View& view, const DrawContext& context) {
    m_list.draw(pass, context, m_statistics);
    if (view.extra) m_extra.draw(pass, context, m_statistics);
  }

  void finish(GLuint target) {
    if (m_canvas.samples() == 0) return m_canvas.copyTo(target);
    m_resolver.resolve(m_canvas, target);
  }

  /// Each kind of error once: a frame after the other would say the same.
  void reportErrors() {
    for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError())
      if (m_reported.insert(error).second)
        helper::send(helper::Severity::Error, "Renderer",
                     fmt::format("OpenGL reports {} while drawing with {}; the picture may be incomplete.",
                                 errorName(error), description()));
  }

  RenderStatistics m_statistics;
  std::set<GLenum> m_reported;
  Framebuffer m_canvas, m_picture;
  SampleResolver m_resolver;
  Background m_background;
  SurfaceRenderer m_surfaces;
  SliceRenderer m_slices;
  SplatRenderer m_splats;
  WeightedTransparency m_weighted;
  PostProcessing m_postProcessing;
  DrawListRenderer m_list, m_extra;
  std::uint64_t m_listFrame = 0;  ///< whose list m_list has
  FloorShadow m_floorShadow;
  AmbientOcclusion m_occlusion;
  SelectionOutline m_outline;
  std::optional<bool> m_isSoftware;
  OverlayRenderer m_overlay;
  OwnerPicker m_picker;
};

Renderer::Renderer() : m_implementation(std::make_unique<Implementation>()) {}
Renderer::~Renderer() = default;

void Renderer::draw(const Frame& frame, const View& view) { m_implementation->draw(frame, view); }

Image Renderer::drawImage(const Frame& frame, const View& view) { return m_implementation->drawImage(frame, view); }

std::optional<Pick> Renderer::pick(const Frame& frame, const View& view, int x, int y) {
  return m_implementation->pick(frame, view, x, y);
}

const RenderStatistics& Renderer::statistics() const { return m_implementation->statistics(); }

namespace {

std::string text(GLenum name) {
  const auto* value = reinterpret_cast<const char*>(glGetString(name));
  return value ? value : "unknown";
}

}  // namespace

bool Renderer::isSoftware() {
  const std::string renderer = text(GL_RENDERER);
  constexpr std::array names{"llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer"};
  return std::any_of(names.begin(), names.end(),
                     [&](const char* name) { return renderer.find(name) != std::string::npos; });
}

std::string Renderer::description() {
  return fmt::format("OpenGL {}, {} ({}), GLSL {}", text(GL_VERSION), text(GL_RENDERER), text(GL_VENDOR),
                     text(GL_SHADING_LANGUAGE_VERSION));
}

}  // namespace sofa::gl
