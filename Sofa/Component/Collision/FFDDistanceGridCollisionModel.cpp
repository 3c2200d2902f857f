// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/FFDDistanceGridCollisionModel.h"

#include "Sofa/Component/Collision/BarycentricContactPoints.h"
#include "Sofa/Core/Contract/CellSearch.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/BoxTree.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

void FFDDistanceGridCollisionModel::init() {
  m_cells.clear();
  m_state = dynamic_cast<core::State<type::Vec3Types>*>(core::mechanicalState(*context()));
  core::connectMesh(*this, l_topology, core::MeshPlace::first);
  if (!m_state || !l_topology) {
    error(
        "A Vec3 state and a RegularGridTopology or SparseGridTopology must be visible from this node: add {} before "
        "it.",
        m_state ? "the grid" : "a MechanicalObject");
    return setInvalid();
  }
  if (!makeCells() || !loadGrid()) {
    m_cells.clear();
    return setInvalid();
  }
  placeSamples();
  updateElements();
  setValid();
}

/// Corners of a hexahedron go round its faces; those of a cell along x, y and z.
bool FFDDistanceGridCollisionModel::makeCells() {
  constexpr std::array<std::size_t, 8> order{0, 1, 3, 2, 4, 5, 7, 6};
  const auto& hexahedra = l_topology->hexahedra();
  bool areBoxes = !hexahedra.empty();
  for (const auto& hexahedron : hexahedra) {
    Cell cell;
    for (std::size_t c = 0; c < 8; ++c) cell.nodes[c] = hexahedron[order[c]];
    cell.origin = l_topology->position(cell.nodes[0]);
    cell.extent = l_topology->position(cell.nodes[7]) - cell.origin;
    areBoxes &= cell.extent.minCoeff() > 0;
    for (int c = 0; c < 8 && areBoxes; ++c) {
      const Vec3 corner = cell.atRest({double(c & 1), double(c >> 1 & 1), double(c >> 2)});
      areBoxes = (corner - l_topology->position(cell.nodes[std::size_t(c)])).norm() <= 1e-9 * cell.extent.norm() &&
                 cell.nodes[std::size_t(c)] < m_state->size();
    }
    if (!areBoxes) break;
    m_cells.push_back(std::move(cell));
  }
  if (!areBoxes)
    error(
        "{} does not hold boxes along the axes with a point of {} at each corner: take a RegularGridTopology or "
        "SparseGridTopology.",
        l_topology->path(), m_state->path());
  return areBoxes;
}

void FFDDistanceGridCollisionModel::placeSamples() {
  const auto* search = dynamic_cast<const core::CellSearch*>(l_topology.get());
  const auto cellOf = [&](const Vec3& p) -> std::size_t {
    if (const auto found = search ? search->findCell(p) : std::nullopt) return found->hexahedron;
    const auto holds = [&](const Cell& cell) {
      const Vec3 b = cell.inBox(p);
      return b.minCoeff() >= 0 && b.maxCoeff() <= 1;
    };
    return static_cast<std::size_t>(std::ranges::find_if(m_cells, holds) - m_cells.begin());
  };
  for (std::size_t k = 0; k < grid()->samples().size(); ++k) {
    const Vec3& p = grid()->samples()[k];
    const std::size_t at = cellOf(p);
    if (at >= m_cells.size()) continue;  // what no cell holds does not move with them
    m_cells[at].numbers.push_back(static_cast<Index>(k));
    m_cells[at].places.push_back(m_cells[at].inBox(p));
  }
}

void FFDDistanceGridCollisionModel::updateElements() {
  if (!m_state) return m_cells.clear();  // taken out of the scene
  const auto& x = m_state->positions();
  for (Cell& cell : m_cells) {
    geometry::DeformedCell::Corners corners;
    for (std::size_t c = 0; c < 8; ++c) corners[c] = x[cell.nodes[c]];
    cell.now = geometry::DeformedCell(corners);
    cell.box = {};
    for (const Vec3& corner : corners) cell.box.include(corner);
    cell.samples.clear();
    for (const Vec3& b : cell.places) cell.samples.push_back(cell.now.at(b));
  }
}

void FFDDistanceGridCollisionModel::elementBoxes(std::span<type::BoundingBox> boxes) const {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i] = m_cells[i].box;
    boxes[i].min -= Vec3::Constant(d_contactDistance.value());
    boxes[i].max += Vec3::Constant(d_contactDistance.value());
  }
}

bool FFDDistanceGridCollisionModel::elementsMayTouch(Index i, const CollisionModel& other, Index j) const {
  if (&other != this) return true;
  const auto &mine = m_cells[i].nodes, &theirs = m_cells[j].nodes;
  return std::ranges::find_first_of(mine, theirs) == mine.end();
}

/// The direction outwards is carried along as the points are: J g in space.
std::optional<DistanceGridCollisionModel::Seen> FFDDistanceGridCollisionModel::see(Index i, const Vec3& p,
                                                                                   double reach) const {
  const Cell& cell = m_cells[i];
  if (!geometry::BoxTree::contains(cell.box, p)) return std::nullopt;
  const auto b = cell.now.find(p);
  if (!b || b->minCoeff() < 0 || b->maxCoeff() > 1) return std::nullopt;
  const Vec3 rest = cell.atRest(*b);
  if (!grid()->covers(rest)) return std::nullopt;
  const double distance = grid()->interpolate(rest);
  const Vec3 gradient = m_source.slope(*grid(), rest);
  if (!(distance < reach) || gradient.isZero(0)) return std::nullopt;
  const Vec3 outwards = gradient.normalized(), surface = cell.inBox(rest - distance * outwards);
  const Vec3 direction = cell.now.jacobian(surface) * outwards.cwiseQuotient(cell.extent);
  if (direction.isZero(0)) return std::nullopt;
  return Seen{cell.now.at(surface), direction.normalized(), distance};
}

namespace {

/// Points of the cells, in a node below the body's.
class CellContactPoints final : public MappedContactPoints<TrilinearContactMapping> {
 public:
  CellContactPoints(core::State<type::Vec3Types>& state, const std::string& name,
                    TrilinearContactMapping::Locate locate)
      : MappedContactPoints(*state.context(), name, state, TrilinearContactMapping::make(std::move(locate))) {}
};

}  // namespace

std::unique_ptr<core::ContactPoints> FFDDistanceGridCollisionModel::createContactPoints() {
  return std::make_unique<CellContactPoints>(*m_state, name(), [this](const Vec3& point, Index element) {
    const Cell& cell = m_cells[element];
    const Vec3 b = cell.now.find(point).value_or(Vec3::Constant(0.5));
    return TrilinearContactMapping::Point{cell.nodes, geometry::DeformedCell::weights(b)};
  });
}

void FFDDistanceGridCollisionModel::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!list.shows(type::DisplayFlags::CollisionModels)) return;
  for (const Cell& cell : m_cells) list.points(cell.samples, 3, drawnColor());
}

namespace {
const auto registered =
    core::Register("FFDDistanceGridCollisionModel", "SofaDistanceGrid",
                   "a body known by a grid of distances that deforms with a lattice, as an obstacle")
        .add<FFDDistanceGridCollisionModel>();
}  // namespace

}  // namespace sofa::component::collision
