// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/DataSnapshot.h"

#include <QRegularExpression>

#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/GUI/Properties/DataBaseline.h"
#include "Sofa/GUI/SceneGraph/GraphSnapshot.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::gui {
namespace {

constexpr std::size_t fewScalars = 64;     // of a list: shown and edited as a line of text
constexpr std::size_t longestText = 4000;  // characters

QString q(const std::string& text) { return QString::fromStdString(text); }

/// File names are texts like others; their names tell them.
bool namesFile(const QString& data) {
  const QString name = data.toLower();
  return name.contains("filename") || name == "texturename" || name == "file" || name.startsWith("file") ||
         name.endsWith("file") || name.endsWith("files");
}

EditorKind editorOf(const core::BaseData& data) {
  using Scalar = core::TypeInfo::Scalar;
  const auto& type = data.type();
  // By name: a plugin's own instance of a type description is as good as the library's.
  const std::string name = type.name();
  if (name == type::TextTraits<type::Color>::name()) return EditorKind::color;
  if (core::allowedWords(data)) return EditorKind::option;
  if (name == type::TextTraits<type::Material>::name()) return EditorKind::material;
  if (name == type::TextTraits<type::DisplayFlags>::name()) return EditorKind::flags;
  if (name == "bool") return EditorKind::boolean;
  if (type.scalar() == Scalar::text) return namesFile(q(data.name())) ? EditorKind::file : EditorKind::text;
  if (!type.isNumeric()) return EditorKind::other;
  if (type.isList()) return EditorKind::list;
  if (type.elementSize() > 1) return EditorKind::vector;
  if (type.scalar() == Scalar::integer) return EditorKind::integer;
  return data.name() == "poissonRatio" ? EditorKind::ratio : EditorKind::real;
}

/// Text of a long list's first elements.
std::string beginning(const core::TypeInfo& type, const void* value, std::size_t count) {
  std::string text;
  const std::size_t shown = std::min<std::size_t>(count, 12);
  for (std::size_t i = 0; i < shown; ++i) text += fmt::format("{}{:.6g}", i ? " " : "", type.get(value, i));
  return shown < count ? text + " ..." : text;
}

void readText(const core::BaseData& data, DataSnapshot& s) {
  const auto& type = data.type();
  const void* value = data.rawValue();
  const std::size_t count = type.isNumeric() ? type.scalarCount(value) : 0;
  if (type.isNumeric() && type.isList() && count > fewScalars) {
    s.text = q(beginning(type, value, count));
    s.complete = false;
    return;
  }
  for (std::size_t i = 0; i < count && count <= fewScalars; ++i) s.scalars.push_back(type.get(value, i));
  std::string text = type.write(value, 0);
  s.complete = text.size() <= longestText;
  if (!s.complete) text = text.substr(0, longestText) + " ...";
  s.text = q(text);
}

int matrixColumns(const std::string& typeName) {
  static const QRegularExpression matrix("^Mat\\d+x(\\d+)");
  const auto match = matrix.match(q(typeName));
  return match.hasMatch() ? match.captured(1).toInt() : 0;
}

}  // namespace

ObjectHandle makeHandle(core::Base& object) {
  ObjectHandle handle;
  handle.object = object.weak_from_this();
  handle.path = q(object.path());
  handle.name = q(object.name());
  handle.isNode = dynamic_cast<core::Node*>(&object) != nullptr;
  handle.className = handle.isNode && object.className().empty() ? QString("Node") : q(object.className());
  return handle;
}

std::shared_ptr<core::Base> findLive(const ObjectHandle& handle, simulation::Node& root) {
  auto object = handle.object.lock();
  if (!object) return nullptr;
  // Whoever can undo a removal keeps the object: what counts is whether it hangs on the root.
  const core::Node* node = object->linkContext();
  return node && node->root() == &root ? object : nullptr;
}

DataSnapshot snapshotData(const core::BaseData& data, const DataBaseline* baseline) {
  DataSnapshot s;
  s.name = q(data.name());
  s.help = q(data.help());
  s.group = q(data.options().group);
  s.typeName = q(data.type().name());
  s.unit = unitOf(s.name, s.help);
  s.withoutEffect = saysWithoutEffect(s.help);
  s.readOnly = data.options().readOnly;
  s.required = data.options().required;
  s.isSet = data.isSet();
  s.editor = editorOf(data);
  s.isInteger = data.type().scalar() == core::TypeInfo::Scalar::integer;
  s.elementSize = data.type().elementSize();
  s.matrixColumns = matrixColumns(data.type().name());
  s.counter = data.counter();
  readText(data, s);
  if (data.type().isNumeric() && data.type().isList())
    s.elements = data.type().scalarCount(data.rawValue()) / static_cast<std::size_t>(s.elementSize);
  s.defaultText = q(data.defaultText(0));
  s.differs = s.complete ? s.text != s.defaultText : s.isSet;
  if (s.editor == EditorKind::option)
    for (const auto& word : *core::allowedWords(data)) s.options << q(word);
  if (const auto* parent = data.parent()) {
    s.linkPath = q(data.linkPath());
    if (parent->owner()) {
      s.linkOwner = makeHandle(*parent->owner());
      s.linkPath = "@" + s.linkOwner.path + "." + q(parent->name());
    }
  }
  if (const auto* initial = baseline ? baseline->find(data) : nullptr) {
    s.initialText = q(*initial);
    s.changedSinceLoad = s.complete && s.text != s.initialText;
  } else if (baseline) {
    s.changedSinceLoad = baseline->isGivenAnew(data);
  }
  if (data.owner()) s.ownerClass = q(data.owner()->className());
  return s;
}

