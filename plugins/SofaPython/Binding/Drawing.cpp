// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "PythonCall.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Type/Values.h"

/// Components written in Python that show something of themselves: draw(self, visualParams).
namespace sofa::python {
namespace {

using core::DrawList;
using type::Color;
using type::Vec3;

/// What a script draws with; good as long as its draw() runs.
struct Canvas {
  DrawList* list = nullptr;
  bool isLit = true;

  DrawList& operator()() const {
    if (!list) throw std::runtime_error("a DrawTool is good as long as draw() runs: draw with the one given there");
    return *list;
  }
  DrawList::Shading shading() const { return isLit ? DrawList::Shading::lit : DrawList::Shading::unlit; }
};

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Rows of x y z.
std::vector<Vec3> pointsOf(const Numbers& array) {
  if (array.size() == 0) return {};
  if (array.ndim() != 2 || array.shape(1) != 3) throw py::type_error("points to draw are given as rows of x y z");
  std::vector<Vec3> points(static_cast<std::size_t>(array.shape(0)));
  std::memcpy(static_cast<void*>(points.data()), array.data(), points.size() * 3 * sizeof(double));
  return points;
}

Color colorOf(const std::array<float, 4>& c) { return {c[0], c[1], c[2], c[3]}; }

using Four = std::array<float, 4>;

/// Corners of one triangle, or quad, after another.
template <int N>
void faces(const Canvas& canvas, const Numbers& corners, const Four& color) {
  const auto p = pointsOf(corners);
  if (p.size() % N != 0) throw py::value_error(fmt::format("the number of corners is no multiple of {}", N));
  for (std::size_t i = 0; i < p.size(); i += N) {
    if constexpr (N == 3)
      canvas().triangle(p[i], p[i + 1], p[i + 2], colorOf(color), canvas.shading());
    else
      canvas().quad(p[i], p[i + 1], p[i + 2], p[i + 3], colorOf(color), canvas.shading());
  }
}

void frames(const Canvas& canvas, const Numbers& points, const Numbers& orientations, double length) {
  const auto p = pointsOf(points);
  if (orientations.ndim() != 2 || orientations.shape(1) != 4 ||
      static_cast<std::size_t>(orientations.shape(0)) != p.size())
    throw py::type_error("a frame needs a point and a rotation x y z w");
  const auto q = orientations.unchecked<2>();
  for (py::ssize_t i = 0; i < q.shape(0); ++i)
    canvas().frame(p[static_cast<std::size_t>(i)], type::Quat(q(i, 3), q(i, 0), q(i, 1), q(i, 2)), length);
}

void spheres(const Canvas& canvas, const Numbers& centres, const Numbers& radii, const Four& color) {
  const auto p = pointsOf(centres);
  if (radii.size() != 1 && static_cast<std::size_t>(radii.size()) != p.size())
    throw py::value_error("drawSpheres takes one radius, or one for each centre");
  for (std::size_t i = 0; i < p.size(); ++i)
    canvas().sphere(p[i], radii.data()[radii.size() == 1 ? 0 : i], colorOf(color));
}

void label(const Canvas& canvas, double x, double y, double size, const std::string& text, const Four& color) {
  DrawList::Label label;
  label.x = x;
  label.y = y;
  label.fontSize = size;
  label.text = text;
  label.color = colorOf(color);
  canvas().label(std::move(label));
}

void bindCanvas(py::module_& m) {
  py::class_<Canvas> c(m, "Canvas");
  c.def("points", [](const Canvas& canvas, const Numbers& points, float size, const Four& color) {
    canvas().points(pointsOf(points), size, colorOf(color));
  });
  c.def("lines", [](const Canvas& canvas, const Numbers& ends, float width, const Four& color) {
    canvas().lines(pointsOf(ends), width, colorOf(color));
  });
  c.def("polyline", [](const Canvas& canvas, const Numbers& points, float width, const Four& color) {
    canvas().polyline(pointsOf(points), width, colorOf(color));
  });
  c.def("triangles", &faces<3>);
  c.def("quads", &faces<4>);
  c.def("spheres", &spheres);
  c.def("frames", &frames);
  c.def("box",
        [](const Canvas& canvas, const std::array<double, 3>& low, const std::array<double, 3>& high, float width) {
          canvas().box({Vec3(low[0], low[1], low[2]), Vec3(high[0], high[1], high[2])}, width, {1, 1, 0, 1});
        });
  c.def("text", [](const Canvas& canvas, const std::array<double, 3>& place, double size, const std::string& text,
                   const Four& color) {
    canvas().text({place[0], place[1], place[2]}, text, size, colorOf(color));
  });
  c.def("label", &label);
  c.def("shows", [](const Canvas& canvas, const std::string& flag) {
    type::DisplayFlags asked;
    if (!asked.apply("show" + flag)) throw py::value_error("there is no display flag " + flag);
    bool all = true;
    for (std::size_t i = 0; i < asked.states.size(); ++i)
      if (asked.states[i] == type::DisplayFlags::State::show)
        all = all && canvas().shows(static_cast<type::DisplayFlags::Flag>(i));
    return all;
  });
  c.def_readwrite("isLit", &Canvas::isLit);
}

/// What a component draws, in numbers: for tests, without a window.
py::dict drawingOf(py::handle self) {
  auto& component = componentOf(self);
  DrawList list;
  list.begin(component, {});
  withoutPython(component, [&] { component.draw(list); });
  py::dict counts;
  std::array<std::size_t, 3> primitives{};
  for (const auto& batch : list.batches()) {
    const auto kind = static_cast<std::size_t>(batch.primitive);
    primitives[kind] += batch.vertices.size() / (kind + 1);
  }
  counts["points"] = primitives[0];
  counts["lines"] = primitives[1];
  counts["triangles"] = primitives[2];
  counts["spheres"] = list.glyphs(DrawList::Shape::sphere).size();
  counts["cones"] = list.glyphs(DrawList::Shape::cone).size();
  counts["texts"] = list.texts().size();
  counts["labels"] = list.labels().size();
  return counts;
}

}  // namespace

void drawByScript(PyObject* self, DrawList& list) {
  if (!isPythonAlive()) return;
  const PythonTurn turn;
  try {
    const auto function = overrideOf(self, "draw");
    if (!function) return;
    const py::object canvas = py::cast(Canvas{&list});
    const py::object params = py::module_::import("Sofa._drawing").attr("VisualParams")(canvas);
    try {
      function(params);
    } catch (...) {
      canvas.cast<Canvas&>().list = nullptr;
      throw;
    }
    canvas.cast<Canvas&>().list = nullptr;
  } catch (py::error_already_set& problem) {
    passOn(problem);
    throw std::runtime_error(describeException(problem));  // who draws tells it once
  }
}

void bindDrawing(py::module_& m) {
  bindCanvas(m);
  m.def("drawing_of", &drawingOf);
}

}  // namespace sofa::python
