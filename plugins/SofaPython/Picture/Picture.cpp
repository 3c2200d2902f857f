// SPDX-License-Identifier: Apache-2.0
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "Sofa/GL/Capture/FrameCapture.h"
#include "Sofa/GL/Capture/SceneBox.h"
#include "Sofa/GL/Device/OffscreenContext.h"
#include "Sofa/GL/Picture/Renderer.h"
#include "Sofa/Simulation/Simulation.h"

/// Pictures of scenes as arrays, without a window: the module Sofa._picture, apart from Sofa._core because it needs
/// OpenGL.
namespace {

namespace py = pybind11;
using namespace sofa;
using Three = std::optional<std::array<double, 3>>;
using Four = std::optional<std::array<double, 4>>;

type::Vec3 vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

/// Draws scenes, in the thread that made it.
class Painter {
 public:
  /// Height x width x 3 bytes. Without a place to look from: from the scene's camera, else so that all is seen.
  /// `orientation` (x y z w) belongs to a camera of the caller, who adds what else is to be seen: no floor is drawn.
  py::array_t<std::uint8_t> draw(const py::capsule& scene, int width, int height, const Three& position,
                                 const Three& lookAt, std::optional<double> fieldOfView, const Three& background,
                                 const Four& orientation) {
    if (width < 1 || height < 1 || width > 16384 || height > 16384)
      throw py::value_error("a picture is between 1 and 16384 pixels wide and high");
    auto& root = *static_cast<simulation::Node*>(scene.get_pointer());
    gl::Image image;
    {
      const py::gil_scoped_release noGil;
      m_context.makeCurrent();
      simulation::updateVisual(root);
      simulation::updateBoundingBoxes(root);
      const auto frame = m_capture.take(root, 0);
      gl::View view;
      view.camera = frame->camera;
      view.camera.width = static_cast<unsigned>(width);
      view.camera.height = static_cast<unsigned>(height);
      if (frame->framesScene && !frame->box.empty())
        view.camera.setThreeQuarterView(gl::roomOf(frame->box), frame->gravity);
      look(view.camera, position, lookAt, frame->gravity);
      if (orientation) {
        const auto& q = *orientation;
        view.camera.orientation = type::Quat(q[3], q[0], q[1], q[2]).normalized();
        view.camera.lookAt = view.camera.position + view.camera.viewDirection();
        view.camera.orthographic = false;
        view.floor = false;
      }
      if (fieldOfView) view.camera.fieldOfView = *fieldOfView;
      if (background) {
        const type::Vec3 c = vector(*background);
        view.background = type::Color{float(c[0]), float(c[1]), float(c[2]), 1};
      }
      view.emptyNote = false;
      image = m_renderer.drawImage(*frame, view);
    }
    py::array_t<std::uint8_t> pixels({height, width, 3});
    auto to = pixels.mutable_unchecked<3>();
    for (py::ssize_t y = 0; y < height; ++y)
      for (py::ssize_t x = 0; x < width; ++x)
        for (py::ssize_t c = 0; c < 3; ++c) to(y, x, c) = image.rgba[static_cast<std::size_t>(4 * (y * width + x) + c)];
    return pixels;
  }

 private:
  static void look(geometry::Camera& camera, const Three& position, const Three& lookAt, const type::Vec3& gravity) {
    if (!position && !lookAt) return;
    if (position) camera.position = vector(*position);
    if (lookAt) camera.lookAt = vector(*lookAt);
    const type::Vec3 up = gravity.norm() > 0 ? type::Vec3(-gravity.normalized()) : type::Vec3(type::Vec3::UnitY());
    const type::Vec3 direction = camera.lookAt - camera.position;
    if (direction.norm() > 0) camera.orientation = camera.orientationAlong(direction.normalized(), up);
  }

  gl::OffscreenContext m_context;  // outlives the renderer
  gl::Renderer m_renderer;
  gl::FrameCapture m_capture;
};

void writePng(const std::string& file,
              const py::array_t<std::uint8_t, py::array::c_style | py::array::forcecast>& pixels) {
  if (pixels.ndim() != 3 || pixels.shape(2) != 3) throw py::type_error("a picture is an array (height, width, 3)");
  gl::Image image;
  image.height = static_cast<int>(pixels.shape(0));
  image.width = static_cast<int>(pixels.shape(1));
  for (py::ssize_t i = 0; i < pixels.size(); i += 3) {
    image.rgba.insert(image.rgba.end(), pixels.data() + i, pixels.data() + i + 3);
    image.rgba.push_back(255);
  }
  std::string reason;
  if (!gl::writePng(file, image, reason)) throw std::runtime_error(file + " cannot be written: " + reason);
}

}  // namespace

PYBIND11_MODULE(_picture, m) {
  py::class_<Painter>(m, "Painter").def(py::init<>()).def("draw", &Painter::draw);
  m.def("write_png", &writePng);
}
