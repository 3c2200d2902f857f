// SPDX-License-Identifier: Apache-2.0
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "DataValue.h"
#include "Messages.h"
#include "SceneWork.h"
#include "Sofa/Component/Collision/ContactListener.h"
#include "Sofa/Component/IO/Exporter.h"
#include "Sofa/Component/Visual/BaseCamera.h"
#include "Sofa/Helper/WriteAccess.h"

/// What scripts ask of exporters, cameras and contacts.
namespace sofa::python {
namespace {

using component::collision::ContactListener;
using component::visual::BaseCamera;
using type::Quat;
using type::Vec3;

template <class T>
T& as(py::handle self, const char* what) {
  if (auto* object = dynamic_cast<T*>(&baseOf(self))) return *object;
  throw py::type_error(std::string(what) + " is expected, not " + baseOf(self).path());
}

bool writeFile(py::handle self) {
  auto& exporter = as<component::io::Exporter>(self, "an exporter");
  bool works = false;
  withoutPython(exporter, [&] {
    helper::firstStepAsked();  // the program asks for the file itself
    works = exporter.write();
  });
  deliverMessages();
  return works;
}

// --- Cameras ---------------------------------------------------------------------------------------------------------

using Three = std::array<double, 3>;
using Four = std::array<double, 4>;

Vec3 vector(const Three& v) { return {v[0], v[1], v[2]}; }
/// x y z w, as scripts write them.
Quat rotation(const Four& q) { return Quat(q[3], q[0], q[1], q[2]).normalized(); }
Three list(const Vec3& v) { return {v[0], v[1], v[2]}; }
Four list(const Quat& q) { return {q.x(), q.y(), q.z(), q.w()}; }

BaseCamera& cameraOf(py::handle self) {
  auto& camera = as<BaseCamera>(self, "a camera");
  if (!camera.context()) throw std::runtime_error("the camera is in no node: its scene is gone, or it was removed");
  return camera;
}

/// Of a camera after what change() does to it.
template <class Change>
void changeCamera(py::handle self, const Change& change) {
  auto& component = cameraOf(self);
  auto camera = component.camera();
  change(camera);
  component.take(camera);
  component.updateMatrices();
}

void turn(py::handle self, const Four& by, const Three& pivot) {
  changeCamera(self, [&](geometry::Camera& camera) { camera.turn(rotation(by), vector(pivot)); });
}

void setDefaultView(py::handle self, const Three& gravity) {
  const auto& camera = cameraOf(self);
  const type::BoundingBox box{camera.d_minBBox.value(), camera.d_maxBBox.value()};
  changeCamera(self, [&](geometry::Camera& view) { view.setDefaultView(box, vector(gravity)); });
}

/// Projection and model view, row by row.
std::pair<std::vector<double>, std::vector<double>> matrices(py::handle self) {
  auto& camera = cameraOf(self);
  camera.updateMatrices();
  return {camera.d_projectionMatrix.value(), camera.d_modelViewMatrix.value()};
}

/// The point of the world at a pixel, as far from the eye along the line of sight as `depth` says.
Three toWorld(py::handle self, const Three& pixelAndDepth) {
  const auto camera = cameraOf(self).camera();
  const auto ray = camera.ray(pixelAndDepth[0], pixelAndDepth[1]);
  const double along = ray.direction.dot(camera.viewDirection());
  return list(Vec3(ray.origin + ray.direction * (pixelAndDepth[2] / along)));
}

void bindCameras(py::module_& m) {
  m.def("camera_matrices", &matrices);
  m.def("camera_turn", &turn);
  m.def("camera_default_view", &setDefaultView);
  m.def("camera_orientation_towards", [](py::handle self, const Three& eye, const Three& target) {
    return list(cameraOf(self).camera().orientationTowards(vector(eye), vector(target)));
  });
  m.def("camera_project",
        [](py::handle self, const Three& point) { return list(cameraOf(self).camera().project(vector(point))); });
  m.def("camera_unproject", &toWorld);
  m.def("rotate", [](const Four& by, const Three& v) { return list(Vec3(type::rotate(rotation(by), vector(v)))); });
}

// --- Contacts --------------------------------------------------------------------------------------------------------

/// What the last detection found on the models of a listener: (element, point, element, point, distance) of each
/// contact, those on the listener's first model first.
py::list contactsOf(py::handle self) {
  const auto& listener = as<ContactListener>(self, "a ContactListener");
  py::list found;
  if (!listener.context()) return found;
  const auto* one = listener.l_collisionModel1 ? listener.l_collisionModel1.get() : listener.l_collisionModel2.get();
  const auto* other = listener.l_collisionModel1 ? listener.l_collisionModel2.get() : nullptr;
  std::vector<core::NarrowPhase*> phases;
  listener.context()->root()->collectDown(phases);
  for (const auto* phase : phases)
    for (const auto& pair : phase->contacts()) {
      const bool isFirst = pair.models.first == one;
      const auto* partner = isFirst ? pair.models.second : pair.models.first;
      if ((!isFirst && pair.models.second != one) || (other && partner != other)) continue;
      for (const auto& c : pair.outputs)
        found.append(isFirst ? py::make_tuple(c.element1, list(c.point1), c.element2, list(c.point2), c.value)
                             : py::make_tuple(c.element2, list(c.point2), c.element1, list(c.point1), c.value));
    }
  return found;
}

}  // namespace

void bindServices(py::module_& m) {
  m.def("allow_writes", [](const std::filesystem::path& folder) { helper::allowWrites(folder); });
  m.def("write_file", &writeFile);
  m.def("contacts_of", &contactsOf);
  bindCameras(m);
}

}  // namespace sofa::python
