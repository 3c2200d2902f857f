// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/PlotQuantity.h"

#include <QRegularExpression>
#include <cmath>
#include <limits>

#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::gui {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kindNames[] = {"", "norm", "min", "max", "mean"};
constexpr char axes[] = "xyz";

/// The element of a Data, or one of its components, as a number.
double elementValue(const core::TypeInfo& type, const void* value, std::size_t element, int component) {
  const auto size = static_cast<std::size_t>(type.elementSize());
  const std::size_t first = element * size;
  if (component >= 0) return type.get(value, first + static_cast<std::size_t>(component));
  if (size == 1) return type.get(value, first);
  double squares = 0;
  for (std::size_t k = 0; k < (size == 6 || size == 7 ? 3 : size); ++k) {
    const double v = type.get(value, first + k);
    squares += v * v;
  }
  return std::sqrt(squares);
}

}  // namespace

// --- Reductions ------------------------------------------------------------------------------------------------------

QString PlotReduction::text() const {
  QString text = kind == Kind::element ? QString("[%1]").arg(element) : QString(kindNames[static_cast<int>(kind)]);
  if (component >= 0) text += component < 3 ? QString(".") + axes[component] : QString(".%1").arg(component);
  return text;
}

std::optional<PlotReduction> PlotReduction::fromText(const QString& text) {
  static const QRegularExpression grammar(R"(^(norm|min|max|mean|\[(\d{1,9})\])?(?:\.([xyz]|\d{1,3}))?$)");
  const auto match = grammar.match(text.trimmed());
  if (!match.hasMatch()) return {};
  PlotReduction reduction;
  const QString what = match.captured(1), component = match.captured(3);
  if (what.startsWith('[')) {
    reduction.kind = Kind::element;
    reduction.element = match.captured(2).toUInt();
  } else {
    for (int k = 0; k < 5; ++k)
      if (what == kindNames[k]) reduction.kind = static_cast<Kind>(k);
  }
  if (component.isEmpty()) return reduction;
  const int axis = static_cast<int>(std::string_view(axes).find(component[0].toLatin1()));
  reduction.component = axis >= 0 && axis < 3 ? axis : component.toInt();
  return reduction;
}

double PlotReduction::apply(const core::BaseData& data) const {
  const core::TypeInfo& type = data.type();
  if (!type.isNumeric()) return none;
  const void* value = data.rawValue();
  const std::size_t scalars = type.scalarCount(value);
  const auto size = static_cast<std::size_t>(type.elementSize());
  const std::size_t elements = scalars / std::max<std::size_t>(1, size);
  if (elements == 0 || component >= static_cast<int>(size)) return none;
  if (kind == Kind::element) return element < elements ? elementValue(type, value, element, component) : none;
  if (kind == Kind::value) return scalars == 1 || elements == 1 ? elementValue(type, value, 0, component) : none;
  double result = kind == Kind::min   ? std::numeric_limits<double>::infinity()
                  : kind == Kind::max ? -std::numeric_limits<double>::infinity()
                                      : 0;
  if (kind == Kind::norm && component < 0) {
    for (std::size_t i = 0; i < scalars; ++i) result += type.get(value, i) * type.get(value, i);
    return std::sqrt(result);
  }
  for (std::size_t e = 0; e < elements; ++e) {
    const double v = elementValue(type, value, e, component);
    switch (kind) {
      case Kind::min:
        result = std::min(result, v);
        break;
      case Kind::max:
        result = std::max(result, v);
        break;
      case Kind::norm:
        result += v * v;
        break;
      default:
        result += v;
        break;
    }
  }
  if (kind == Kind::norm) return std::sqrt(result);
  return kind == Kind::mean ? result / static_cast<double>(elements) : result;
}

// --- Quantities ------------------------------------------------------------------------------------------------------

