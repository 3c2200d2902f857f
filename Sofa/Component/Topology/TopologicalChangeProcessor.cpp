// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologicalChangeProcessor.h"

#include <limits>

#include "Sofa/Component/Topology/MeshSurgery.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/ClosestPoints.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::topology {

void TopologicalChangeProcessor::init() {
  setInvalid();
  if (!core::requireMesh(*this, l_topology, core::meshThatChanges)) return;
  if (!d_useDataInputs.value() && !readScript()) return;
  d_listening.set(true);
  setValid();
}

void TopologicalChangeProcessor::reinit() {
  if (!l_topology) return;
  d_useDataInputs.value() || readScript() ? setValid() : setInvalid();
}

bool TopologicalChangeProcessor::readScript() {
  m_next = 0;
  m_offset = 0;
  if (d_filename.value().empty()) {
    error("filename is empty: name a file of changes, or set useDataInputs.");
    return false;
  }
  m_script.completeRemovals(core::reproducesSofa(*this));
  const auto& paths = helper::ResourcePath::data();
  const auto file = paths.find(d_filename.value(), folder());
  if (!file || !m_script.read(*file)) {
    error("filename: the file of changes '{}' {}", d_filename.value(),
          file ? "cannot be read." : "is not found in " + paths.describe(folder()) + ".");
    return false;
  }
  m_file = file->string();
  for (const auto& problem : m_script.problems())
    if (problem.isError)
      error("{}:{}: {}.", m_file, problem.line, problem.text);
    else
      warning("{}:{}: {}.", m_file, problem.line, problem.text);
  return true;
}

const ChangeScript::Block* TopologicalChangeProcessor::takeDue(double time) {
  const auto& blocks = m_script.blocks();
  const ChangeScript::Block* due = nullptr;
  if (blocks.empty()) return due;
  for (;;) {
    if (m_next >= blocks.size()) {
      if (!d_loop.value() || !(blocks.back().time > 0)) return due;
      m_offset += blocks.back().time;
      m_next = 0;
    }
    const double at = blocks[m_next].time + m_offset;
    constexpr double rounding = 2 * std::numeric_limits<double>::epsilon();  // of sums of steps
    if (!(at < time) && !(std::abs(at - time) <= rounding * std::abs(time))) return due;
    due = &blocks[m_next++];
  }
}

void TopologicalChangeProcessor::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event) || !isValid() || !l_topology) return;
  const double time = context()->time() + d_shift.value();
  if (d_useDataInputs.value()) {
    if (time > d_timeToRemove.value()) removeLists();
  } else if (const auto* block = takeDue(time)) {
    for (const auto& command : block->commands) execute(command);
  }
}

TopologyModifier* TopologicalChangeProcessor::modifier(ElementType type) const {
  auto* found = findModifier(*l_topology, type);
  if (!found)
    error("No modifier{} is visible from {}: add one to its node.",
          type == ElementType::point ? "" : fmt::format(" for elements of the kind {}", nameOf(type)),
          l_topology->path());
  return found;
}

void TopologicalChangeProcessor::removeLists() {
  const std::pair<ElementType, const Indices*> lists[] = {
      {ElementType::hexahedron, &d_hexahedra.value()}, {ElementType::tetrahedron, &d_tetrahedra.value()},
      {ElementType::quad, &d_quads.value()},           {ElementType::triangle, &d_triangles.value()},
      {ElementType::edge, &d_edges.value()},           {ElementType::point, &d_points.value()}};
  for (const auto& [type, elements] : lists) {
    if (elements->empty()) continue;
    if (auto* found = modifier(type)) found->remove(type, *elements);
  }
  const double interval = d_interval.value();
  const double never = std::numeric_limits<std::uint32_t>::max();
  d_timeToRemove.set(interval == 0 ? never : d_timeToRemove.value() + interval);
}

void TopologicalChangeProcessor::execute(const ChangeScript::Command& command) {
  if (!std::visit([this](const auto& what) { return execute(what); }, command.what))
    warning("{}:{}: not everything that this command names was done.", m_file, command.line);
}

bool TopologicalChangeProcessor::execute(const ChangeScript::Removal& removal) {
  auto* found = modifier(ElementType::point);  // whatever it is for
  return found && found->remove(removal.elements);
}

