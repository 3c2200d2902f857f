// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/HexahedronCompositeFEMMapping.h"

#include <map>

#include "Sofa/Core/Contract/CellSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

using type::Index;
using type::Vec3;

/// The smallest parts of all cells and where their nodes lie, in parts from the first cell's lowest corner.
class PartLattice {
 public:
  using Place = std::array<int, 3>;
  /// A cell that a node belongs to, and that of its parts around the node whose weights count: the one farthest along
  /// x, among these along y, then z. Weights at a node differ where its parts are condensed with different others, and
  /// SOFA keeps those of the part that comes last.
  struct Owner {
    Index cell;
    Place place;  ///< of the part
    std::size_t part;
    std::size_t node;  ///< of the part
  };
  struct Part {
    Index cell;
    Vec3 low;  ///< its lowest corner
  };

  PartLattice(const HexahedronCompositeFEMForceFieldAndMass& force, std::span<const Vec3> rest)
      : levels(force.finerLevels()), origin(rest[force.cells()->hexahedra()[0][0]]) {
    const auto& cells = force.cells()->hexahedra();
    size = (rest[cells[0][6]] - origin) / (1 << levels);
    for (Index e = 0; e < cells.size(); ++e) {
      weights.push_back(force.partWeights(e));
      const Vec3 corner = (rest[cells[e][0]] - origin).cwiseQuotient(size);
      for (std::size_t p = 0; p < weights[e].size(); ++p)
        if (weights[e][p].size() != 0) add(e, p, corner);
    }
  }
  /// The part that holds p, else the one with the nearest centre.
  const Part& partAt(const Vec3& p) const {
    const auto distance = [&](const Part& part) {
      return (part.low + 0.5 * size - p).cwiseQuotient(size).cwiseAbs().maxCoeff();
    };
    return *std::ranges::min_element(parts, {}, distance);
  }
  Place placeOf(const Vec3& corner) const {
    const Vec3 at = (corner - origin).cwiseQuotient(size);
    return {static_cast<int>(std::lround(at[0])), static_cast<int>(std::lround(at[1])),
            static_cast<int>(std::lround(at[2]))};
  }

  int levels;
  Vec3 origin, size;                                  ///< of a part
  std::vector<std::vector<Eigen::MatrixXd>> weights;  ///< by cell and part
  std::map<Place, std::vector<Owner>> owners;         ///< of each node, one per cell
  std::vector<Part> parts;

 private:
  void add(Index cell, std::size_t part, const Vec3& corner) {
    const auto place = fem::partPlace(levels, part);
    Place low;
    for (int a = 0; a < 3; ++a) low[std::size_t(a)] = static_cast<int>(std::lround(corner[a])) + place[std::size_t(a)];
    parts.push_back({cell, origin + Vec3(low[0], low[1], low[2]).cwiseProduct(size)});
    for (std::size_t n = 0; n < 8; ++n) {
      Place at = low;
      for (std::size_t a = 0; a < 3; ++a) at[a] += fem::hexaSign[n][a] > 0;
      auto& found = owners[at];
      const auto owner = std::ranges::find(found, cell, &Owner::cell);
      if (owner == found.end())
        found.push_back({cell, place, part, n});
      else if (owner->place < place)
        *owner = {cell, place, part, n};
    }
  }
};

void HexahedronCompositeFEMMapping::init() {
  m_points.clear();
  setInvalid();
  if (!l_input || !l_output) return;
  m_force = l_input->context()->local<HexahedronCompositeFEMForceFieldAndMass>();
  if (!m_force || !m_force->isValid() || !m_force->cells())
    return error(
        "There is no HexahedronCompositeFEMForceFieldAndMass beside the state {}, which the points follow: add one.",
        l_input->path());
  if (!place()) return;
  setValid();
  Mapping::init();
}

bool HexahedronCompositeFEMMapping::place() {
  const auto* grid = m_force->cells();
  if (!dynamic_cast<const core::CellSearch*>(grid) || grid->hexahedra().empty()) {
    error("{} is no SparseGridTopology with cells: take one.", grid->path());
    return false;
  }
  m_cells = grid->hexahedra();
  m_rest = m_force->d_initialPoints.value();
  std::vector<Vec3> corners;  // points are found where the grid is; the state may stand elsewhere
  for (std::size_t i = 0; i < grid->nbPoints(); ++i) corners.push_back(grid->position(i));
  const PartLattice lattice(*m_force, corners);
  const Vec3 offset = m_rest[0] - corners[0];
  for (const Vec3& p : l_output->positions()) {
    m_points.push_back(sharesOf(p, lattice));
    for (Share& share : m_points.back()) share.rest += share.part * offset;
  }
  return true;
}