QString PlotQuantity::name() const {
  const QString where = QString::fromStdString(path);
  const QString below = path == "/" ? QString() : " of " + where;
  switch (kind) {
    case Kind::kineticEnergy:
      return "kinetic energy" + below + " (J)";
    case Kind::potentialEnergy:
      return "potential energy" + below + " (J)";
    case Kind::totalEnergy:
      return "total energy" + below + " (J)";
    case Kind::linearMomentum:
      return "momentum" + reduction.text() + below + " (kg m/s)";
    case Kind::angularMomentum:
      return "angular momentum" + reduction.text() + below + " (kg m²/s)";
    case Kind::iterations:
      return where + " iterations";
    case Kind::residual:
      return where + " residual";
    case Kind::stepDuration:
      return "computing time (ms)";
    case Kind::data:
      break;
  }
  const QString name = where + "." + QString::fromStdString(data);
  if (!curve.empty()) return name + " " + QString::fromStdString(curve);
  const QString how = reduction.text();
  return how.isEmpty() || how[0] == '.' || how[0] == '[' ? name + how : name + " " + how;
}

const PlotGraph* graphOf(const core::BaseData& data) {
  const auto* graph = dynamic_cast<const core::Data<PlotGraph>*>(&data);
  return graph ? &graph->value() : nullptr;
}

// --- Reading ---------------------------------------------------------------------------------------------------------

void PlotProbe::bind(simulation::Node& root) {
  core::Base* object = m_quantity.path == "/" ? &root : core::findObjectByPath(root, "@" + m_quantity.path);
  m_object = object ? object->weak_from_this() : std::weak_ptr<core::Base>();
  m_data = object && m_quantity.kind == PlotQuantity::Kind::data ? object->findData(m_quantity.data) : nullptr;
  m_version = 0;
  if (auto* node = dynamic_cast<simulation::Node*>(object)) m_ops.bind(*node);
  const auto* solver = dynamic_cast<const core::LinearSolver*>(object);
  m_iterations = solver ? solver->statistics().iterations : 0;
}

double PlotProbe::read(simulation::Node& root, double stepSeconds) {
  using Kind = PlotQuantity::Kind;
  if (m_quantity.kind == Kind::stepDuration) return stepSeconds * 1e3;
  const auto object = m_object.lock();
  if (!object) return none;
  if (m_quantity.kind == Kind::data) return readData();
  if (m_quantity.kind == Kind::iterations || m_quantity.kind == Kind::residual) {
    const auto* solver = dynamic_cast<const core::LinearSolver*>(object.get());
    if (!solver) return none;
    const std::size_t before = std::exchange(m_iterations, solver->statistics().iterations);
    if (m_quantity.kind == Kind::residual) return solver->statistics().lastResidual;
    return static_cast<double>(m_iterations - std::min(before, m_iterations));
  }
  auto* node = dynamic_cast<simulation::Node*>(object.get());
  // A node that was taken out of the scene has no graph of its own to speak of.
  return node && (node == &root || root.isAncestorOf(node)) ? readEnergy(*node) : none;
}

double PlotProbe::readData() {
  if (!m_data) return none;
  if (m_quantity.curve.empty()) return m_quantity.reduction.apply(*m_data);
  const PlotGraph* graph = graphOf(*m_data);
  if (!graph) return none;
  const auto it = graph->find(m_quantity.curve);
  return it == graph->end() || it->second.empty() ? none : it->second.back();
}

double PlotProbe::readMomentum(simulation::Node& node) const {
  const auto snapshot = snapshotMomentum(node);
  const auto& p =
      m_quantity.kind == PlotQuantity::Kind::linearMomentum ? snapshot.linearMomentum : snapshot.angularMomentum;
  const int component = m_quantity.reduction.component;
  return component < 0 ? std::hypot(p[0], p[1], p[2]) : component < 3 ? p[component] : none;
}

