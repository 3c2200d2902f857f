// SPDX-License-Identifier: Apache-2.0
// How long pictures take: drawn without a display, with the graphics card or, under LIBGL_ALWAYS_SOFTWARE=1, with
// Mesa's software renderer.
#include <GL/glew.h>
#include <benchmark/benchmark.h>

#include "Sofa/GL/Capture/FrameCapture.h"
#include "Sofa/GL/Device/OffscreenContext.h"
#include "Sofa/GL/Picture/Renderer.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace {

using sofa::gl::Surface;
using sofa::gl::SurfaceMesh;
using sofa::gl::SurfaceVertices;

/// A square sheet of n x n vertices, from -1 to 1.
Surface sheet(std::uint32_t n) {
  auto mesh = std::make_shared<SurfaceMesh>();
  for (std::uint32_t j = 0; j + 1 < n; ++j)
    for (std::uint32_t i = 0; i + 1 < n; ++i) {
      const std::uint32_t a = j * n + i;
      mesh->triangles.insert(mesh->triangles.end(), {a, a + 1, a + n, a + 1, a + n + 1, a + n});
    }
  mesh->parts.push_back({sofa::type::Material(), "", 0, static_cast<std::uint32_t>(mesh->triangles.size() / 3), 0, 0});
  Surface surface;
  surface.id = 1;
  surface.mesh = mesh;
  return surface;
}

/// A travelling wave.
std::shared_ptr<SurfaceVertices> waves(std::uint32_t n, float phase) {
  auto vertices = std::make_shared<SurfaceVertices>();
  vertices->positions.reserve(3ul * n * n);
  vertices->normals.reserve(3ul * n * n);
  for (std::uint32_t j = 0; j < n; ++j)
    for (std::uint32_t i = 0; i < n; ++i) {
      const float x = 2.f * static_cast<float>(i) / static_cast<float>(n - 1) - 1;
      const float y = 2.f * static_cast<float>(j) / static_cast<float>(n - 1) - 1;
      const float slope = 0.5f * std::cos(10 * x + phase), length = std::hypot(slope, 1.f);
      vertices->positions.insert(vertices->positions.end(), {x, y, 0.05f * std::sin(10 * x + phase)});
      vertices->normals.insert(vertices->normals.end(), {-slope / length, 0, 1 / length});
    }
  return vertices;
}

/// Stands for a window of 800 x 600 pixels.
class Window {
 public:
  Window() {
    glGenFramebuffers(1, &m_framebuffer);
    glGenRenderbuffers(1, &m_color);
    glBindRenderbuffer(GL_RENDERBUFFER, m_color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 800, 600);
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, m_color);
  }
  ~Window() {
    glDeleteFramebuffers(1, &m_framebuffer);
    glDeleteRenderbuffers(1, &m_color);
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

 private:
  GLuint m_framebuffer = 0, m_color = 0;
};

/// A sheet of about that many triangles that moves in every frame: `samples` per pixel, 800 x 600 pixels.
void deformingSurface(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(state.range(0)) / 2))) + 1;
  sofa::gl::OffscreenContext context;
  sofa::gl::Renderer renderer;
  state.SetLabel(sofa::gl::Renderer::description());
  sofa::gl::Frame frame;
  frame.box.include(sofa::type::Vec3(-1, -1, -0.1));
  frame.box.include(sofa::type::Vec3(1, 1, 0.1));
  frame.surfaces = {sheet(n)};
  const std::array<std::shared_ptr<SurfaceVertices>, 2> steps{waves(n, 0), waves(n, 0.3f)};
  sofa::gl::View view;
  view.samples = static_cast<int>(state.range(1));
  view.camera.width = 800, view.camera.height = 600;
  view.camera.setDefaultView(frame.box, {0, -9.81, 0});
  view.camera.fit(frame.box);
  const Window window;
  std::size_t step = 0, created = 0;
  for (int i = 0; i < 3; ++i) {
    frame.surfaces[0].vertices = steps[step++ % 2];
    renderer.draw(frame, view);
    glFinish();
  }
  for (auto _ : state) {
    frame.surfaces[0].vertices = steps[step++ % 2];
    renderer.draw(frame, view);
    glFinish();
    created += renderer.statistics().createdBuffers;
  }
  const auto& s = renderer.statistics();
  state.counters["triangles"] = static_cast<double>(s.triangles);
  state.counters["bytesPerFrame"] = static_cast<double>(s.uploadedBytes);
  state.counters["drawCalls"] = static_cast<double>(s.drawCalls);
  state.counters["createdBuffers"] = static_cast<double>(created);
  state.counters["framesPerSecond"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(deformingSurface)
    ->ArgNames({"triangles", "samples"})
    ->ArgsProduct({{5000, 1000000}, {0, 4}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// A step of the scene that SOFA_BENCHMARK_SCENE names, and its picture.
void sceneFrames(benchmark::State& state) {
  const char* file = std::getenv("SOFA_BENCHMARK_SCENE");
  if (!file) return state.SkipWithError("SOFA_BENCHMARK_SCENE names no scene");
  auto root = sofa::simulation::readScene(file);
  if (!root) return state.SkipWithError("the scene cannot be read");
  sofa::simulation::initRoot(*root);
  sofa::simulation::updateVisual(*root);
  sofa::gl::OffscreenContext context;
  sofa::gl::Renderer renderer;
  const Window window;
  sofa::gl::FrameCapture capture;
  auto frame = capture.take(*root, 0);
  sofa::gl::View view;
  view.samples = static_cast<int>(state.range(0));
  view.camera.setDefaultView(frame->box, frame->gravity);
  long step = 0;
  for (auto _ : state) {
    sofa::simulation::animate(*root);
    sofa::simulation::updateVisual(*root);
    frame = capture.take(*root, ++step);
    renderer.draw(*frame, view);
    glFinish();
  }
  state.counters["framesPerSecond"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(sceneFrames)->ArgName("samples")->Arg(0)->Arg(4)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
