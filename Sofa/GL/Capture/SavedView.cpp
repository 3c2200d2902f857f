// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/SavedView.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <vector>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/WriteAccess.h"

namespace sofa::gl {
namespace {

using tinyxml2::XMLElement;

constexpr const char* extension = ".view";
constexpr const char* foreignView = "qglviewer";  // SCENE.qglviewer.view is of another viewer, in its own format

/// The numbers of <name value="...">; empty if there is no such element, nothing if they are not that many finite ones.
template <std::size_t n>
std::optional<std::vector<double>> numbers(const XMLElement& root, const char* name, std::string& reason) {
  const XMLElement* element = root.FirstChildElement(name);
  const char* text = element ? element->Attribute("value") : nullptr;
  if (!text) return std::vector<double>{};
  std::istringstream stream(text);
  std::vector<double> values;
  for (double value; stream >> value;) values.push_back(value);
  if (stream.eof() && values.size() == n &&
      std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }))
    return values;
  reason = fmt::format("<{} value=\"{}\">: {} numbers are expected", name, text, n);
  return std::nullopt;
}

bool readProjection(const XMLElement& root, geometry::Camera& camera, std::string& reason) {
  const XMLElement* element = root.FirstChildElement("projectionType");
  const char* text = element ? element->Attribute("value") : nullptr;
  if (!text) return true;
  const std::string value = text;
  const bool orthographic = value == "1" || value == "Orthographic";
  if (!orthographic && value != "0" && value != "Perspective") {
    reason = fmt::format("<projectionType value=\"{}\">: 0 (Perspective) or 1 (Orthographic) is expected", value);
    return false;
  }
  camera.orthographic = orthographic;
  return true;
}

}  // namespace

std::string savedViewFile(const std::string& scene) { return scene + extension; }

std::string savedViewFile(const std::string& scene, const std::string& name) {
  constexpr std::size_t longest = 100;
  const bool good = !name.empty() && name.size() <= longest && name.front() != '.' && name != foreignView &&
                    std::none_of(name.begin(), name.end(), [](unsigned char c) { return c == '/' || c < 32; });
  return good ? scene + "." + name + extension : std::string();
}

std::vector<std::string> savedViewNames(const std::string& scene) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  const fs::path path(scene);
  const std::string start = path.filename().string() + ".", end = extension;
  std::error_code error;
  fs::directory_iterator entry(path.has_parent_path() ? path.parent_path() : fs::path("."), error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    if (file.size() <= start.size() + end.size() || !file.starts_with(start) || !file.ends_with(end)) continue;
    const std::string name = file.substr(start.size(), file.size() - start.size() - end.size());
    if (!savedViewFile(scene, name).empty()) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

bool readXmlView(const std::string& text, geometry::Camera& camera, std::string& reason) {
  tinyxml2::XMLDocument document;
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
    reason = document.ErrorStr();
    return false;
  }
  const XMLElement* root = document.FirstChildElement("Camera");
  if (!root) {
    reason = "it has no element <Camera>";
    return false;
  }
  geometry::Camera read = camera;
  const auto position = numbers<3>(*root, "position", reason), orientation = numbers<4>(*root, "orientation", reason);
  const auto fieldOfView = numbers<1>(*root, "fieldOfView", reason), distance = numbers<1>(*root, "distance", reason);
  const auto zNear = numbers<1>(*root, "zNear", reason), zFar = numbers<1>(*root, "zFar", reason);
  if (!position || !orientation || !fieldOfView || !distance || !zNear || !zFar || !readProjection(*root, read, reason))
    return false;
  double away = read.distance();
  if (!position->empty()) read.position = type::Vec3((*position)[0], (*position)[1], (*position)[2]);
  if (!orientation->empty()) {
    const auto& q = *orientation;
    const type::Quat quaternion(q[3], q[0], q[1], q[2]);
    if (!(quaternion.norm() > 0)) {
      reason = "<orientation>: a quaternion x y z w other than 0 is expected";
      return false;
    }
    read.orientation = quaternion.normalized();
  }
  if (!fieldOfView->empty()) read.fieldOfView = std::clamp(fieldOfView->front(), 0.1, 179.0);
  if (!distance->empty()) away = distance->front();
  if (!zNear->empty()) read.zNear = zNear->front();
  if (!zFar->empty()) read.zFar = zFar->front();
  read.lookAt = read.position + away * read.viewDirection();
  camera = read;
  return true;
}

/// What viewers wrote before there was XML: the position of the world's origin seen from the camera, and the camera's
/// orientation as a quaternion x y z w. The camera looks at the point on its line of sight beside the origin.
bool readPlainView(const std::string& text, geometry::Camera& camera, std::string& reason) {
  constexpr std::size_t count = 7;
  std::istringstream stream(text);
  std::vector<double> v;
  for (double value; v.size() < count && stream >> value;) v.push_back(value);
  const bool complete = v.size() == count && (stream >> std::ws).eof() &&
                        std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
  const type::Quat orientation = complete ? type::Quat(v[6], v[3], v[4], v[5]) : type::Quat(0, 0, 0, 0);
  if (!(orientation.norm() > 0)) {
    reason =
        "it holds neither XML with an element <Camera> nor two lines of numbers: a position x y z and an orientation "
        "x y z w other than 0";
    return false;
  }
  const type::Vec3 origin(v[0], v[1], v[2]);
  const double away = origin.z() < 0 ? -origin.z() : camera.distance();
  camera.orientation = orientation.normalized();
  camera.position = -type::rotate(camera.orientation, origin);
  camera.lookAt = camera.position + away * camera.viewDirection();
  return true;
}

}  // namespace

bool readView(const std::string& file, geometry::Camera& camera, std::string& reason) {
  const auto text = helper::readFile(file);
  if (!text) {
    std::error_code ignored;
    reason = std::filesystem::exists(file, ignored) ? "it cannot be read" : "there is no such file";
    return false;
  }
  const auto start = text->find_first_not_of(" \t\r\n\xEF\xBB\xBF");  // blanks and a byte order mark
  const bool xml = start != std::string::npos && (*text)[start] == '<';
  return xml ? readXmlView(*text, camera, reason) : readPlainView(*text, camera, reason);
}

bool writeView(const std::string& file, const geometry::Camera& camera, std::string& reason) {
  if (const auto why = helper::whyLinkLeadsOut(file); !why.empty()) {
    reason = why;
    return false;
  }
  const auto& q = camera.orientation;
  const std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n<Camera version=\"1.0\">\n"
      "    <position value=\"{} {} {}\"/>\n    <orientation value=\"{} {} {} {}\"/>\n"
      "    <fieldOfView value=\"{}\"/>\n    <distance value=\"{}\"/>\n    <zNear value=\"{}\"/>\n"
      "    <zFar value=\"{}\"/>\n    <projectionType value=\"{}\"/>\n</Camera>\n",
      camera.position.x(), camera.position.y(), camera.position.z(), q.x(), q.y(), q.z(), q.w(), camera.fieldOfView,
      camera.distance(), camera.zNear, camera.zFar, camera.orthographic ? 1 : 0);
  const auto error = helper::writeFile(file, text);
  if (error) reason = error.message();
  return !error;
}

}  // namespace sofa::gl