HexahedronCompositeFEMMapping::Shares HexahedronCompositeFEMMapping::sharesOf(const Vec3& p,
                                                                              const PartLattice& lattice) const {
  const PartLattice::Part& part = lattice.partAt(p);
  const Vec3 at = (p - part.low).cwiseQuotient(lattice.size);
  const auto low = lattice.placeOf(part.low);
  Shares shares;
  for (const auto& sign : fem::hexaSign) {
    double weight = 1;
    PartLattice::Place node = low;
    Vec3 rest = part.low;
    for (std::size_t a = 0; a < 3; ++a) {
      const bool upper = sign[a] > 0;
      const auto axis = static_cast<Eigen::Index>(a);
      weight *= upper ? at[axis] : 1 - at[axis];
      node[a] += upper;
      rest[axis] += upper ? lattice.size[axis] : 0;
    }
    const auto& owners = lattice.owners.at(node);
    for (const auto& owner : owners) {
      auto share = std::ranges::find(shares, owner.cell, &Share::cell);
      if (share == shares.end()) share = shares.insert(shares.end(), {.cell = owner.cell});
      const double part1 = weight / static_cast<double>(owners.size());
      share->part += part1;
      share->rest += part1 * rest;
      share->weights += part1 * lattice.weights[owner.cell][owner.part].middleRows<3>(3 * Eigen::Index(owner.node));
    }
  }
  return shares;
}

void HexahedronCompositeFEMMapping::findRotations() {
  m_rotations.resize(m_cells.size());
  m_cellNodes.resize(m_cells.size());
  for (std::size_t e = 0; e < m_cells.size(); ++e) m_rotations[e] = m_force->rotation(e);
}

void HexahedronCompositeFEMMapping::apply(OutVecCoord& out, const InVecCoord& in) {
  if (!m_force) return;
  findRotations();
  for (std::size_t e = 0; e < m_cells.size(); ++e)
    for (std::size_t n = 0; n < 8; ++n) {
      const Index node = m_cells[e][n];
      m_cellNodes[e].col(Eigen::Index(n)) = m_rotations[e] * in[node] - m_rest[node];
    }
  out.resize(m_points.size());
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    out[i].setZero();
    for (const Share& share : m_points[i])
      out[i] +=
          m_rotations[share.cell].transpose() * (share.rest + share.weights.times(m_cellNodes[share.cell].reshaped()));
  }
}

void HexahedronCompositeFEMMapping::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  if (!m_force) return;
  findRotations();
  for (std::size_t e = 0; e < m_cells.size(); ++e)
    for (std::size_t n = 0; n < 8; ++n) m_cellNodes[e].col(Eigen::Index(n)) = m_rotations[e] * in[m_cells[e][n]];
  out.resize(m_points.size());
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    out[i].setZero();
    for (const Share& share : m_points[i])
      out[i] += m_rotations[share.cell].transpose() * Vec3(share.weights.times(m_cellNodes[share.cell].reshaped()));
  }
}

void HexahedronCompositeFEMMapping::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  if (!m_force) return;
  findRotations();
  for (CellNodes& forces : m_cellNodes) forces.setZero();
  for (std::size_t i = 0; i < std::min(m_points.size(), out.size()); ++i)
    for (const Share& share : m_points[i]) {
      const Vec3 local = m_rotations[share.cell] * out[i];
      m_cellNodes[share.cell].reshaped() += share.weights.transpose().times(local);
    }
  for (std::size_t e = 0; e < m_cells.size(); ++e)
    for (std::size_t n = 0; n < 8; ++n)
      in[m_cells[e][n]] += m_rotations[e].transpose() * m_cellNodes[e].col(Eigen::Index(n));
}

namespace {
const auto registered = core::Register("HexahedronCompositeFEMMapping", "Sofa.Component.SolidMechanics.FEM.NonUniform",
                                       "points in the finest parts of condensed cells")
                            .add<HexahedronCompositeFEMMapping>(true)
                            .addAs<HexahedronCompositeFEMMapping>(
                                "Mapping<StdVectorTypes<Vec<3u,double>,Vec<3u,double>,double>,"
                                "StdVectorTypes<Vec<3u,double>,Vec<3u,double>,double>>");
}  // namespace

}  // namespace sofa::component::solidmechanics