double PlotProbe::readEnergy(simulation::Node& node) {
  const auto kind = m_quantity.kind;
  if (kind == PlotQuantity::Kind::linearMomentum || kind == PlotQuantity::Kind::angularMomentum)
    return readMomentum(node);
  double energy = kind == PlotQuantity::Kind::potentialEnergy ? 0 : kineticEnergy(node);
  if (kind != PlotQuantity::Kind::kineticEnergy)
    energy += m_ops.potentialEnergy({}).known;  // the panel names the others
  return energy;
}

double PlotProbe::kineticEnergy(simulation::Node& node) {
  if (m_version != node.graphVersion()) {
    m_version = node.graphVersion();
    m_masses.clear();
    for (const auto& planned : m_ops.graph().nodes)
      for (auto* force : planned.forceFields)
        if (auto* mass = dynamic_cast<core::BaseMass*>(force)) m_masses.push_back(mass);
  }
  double energy = 0;
  for (const auto* mass : m_masses)
    if (mass->isValid()) energy += mass->kineticEnergy({});
  return energy;
}

// --- What there is ---------------------------------------------------------------------------------------------------

std::optional<PlotCandidate> plotCandidate(core::Base& object, const std::string& data, std::string& reason) {
  const auto* field = object.findData(data);
  if (!field) {
    reason =
        fmt::format("{} has no Data \"{}\".{}", object.path(), data, helper::didYouMean(data, object.attributeNames()));
    return {};
  }
  const auto& type = field->type();
  PlotCandidate candidate{{PlotQuantity::Kind::data, object.path(), field->name(), {}, {}}, 1, 1};
  if (const PlotGraph* graph = graphOf(*field)) {
    if (!graph->empty()) candidate.quantity.curve = graph->begin()->first;
    return candidate;
  }
  if (!type.isNumeric()) {
    reason = fmt::format("{}.{} is a {}, not a number: there is nothing to plot.", object.path(), data, type.name());
    return {};
  }
  candidate.elementSize = type.elementSize();
  candidate.elements = type.scalarCount(field->rawValue()) / static_cast<std::size_t>(std::max(1, type.elementSize()));
  return candidate;
}

std::vector<std::string> graphPaths(simulation::Node& root) {
  std::vector<std::string> paths;
  core::forEachNode(root, [&](core::Node& node) {
    for (const auto& component : node.components())
      for (const auto* field : component->dataFields())
        if (graphOf(*field)) paths.push_back(component->path() + "." + field->name());
  });
  return paths;
}

std::vector<PlotCandidate> plotCandidates(simulation::Node& root) {
  using Kind = PlotQuantity::Kind;
  std::vector<PlotCandidate> found;
  for (const Kind kind : {Kind::kineticEnergy, Kind::potentialEnergy, Kind::totalEnergy, Kind::stepDuration})
    found.push_back({{kind, "/", {}, {}, {}}});
  for (const Kind kind : {Kind::linearMomentum, Kind::angularMomentum})
    for (int component = -1; component < 3; ++component)
      found.push_back({{kind, "/", {}, {PlotReduction::Kind::value, 0, component}, {}}});
  std::vector<PlotCandidate> data;
  const auto addObject = [&](core::Base& object) {
    for (const auto* field : object.dataFields()) {
      std::string ignored;
      if (const PlotGraph* graph = graphOf(*field)) {
        for (const auto& [curve, values] : *graph)
          found.push_back({{Kind::data, object.path(), field->name(), {}, curve}});
      } else if (field->type().isNumeric()) {
        if (auto candidate = plotCandidate(object, field->name(), ignored)) data.push_back(std::move(*candidate));
      }
    }
  };
  core::forEachNode(root, [&](core::Node& node) {
    addObject(node);
    for (const auto& component : node.components()) {
      if (dynamic_cast<core::LinearSolver*>(component.get()))
        for (const Kind kind : {Kind::iterations, Kind::residual})
          found.push_back({{kind, component->path(), {}, {}, {}}});
      addObject(*component);
    }
  });
  found.insert(found.end(), std::make_move_iterator(data.begin()), std::make_move_iterator(data.end()));
  return found;
}

}  // namespace sofa::gui
