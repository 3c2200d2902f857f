// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshTearing.h"

#include <Eigen/Eigenvalues>
#include <map>

#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Type/EigenView.h"

namespace sofa::component::topology {

using type::Vec3;

namespace {

struct Stretch {
  double value;
  Vec3 direction;  ///< where the element is now
};

/// The largest stretch of an element: square root of the largest eigenvalue of F F^T, where the deformation gradient F
/// takes edges at rest to where they are; of triangles within their plane.
template <class Cell>
Stretch largestStretch(const Cell& cell, const std::vector<Vec3>& rest, const std::vector<Vec3>& x) {
  constexpr int edges = static_cast<int>(Cell().size()) - 1;
  type::Mat<3, edges> now, before;
  for (int k = 0; k < edges; ++k) {
    now.col(k) = x[cell[k + 1]] - x[cell[0]];
    before.col(k) = rest[cell[k + 1]] - rest[cell[0]];
  }
  const type::Mat<edges, edges> metric = before.transpose() * before;
  if (!(metric.determinant() > 0) || !now.allFinite()) return {0, Vec3::Zero()};
  const type::Mat<3, 3> square = now * metric.inverse() * now.transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> modes(eigen(square));
  return {std::sqrt(std::max(0.0, modes.eigenvalues()[2])), modes.eigenvectors().col(2)};
}

/// How much a direction leads across a facet: 1 along its normal, 0 within it.
double acrossness(const Vec3& direction, const std::array<Index, 3>& face, const std::vector<Vec3>& x) {
  const Vec3 normal = (x[face[1]] - x[face[0]]).cross(x[face[2]] - x[face[0]]);
  const double area = normal.norm();
  return area > 0 ? std::abs(normal.dot(direction)) / area : 0;
}
double acrossness(const Vec3& direction, const std::array<Index, 2>& edge, const std::vector<Vec3>& x) {
  const Vec3 along = (x[edge[1]] - x[edge[0]]).normalized();
  return (direction - along.dot(direction) * along).norm();
}

}  // namespace

void MeshTearing::bwdInit() {  // modifiers know their containers by then
  setInvalid();
  if (!core::requireMesh(*this, l_topology, core::meshThatChanges)) return;
  if (const std::string why = m_incision.start(*l_topology); !why.empty()) return error("{}", why);
  d_listening.set(true);
  setValid();
}

void MeshTearing::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event) || !isValid() || !l_topology || !m_incision.isStarted()) return;
  if (m_incision.hasTetrahedra())
    tear<Tetrahedron>();
  else
    tear<Triangle>();
}

template <class Cell>
void MeshTearing::tear() {
  const auto& cells = core::elementsOf<Cell>(*l_topology);
  const auto x = m_incision.positions(core::vec::position), rest = m_incision.positions(core::vec::restPosition);
  if (cells.empty() || x.size() != l_topology->nbPoints() || rest.size() != x.size()) return;
  std::vector<double> measure = d_measure.value();
  const bool isGiven = !measure.empty() || d_measure.parent();
  if (isGiven && measure.size() != cells.size()) {
    if (!std::exchange(m_toldOfSize, true))
      error(
          "measure has {} values but the mesh {} elements: nothing tears. Some force fields compute it on demand only.",
          measure.size(), cells.size());
    return;
  }
  std::vector<Vec3> directions(cells.size(), Vec3::Zero());
  if (!isGiven) measure.resize(cells.size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const auto stretch = largestStretch(cells[c], rest, x);
    directions[c] = stretch.direction;
    if (!isGiven) measure[c] = stretch.value;
  }
  if (std::ranges::none_of(measure, [&](double m) { return m > d_threshold.value(); })) return;
  if (d_mode.value().selected() == "remove")
    remove(measure);
  else
    separate<Cell>(measure, directions);
}

/// A facet counts by the mean of the measures of its two elements, less the more it lies along the stretch.
template <class Cell>
void MeshTearing::separate(const std::vector<double>& measure, const std::vector<Vec3>& directions) {
  using Facet = geometry::FacetOf<Cell>;
  const auto& cells = core::elementsOf<Cell>(*l_topology);
  const auto x = m_incision.positions(core::vec::position);
  const double threshold = d_threshold.value();
  std::map<Facet, std::vector<Index>> sides;
  for (std::size_t c = 0; c < cells.size(); ++c)
    for (std::size_t k = 0; k < cells[c].size(); ++k) {
      Facet facet;
      std::size_t n = 0;
      for (std::size_t i = 0; i < cells[c].size(); ++i)
        if (i != k) facet[n++] = cells[c][i];
      std::ranges::sort(facet);
      sides[facet].push_back(static_cast<Index>(c));
    }
  for (std::size_t i = 0; i + Facet().size() <= m_incision.pending().size(); i += Facet().size()) {
    Facet facet;
    std::copy_n(m_incision.pending().begin() + static_cast<std::ptrdiff_t>(i), facet.size(), facet.begin());
    sides.erase(facet);
  }
  std::vector<std::pair<double, Facet>> tearing;
  for (const auto& [facet, around] : sides) {
    if (around.size() != 2) continue;
    const Index more = measure[around[0]] >= measure[around[1]] ? around[0] : around[1];
    const double mean = (measure[around[0]] + measure[around[1]]) / 2;
    const double counts = mean * acrossness(directions[more], facet, x);
    if (counts > threshold) tearing.emplace_back(-counts, facet);
  }
  std::ranges::sort(tearing);
  if (tearing.size() > d_maxPerStep.value()) tearing.resize(d_maxPerStep.value());
  if (tearing.empty()) return;
  std::vector<Facet> facets;
  for (const auto& [counts, facet] : tearing) facets.push_back(facet);
  m_incision.open<Cell>(facets);
  d_torn.set(d_torn.value() + static_cast<Index>(facets.size()));
}

void MeshTearing::remove(const std::vector<double>& measure) {
  std::vector<std::pair<double, Index>> tearing;
  for (std::size_t c = 0; c < measure.size(); ++c)
    if (measure[c] > d_threshold.value()) tearing.emplace_back(-measure[c], static_cast<Index>(c));
  std::ranges::sort(tearing);
  if (tearing.size() > d_maxPerStep.value()) tearing.resize(d_maxPerStep.value());
  std::vector<Index> elements;
  for (const auto& [counts, element] : tearing) elements.push_back(element);
  if (elements.empty()) return;
  auto* modifier =
      findModifier(*l_topology, m_incision.hasTetrahedra() ? ElementType::tetrahedron : ElementType::triangle);
  modifier->remove(modifier->elementType(), std::move(elements));
  d_torn.set(d_torn.value() + static_cast<Index>(tearing.size()));
}

bool MeshTearing::topologyChanged(const core::MeshChanges& changes) {
  if (!isValid()) return false;
  m_incision.follow(changes);
  return true;
}

void MeshTearing::archive(core::Archive& archive) {
  m_incision.archive(archive);
  Index torn = d_torn.value();
  archive.io(torn);
  if (archive.isLoading() && archive.isGood()) d_torn.set(torn);
}

namespace {
const auto registered = core::Register("MeshTearing", "Sofa.Component.Topology.Utility",
                                       "tears a mesh where a measure of its elements is too large")
                            .add<MeshTearing>();
}  // namespace

}  // namespace sofa::component::topology