bool TopologicalChangeProcessor::execute(const ChangeScript::PointsInTriangles& points) {
  auto* found = modifier(ElementType::triangle);
  if (!found) return false;
  const auto& triangles = l_topology->triangles();
  std::vector<core::Ancestors> ancestors;
  for (const auto& p : points.points) {
    if (p.triangle >= triangles.size()) {
      error("A point is to be added to triangle {}, but {} has {} triangles.", p.triangle, l_topology->path(),
            triangles.size());
      return false;
    }
    const auto& t = triangles[p.triangle];
    ancestors.push_back({{t.begin(), t.end()}, {p.b0, p.b1, 1 - p.b0 - p.b1}});
  }
  return found->addPoints(ancestors);
}

bool TopologicalChangeProcessor::execute(const ChangeScript::Addition& addition) {
  auto* found = modifier(addition.type);
  bool done = false;
  withElementOf(addition.type, [&]<class E>() {
    const std::size_t width = E().size();
    std::vector<E> elements(addition.nodes.size() / width);
    std::vector<core::Ancestors> ancestors;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      std::copy_n(addition.nodes.begin() + static_cast<std::ptrdiff_t>(i * width), width, elements[i].begin());
      if (!addition.ancestors.empty()) ancestors.push_back({{addition.ancestors[i]}, {}});
    }
    done = found && found->add(elements, ancestors);
  });
  return done;
}

namespace {

/// Across a surface at the point of it that is nearest to p.
type::Vec3 normalNear(const type::Vec3& p, const std::vector<Triangle>& triangles, const std::vector<type::Vec3>& x) {
  double nearest = std::numeric_limits<double>::max();
  type::Vec3 normal = type::Vec3::UnitZ();
  for (const Triangle& t : triangles) {
    const type::Vec3 across = (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]);
    const auto at = geometry::closestOnTriangle(p, x[t[0]], x[t[1]], x[t[2]]);
    const double distance = (at.at(x[t[0]], x[t[1]], x[t[2]]) - p).squaredNorm();
    if (!(distance < nearest) || !(across.norm() > 0)) continue;
    nearest = distance;
    normal = across.normalized();
  }
  return normal;
}

}  // namespace

/// A blade stands across the surface, as far on either side as the next point of the way is away, and goes there.
bool TopologicalChangeProcessor::execute(const ChangeScript::Incision& incision) {
  if (!l_topology->tetrahedra().empty() || l_topology->triangles().empty()) {
    error("INCISE cuts a surface of triangles, which {} is not. A MeshCutter cuts tetrahedra.", l_topology->path());
    return false;
  }
  if (const auto why = m_incision.start(*l_topology); !why.empty()) {
    error("{}", why);
    return false;
  }
  const auto x = m_incision.positions(core::vec::position);
  geometry::SweptBlade blade;
  for (std::size_t i = 1; i < incision.points.size(); ++i) {
    const type::Vec3 &from = incision.points[i - 1], &to = incision.points[i];
    const double reach = (to - from).norm();
    const auto standing = [&](const type::Vec3& p) {
      const type::Vec3 arm = reach * normalNear(p, l_topology->triangles(), x);
      return std::array{type::Vec3(p - arm), type::Vec3(p + arm)};
    };
    blade.sweep(standing(from), standing(to));
  }
  const auto report = m_incision.cut(blade, {geometry::CutMode::subdivide, d_epsilonSnapPath.value()});
  m_incision.endStroke();
  return report.openedFacets > 0;
}

void TopologicalChangeProcessor::archive(core::Archive& archive) {
  double time = d_timeToRemove.value();
  archive.io(time);
  archive.io(m_next);
  archive.io(m_offset);
  if (archive.isLoading() && archive.isGood() && time != d_timeToRemove.value()) d_timeToRemove.set(time);
}

namespace {
const auto registered = core::Register("TopologicalChangeProcessor", "Sofa.Component.Topology.Utility",
                                       "removes and adds elements of a mesh at given times")
                            .ignores("draw", "what will change is not drawn")
                            .ignores("listChanges", "delete it")
                            .ignores("saveIndicesAtInit", "an incision goes where its points are when it is made")
                            .ignores("epsilonSnapBorder", "epsilonSnapPath holds for all edges")
                            .add<TopologicalChangeProcessor>();
}  // namespace

}  // namespace sofa::component::topology
