// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshRemesher.h"

#include "Sofa/Component/Topology/KeptMomentum.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::topology {

using type::Vec3;
using type::Vec3Types;

namespace {

core::Ancestors ancestorsOf(const geometry::Mixture& mixture) {
  core::Ancestors ancestors;
  for (const auto& [element, part] : mixture) {
    ancestors.elements.push_back(element);
    ancestors.weights.push_back(part);
  }
  return ancestors;
}

/// Points of the elements that a replacement brought.
template <class Cell>
std::vector<Index> newPointsOf(const core::BaseMeshTopology& mesh, const core::MeshChanges& changes) {
  std::vector<Index> points;
  if (!changes.known || changes.steps.size() != 2) return points;
  const auto &coming = changes.steps[0]->of<Cell>(), &going = changes.steps[1]->of<Cell>();
  const auto& cells = core::elementsOf<Cell>(mesh);
  for (Index k = 0; k < coming.added(); ++k) {
    const Cell& cell = cells[going.newIndex(coming.remaining() + k)];
    points.insert(points.end(), cell.begin(), cell.end());
  }
  std::ranges::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace

void MeshRemesher::bwdInit() {  // modifiers know their containers by then
  setInvalid();
  if (!core::requireMesh(*this, l_topology, core::meshThatChanges)) return;
  if (const std::string why = m_access.start(*l_topology); !why.empty()) return error("{}", why);
  m_modifier = findModifier(*l_topology, m_access.hasTetrahedra() ? ElementType::tetrahedron : ElementType::triangle);
  if (const std::string why = m_options.problem(l_topology->nbPoints()); !why.empty()) return error("{}", why);
  d_listening.set(true);
  setValid();
}

void MeshRemesher::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event) || !isValid()) return;
  const int step = m_steps++, every = d_everySteps.value();
  if (d_active.value() && (step == 0 || (every > 0 && step % every == 0))) remesh();
}

bool MeshRemesher::remesh() {
  if (!isValid() || !l_topology || !m_modifier || !m_access.isStarted()) return false;
  return m_access.hasTetrahedra() ? remeshCells<Tetrahedron>() : remeshCells<Triangle>();
}

/// Points that components list by number stand for something: where a body is held, or pulled. A list of all points
/// says nothing of one.
std::vector<char> MeshRemesher::keptPoints() const {
  std::vector<char> kept(l_topology->nbPoints(), 0);
  std::vector<core::Component*> all;
  l_topology->context()->root()->collectDown(all);
  for (const auto* component : all)
    for (const auto* data : component->dataFields()) {
      const auto& follows = data->options().follows;
      if (follows.what != core::Following::What::indices || follows.kind != core::ElementKind::point) continue;
      const auto* list = dynamic_cast<const core::Data<std::vector<Index>>*>(data);
      if (!list || simulation::followedMesh(*component) != l_topology.get()) continue;
      if (list->value().size() >= kept.size()) continue;
      for (const Index i : list->value())
        if (i < kept.size()) kept[i] = 1;
    }
  return kept;
}

template <class Cell>
bool MeshRemesher::remeshCells() {
  const std::size_t points = l_topology->nbPoints();
  const auto x = m_access.positions(core::vec::position), rest = m_access.positions(core::vec::restPosition);
  auto why = m_options.problem(points);
  if (x.size() != points || rest.size() != points)
    why = fmt::format("The state has {} points but the mesh {}.", x.size(), points);
  if (!why.empty()) {
    if (!std::exchange(m_toldOfProblem, true)) error("{} Nothing is remeshed.", why);
    return false;
  }
  m_toldOfProblem = false;
  const auto sizes = m_options.sizes(points);
  const auto kept = keptPoints();
  const geometry::RemeshInput<Cell> input{x,
                                          rest,
                                          core::elementsOf<Cell>(*l_topology),
                                          sizes,
                                          m_options.field(),
                                          kept,
                                          d_lengths.value().selected() == "rest"};
  const auto change = geometry::remesh(input, m_options.settings());
  d_partInBand.set(change.report.partInBand());
  if (change.report.isFull && !std::exchange(m_toldOfLimit, true))
    warning("The mesh has as many points as maxPoints, {}: edges longer than asked for stay.",
            m_options.d_maxPoints.value());
  if (change.isNothing()) return false;
  apply(change);
  tell(change.report);
  return true;
}

template <class Cell>
void MeshRemesher::apply(const geometry::Remeshed<Cell>& change) {
  Replacement<Cell> replacement;
  for (const auto& point : change.points) replacement.points.push_back(ancestorsOf(point));
  for (const auto& made : change.made) replacement.made.push_back(ancestorsOf(made));
  replacement.removed = change.removed;
  replacement.elements = change.cells;
  replacement.isolatedPoints = true;
  auto* state = dynamic_cast<core::State<Vec3Types>*>(core::mechanicalState(*l_topology->context()));
  const KeptMomentum momentum(*state);
  const std::size_t revision = l_topology->revision();
  m_modifier->replace(replacement);
  momentum.restore(newPointsOf<Cell>(*l_topology, l_topology->changesSince(revision)));
  simulation::MechanicalOperations ops;
  ops.bind(*context()->root());
  ops.propagateVelocity(core::vec::velocity);
}

void MeshRemesher::tell(const geometry::RemeshReport& report) {
  d_quality.set(report.smallestQuality);
  const auto count = [](core::Data<Index>& data, std::size_t more) {
    data.set(data.value() + static_cast<Index>(more));
  };
  count(d_splits, report.splits);
  count(d_collapses, report.collapses);
  count(d_flipped, report.flips);
  count(d_moves, report.moves);
  info(
      "{} edges were split, {} collapsed, {} flipped, {} points moved; {:.1f} % of the edges are as long as asked for, "
      "the smallest quality is {}.",
      report.splits, report.collapses, report.flips, report.moves, 100 * report.partInBand(), report.smallestQuality);
}

void MeshRemesher::archive(core::Archive& archive) {
  archive.io(m_steps);
  std::array<double, 2> measures{d_quality.value(), d_partInBand.value()};
  std::array<Index, 4> counts{d_splits.value(), d_collapses.value(), d_flipped.value(), d_moves.value()};
  archive.io(measures);
  archive.io(counts);
  if (!archive.isLoading() || !archive.isGood()) return;
  d_quality.set(measures[0]);
  d_partInBand.set(measures[1]);
  d_splits.set(counts[0]);
  d_collapses.set(counts[1]);
  d_flipped.set(counts[2]);
  d_moves.set(counts[3]);
}

namespace {
const auto registered = core::Register("MeshRemesher", "Sofa.Component.Topology.Utility",
                                       "remeshes triangles or tetrahedra so that edges have given lengths")
                            .add<MeshRemesher>();
}  // namespace

}  // namespace sofa::component::topology
