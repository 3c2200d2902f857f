#include "Sofa/GUI/SavedView.h"

#include <tinyxml2.h>

#include <QFile>
#include <QSaveFile>

#include <charconv>

namespace sofa::gui {
namespace {

std::string numbers(std::initializer_list<double> values) { return fmt::format("{}", fmt::join(values, " ")); }

/// As many numbers as `out` holds, and no more.
template <std::size_t N>
bool readNumbers(const tinyxml2::XMLElement& root, const char* name, std::array<double, N>& out, QString& reason) {
  const auto* element = root.FirstChildElement(name);
  if (!element) return false;
  const char* text = element->Attribute("value");
  std::istringstream stream(text ? text : "");
  stream.imbue(std::locale::classic());
  std::array<double, N> values{};
  for (auto& v : values) stream >> v;
  if (!stream || !std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
    reason = QString("%1: %2 numbers are expected, \"%3\" was found").arg(name).arg(N).arg(text ? text : "");
    return false;
  }
  out = values;
  return true;
}

}  // namespace

QString savedViewFile(const QString& scene) { return scene + ".view"; }

bool writeView(const QString& file, const geometry::Camera& c, QString& reason) {
  tinyxml2::XMLPrinter out;
  out.OpenElement("Camera");
  out.PushAttribute("version", "1.0");
  const auto entry = [&](const char* name, const std::string& value) {
    out.OpenElement(name);
    out.PushAttribute("value", value.c_str());
    out.CloseElement();
  };
  const auto& q = c.orientation;
  entry("position", numbers({c.position.x(), c.position.y(), c.position.z()}));
  entry("orientation", numbers({q.x(), q.y(), q.z(), q.w()}));
  entry("lookAt", numbers({c.lookAt.x(), c.lookAt.y(), c.lookAt.z()}));
  entry("fieldOfView", numbers({c.fieldOfView}));
  entry("distance", numbers({c.distance()}));
  entry("zNear", numbers({c.zNear}));
  entry("zFar", numbers({c.zFar}));
  entry("projectionType", c.orthographic ? "1" : "0");
  out.CloseElement();
  QSaveFile target(file);
  const bool good = target.open(QIODevice::WriteOnly) && target.write(out.CStr()) >= 0 && target.commit();
  if (!good) reason = QString("%1 cannot be written: %2").arg(file, target.errorString());
  return good;
}

std::optional<geometry::Camera> readView(const QString& file, const geometry::Camera& start, QString& reason) {
  QFile source(file);
  if (!source.open(QIODevice::ReadOnly)) {
    reason = QString("%1 cannot be read: %2").arg(file, source.errorString());
    return std::nullopt;
  }
  const QByteArray text = source.read(1 << 20);
  tinyxml2::XMLDocument document;
  document.Parse(text.constData(), static_cast<std::size_t>(text.size()));
  const auto* root = document.RootElement();
  if (document.Error() || !root || std::string_view(root->Name()) != "Camera") {
    reason = QString("%1 is not a saved view: an XML element <Camera> is expected").arg(file);
    return std::nullopt;
  }
  geometry::Camera c = start;
  QString problem;
  std::array<double, 3> p{};
  std::array<double, 4> q{};
  std::array<double, 1> v{};
  const bool position = readNumbers(*root, "position", p, problem);
  if (position) c.position = {p[0], p[1], p[2]};
  const bool orientation = readNumbers(*root, "orientation", q, problem);
  if (orientation && type::Quat(q[3], q[0], q[1], q[2]).norm() > 0)
    c.orientation = type::Quat(q[3], q[0], q[1], q[2]).normalized();
  if (readNumbers(*root, "fieldOfView", v, problem) && v[0] > 0 && v[0] < 180) c.fieldOfView = v[0];
  if (readNumbers(*root, "zNear", v, problem)) c.zNear = v[0];
  if (readNumbers(*root, "zFar", v, problem)) c.zFar = v[0];
  if (readNumbers(*root, "projectionType", v, problem)) c.orthographic = v[0] == 1;
  if (readNumbers(*root, "lookAt", p, problem))
    c.lookAt = {p[0], p[1], p[2]};
  else if (readNumbers(*root, "distance", v, problem))
    c.lookAt = c.position + v[0] * c.viewDirection();
  if (!position || !orientation || !problem.isEmpty()) {
    reason = QString("%1 is not a complete view: %2")
                 .arg(file, problem.isEmpty() ? QString("position or orientation is missing") : problem);
    return std::nullopt;
  }
  return c;
}

}  // namespace sofa::gui
