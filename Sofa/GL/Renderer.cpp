#include "Sofa/GL/Renderer.h"

#include "Sofa/GL/Background.h"
#include "Sofa/GL/Context.h"
#include "Sofa/GL/OverlayRenderer.h"
#include "Sofa/GL/OwnerPicker.h"
#include "Sofa/GL/StateGuard.h"
#include "Sofa/GL/SurfaceRenderer.h"
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

geometry::Camera::Clipping usableClipping(const geometry::Camera& camera, const type::BoundingBox& box) {
  const auto clipping = camera.clipping(box);
  if (clipping.valid && std::isfinite(clipping.zNear) && std::isfinite(clipping.zFar)) return clipping;
  return {0.01, 100, true};
}

/// The scene and what the viewer adds in its planes. Boxes with infinite corners count as none.
type::BoundingBox drawnBox(const Frame& frame, const View& view) {
  type::BoundingBox box = frame.box;
  if (!box.min.allFinite() || !box.max.allFinite()) box = {};
  if (view.selectionBox.min.allFinite() && view.selectionBox.max.allFinite()) box.include(view.selectionBox);
  return box;
}

DrawContext contextOf(const Frame& frame, const View& view) {
  const geometry::Camera camera = usableCamera(view.camera);
  DrawContext context;
  context.view = camera.viewMatrix().cast<float>();
  context.projection = camera.projectionMatrix(usableClipping(camera, drawnBox(frame, view))).cast<float>();
  context.width = static_cast<int>(camera.width);
  context.height = static_cast<int>(camera.height);
  context.pixelRatio = static_cast<float>(view.pixelRatio);
  context.clipPlanes = view.clipPlanes;
  context.highlighted = view.highlighted;
  context.background = view.background.value_or(frame.background);
  context.headLight = view.headLight;
  return context;
}

}  // namespace

class Renderer::Implementation {
 public:
  Implementation() { loadOpenGL(); }

  void draw(const Frame& frame, const View& view) {
    const StateGuard guard;
    m_statistics = {};
    const DrawContext context = contextOf(frame, view);
    m_canvas.resize(context.width, context.height, view.samples);
    m_surfaces.upload(frame, m_statistics);
    uploadList(frame, m_statistics);
    if (view.extra) m_extra.upload(*view.extra, m_statistics);
    m_overlay.upload(frame, view, usableCamera(view.camera), context, m_statistics);
    if (view.shadows) m_surfaces.drawShadows(frame, context, m_statistics);
    m_surfaces.setLights(frame, context, view.shadows);

    m_canvas.bind();
    glViewport(0, 0, context.width, context.height);
    m_background.draw(frame, view.background, m_statistics);
    // What components show of themselves follows the visual models of the same pass (sheet 09 §4.2).
    m_surfaces.draw(SurfaceRenderer::Pass::opaque, frame, context, m_statistics);
    drawLists(PrimitivePass::opaque, view, context);
    m_overlay.drawInScene(context, m_statistics);
    m_surfaces.draw(SurfaceRenderer::Pass::transparent, frame, context, m_statistics);
    drawLists(PrimitivePass::transparent, view, context);
    m_overlay.drawOver(context, m_statistics);
    finish(guard.drawFramebuffer(), context);
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
    return m_picker.pick(usableCamera(view.camera), drawn, x, y, [&](const DrawContext& context) {
      m_surfaces.drawIds(frame, context, statistics);
      m_list.drawIds(context, statistics);
    });
  }

  const RenderStatistics& statistics() const { return m_statistics; }

 private:
  /// The list of the same frame is not sent twice, for example while only the camera moves.
  void uploadList(const Frame& frame, RenderStatistics& statistics) {
    if (frame.number != 0 && frame.number == m_listFrame) return;
    m_list.upload(frame.drawList, statistics);
    m_listFrame = frame.number;
  }

  void drawLists(PrimitivePass pass, const View& view, const DrawContext& context) {
    m_list.draw(pass, context, m_statistics);
    if (view.extra) m_extra.draw(pass, context.withoutHighlight(), m_statistics);
  }

  /// Samples are averaged in a framebuffer of the same format, since the one to draw into may have another.
  void finish(GLuint target, const DrawContext& context) {
    if (m_canvas.samples() == 0) return m_canvas.resolveTo(target);
    m_resolved.resize(context.width, context.height, 0);
    m_canvas.resolveTo(m_resolved.id());
    m_resolved.resolveTo(target);
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
  Framebuffer m_canvas, m_resolved, m_picture;
  Background m_background;
  SurfaceRenderer m_surfaces;
  DrawListRenderer m_list, m_extra;
  std::uint64_t m_listFrame = 0;  ///< whose list m_list has
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

std::string Renderer::description() {
  const auto text = [](GLenum name) {
    const auto* value = reinterpret_cast<const char*>(glGetString(name));
    return value ? value : "unknown";
  };
  return fmt::format("OpenGL {}, {} ({}), GLSL {}", text(GL_VERSION), text(GL_RENDERER), text(GL_VENDOR),
                     text(GL_SHADING_LANGUAGE_VERSION));
}

}  // namespace sofa::gl
