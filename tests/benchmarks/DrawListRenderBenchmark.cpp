// SPDX-License-Identifier: Apache-2.0
// How long pictures of what components show of themselves take, 800 x 600 pixels with four samples each: the list is
// made, sent and drawn anew in every frame.
#include <GL/glew.h>
#include <benchmark/benchmark.h>

#include "Sofa/GL/Device/OffscreenContext.h"
#include "Sofa/GL/Picture/Renderer.h"
#include "Sofa/Type/AngleAxis.h"

namespace {

using sofa::core::DrawList;
using sofa::type::Vec3;

constexpr sofa::type::Color yellow{1, 1, 0, 1};

void spheres(DrawList& list, const Vec3& p, double size, long) { list.sphere(p, 0.4 * size, yellow); }
void points(DrawList& list, const Vec3& p, double, long) { list.point(p, 5, yellow); }
void lines(DrawList& list, const Vec3& p, double size, long) { list.line(p, p + Vec3(size, size, 0), 1, yellow); }
void arrows(DrawList& list, const Vec3& p, double size, long) { list.arrow(p, p + Vec3(0, 0, size), 0.05, yellow); }
void texts(DrawList& list, const Vec3& p, double, long i) { list.text(p, std::to_string(i), 1, yellow); }
void triangles(DrawList& list, const Vec3& p, double size, long) {
  list.triangle(p, p + Vec3(size, 0, 0), p + Vec3(0, size, size), yellow, DrawList::Shading::lit);
}

void drawList(benchmark::State& state, void (*add)(DrawList&, const Vec3&, double, long)) {
  const long count = state.range(0);
  const auto side = static_cast<long>(std::ceil(std::cbrt(static_cast<double>(count))));
  const double size = 2.0 / static_cast<double>(side);
  sofa::gl::OffscreenContext context;
  sofa::gl::Renderer renderer;
  sofa::gl::Frame frame;
  frame.box = {Vec3(-1, -1, -1), Vec3(1, 1, 1)};
  sofa::gl::View view;
  view.camera.width = 800, view.camera.height = 600;
  view.camera.setDefaultView(frame.box, {0, -9.81, 0});
  view.camera.turn(sofa::type::Quat(sofa::type::AngleAxis(0.4, Vec3(1, 1, 0).normalized())), Vec3::Zero());
  for (auto _ : state) {
    frame.drawList.clear();
    for (long i = 0; i < count; ++i)
      add(frame.drawList, size * Vec3(i % side, i / side % side, i / side / side) - Vec3::Ones(), size, i);
    benchmark::DoNotOptimize(renderer.drawImage(frame, view));
  }
  state.counters["bytesPerFrame"] = static_cast<double>(renderer.statistics().uploadedBytes);
  state.counters["drawCalls"] = static_cast<double>(renderer.statistics().drawCalls);
  state.counters["framesPerSecond"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(drawList, spheres, spheres)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(drawList, points, points)->Arg(100000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(drawList, lines, lines)->Arg(100000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(drawList, arrows, arrows)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(drawList, triangles, triangles)->Arg(100000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(drawList, texts, texts)->Arg(10000)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