std::vector<LinkSnapshot> snapshotLinks(const core::Base& object) {
  std::vector<LinkSnapshot> links;
  for (const auto* link : object.links()) {
    LinkSnapshot s;
    s.name = q(link->name());
    s.help = q(link->help());
    s.typeName = q(link->typeName());
    s.multiple = link->isMultiple();
    s.given = link->isGiven();
    s.text = q(link->text());
    for (std::size_t i = 0; i < link->size(); ++i)
      if (auto* target = link->target(i)) s.targets.push_back(makeHandle(*target));
    links.push_back(std::move(s));
  }
  return links;
}

ObjectSnapshot snapshotObject(const ObjectHandle& handle, simulation::Node& root, const DataBaseline* baseline) {
  ObjectSnapshot s;
  s.handle = handle;
  const auto object = findLive(handle, root);
  if (!object) return s;
  s.alive = true;
  s.handle = makeHandle(*object);
  s.name = s.handle.name;
  s.className = s.handle.className;
  s.templateName = q(object->templateName());
  s.path = s.handle.path;
  s.isNode = s.handle.isNode;
  s.kinds = kindsOf(*object);
  s.file = q(object->location().file);
  s.line = object->location().line;
  if (const auto* entry = core::ObjectFactory::instance().find(object->className())) {
    s.module = q(entry->module);
    s.description = q(entry->help);
  }
  for (const auto* data : object->dataFields())
    if (data->options().displayed) s.data.push_back(snapshotData(*data, baseline));
  s.links = snapshotLinks(*object);
  return s;
}

ScalarSummary summarize(const core::BaseData& data) {
  ScalarSummary s;
  if (!data.type().isNumeric()) return s;
  const void* value = data.rawValue();
  s.count = data.type().scalarCount(value);
  double squares = 0;
  s.min = std::numeric_limits<double>::infinity();
  s.max = -s.min;
  for (std::size_t i = 0; i < s.count; ++i) {
    const double x = data.type().get(value, i);
    if (!std::isfinite(x)) {
      ++s.notFinite;
      continue;
    }
    s.min = std::min(s.min, x);
    s.max = std::max(s.max, x);
    squares += x * x;
  }
  if (s.notFinite == s.count) s.min = s.max = 0;
  s.norm = std::sqrt(squares);
  return s;
}

QString unitOf(const QString& help) {
  // A parenthesis of units only: products, quotients and powers of these.
  static const QRegularExpression last("\\(([^()]+)\\)\\s*$");
  static const QStringList known = {"m",   "mm",      "cm",      "kg",     "g",   "s",     "ms", "N",
                                    "Pa",  "kPa",     "MPa",     "GPa",    "J",   "W",     "K",  "Hz",
                                    "rad", "degrees", "radians", "pixels", "deg", "degree"};
  const auto match = last.match(help);
  if (!match.hasMatch()) return {};
  static const QRegularExpression separators("[\\s/*.^0-9-]+");
  const QStringList parts = match.captured(1).split(separators, Qt::SkipEmptyParts);
  const bool good =
      !parts.isEmpty() && std::all_of(parts.begin(), parts.end(), [](const auto& p) { return known.contains(p); });
  if (!good) return {};
  QString unit = match.captured(1).trimmed();
  unit.replace("^2", "²").replace("^3", "³").replace("degrees", "°");
  return unit;
}

QString unitOf(const QString& name, const QString& help) {
  if (const QString unit = unitOf(help); !unit.isEmpty()) return unit;
  static const QHash<QString, QString> implied = {{"dt", "s"},
                                                  {"time", "s"},
                                                  {"gravity", "m/s²"},
                                                  {"totalMass", "kg"},
                                                  {"massDensity", "kg/m³"},
                                                  {"youngModulus", "Pa"},
                                                  {"pressure", "Pa"},
                                                  {"rayleighStiffness", "s"},
                                                  {"rayleighMass", "1/s"},
                                                  {"linesStiffness", "N/m"},
                                                  {"quadsStiffness", "N/m"},
                                                  {"cubesStiffness", "N/m"},
                                                  {"contactStiffness", "N/m"},
                                                  {"radius", "m"},
                                                  {"alarmDistance", "m"},
                                                  {"contactDistance", "m"},
                                                  {"translation", "m"},
                                                  {"rotation", "°"},
                                                  {"totalForce", "N"}};
  return implied.value(name);
}

bool saysWithoutEffect(const QString& help) {
  static const QRegularExpression says("(^|[;,] )(has )?(no|without) effect\\b|^(unused|not used|kept for)\\b");
  return says.match(help).hasMatch();
}

QStringList scalarNames(const QString& typeName, int elementSize) {
  static const QStringList frame = {"x", "y", "z", "qx", "qy", "qz", "qw"};
  if (typeName.contains("LinearSpring")) return {"first point", "second point", "stiffness", "damping", "rest length"};
  if (typeName.contains("BeamSection"))
    return {"Young's modulus", "Poisson's ratio", "radius", "inner radius", "length"};
  if (typeName.contains("RigidCoord3")) return frame;
  if (typeName.contains("RigidCoord2")) return {"x", "y", "angle"};
  if (typeName.contains("Quat")) return {"x", "y", "z", "w"};
  if (typeName.contains("Vec6d")) return {"x", "y", "z", "rx", "ry", "rz"};
  if (typeName.contains("Vec") && elementSize <= 3) return QStringList(frame.mid(0, elementSize));
  static const QRegularExpression element("Edge|Triangle|Quad|Tetrahedron|Pyramid|Prism|Hexahedron");
  QStringList names;
  if (elementSize == 1) return {"value"};
  const QString prefix = typeName.contains(element) ? "point " : "";
  for (int i = 0; i < elementSize; ++i) names << prefix + QString::number(i + (prefix.isEmpty() ? 0 : 1));
  return names;
}

}  // namespace sofa::gui
