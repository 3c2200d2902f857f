// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/EdgePressureForceField.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

using type::Edge;
using type::Index;
using type::Vec3;

void EdgePressureForceField::init() {
  MeshLoad::init();
  if (!isValid()) return;
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{&d_pressure, &d_normal, &d_dmin,
                                                                                 &d_dmax, &d_intensity, &d_binormal})
    trackData(*data);
  trackElements(d_edgeIndices);
  trackElements(d_edges);
}

std::vector<Index> EdgePressureForceField::loadedEdges(const core::BaseMeshTopology& mesh, const VecCoord& rest) {
  std::vector<Index> loaded;
  const auto& edges = mesh.edges();
  if (!d_edgeIndices.value().empty()) {
    forEachListed(d_edgeIndices, edges, [&](Index e, const Edge&) { loaded.push_back(e); });
  } else if (!d_edges.value().empty()) {
    for (const Edge& edge : d_edges.value()) {
      const Index e = mesh.adjacency().edgeIndex(edge[0], edge[1]);
      if (e != type::invalidIndex)
        loaded.push_back(e);
      else
        error("{} {} of edges is no edge of {}: it is not loaded.", edge[0], edge[1], mesh.path());
    }
  } else {
    const auto isBetween = [&](Index point) {
      const double d = point < rest.size() ? rest[point].dot(d_normal.value()) : d_dmax.value();
      return d > d_dmin.value() && d < d_dmax.value();
    };
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (std::ranges::all_of(edges[e], isBetween)) loaded.push_back(static_cast<Index>(e));
  }
  return loaded;
}

void EdgePressureForceField::makeLoads(const core::BaseMeshTopology& mesh, const VecCoord& rest) {
  const auto& edges = mesh.edges();
  const auto length = [&](std::size_t e) {
    const Index a = edges[e][0], b = edges[e][1];
    return std::max(a, b) < rest.size() ? (rest[b] - rest[a]).norm() : 0;
  };
  const auto& intensity = d_intensity.value();
  m_strengths.clear();
  m_thirdPoints.clear();
  std::size_t rank = 0;
  for (const Index e : loadedEdges(mesh, rest)) {
    const std::size_t loads = m_loads.size();
    add(edges[e], d_pressure.value() * length(e) / 2);
    const double across = intensity.empty() ? 0 : intensity[rank < intensity.size() ? rank : 0];
    const double strength = across * length(rank++) / 2;
    if (m_loads.size() == loads) continue;
    m_strengths.push_back(strength);
    const auto triangles = mesh.adjacency().trianglesAroundEdge()[e];
    m_thirdPoints.push_back(edges[e][0]);
    if (triangles.size() == 1)
      for (const Index point : mesh.triangles()[triangles[0]])
        if (point != edges[e][0] && point != edges[e][1]) m_thirdPoints.back() = point;
  }
  m_directions.clear();
  turnTo(mstate()->positions());
}

Vec3 EdgePressureForceField::direction(const Load& load, const VecCoord& x) const {
  const auto i = static_cast<std::size_t>(&load - m_loads.data());
  const Index a = load.points[0], b = load.points[1], c = m_thirdPoints[i];
  if (std::max({a, b, c}) >= x.size()) return Vec3::Zero();
  const Vec3 tangent = (x[b] - x[a]).normalized();
  if (!d_binormal.value().isZero(0)) return d_binormal.value().cross(tangent).normalized();
  if (c == a) return Vec3::Zero();  // nothing says where the inside is
  if (!core::reproducesSofa(*this)) {
    const Vec3 inwards = x[c] - x[a];
    return (inwards - inwards.dot(tangent) * tangent).normalized();
  }
  const Vec3 normal(-tangent[1], tangent[0], 0);  // shorter than 1 if the edge leaves the plane
  return normal.dot(x[c] - x[a]) < 0 ? -normal : normal;
}

void EdgePressureForceField::turnTo(const VecCoord& x) {
  if (!followsTheEdges()) return;
  std::vector<Vec3> now;
  for (const Load& load : m_loads) now.push_back(direction(load, x));
  if (m_directions.size() != now.size()) m_directions = now;
  for (std::size_t i = 0; i < m_loads.size(); ++i) m_loads[i].force = m_strengths[i] * m_directions[i];
  m_directions = std::move(now);
}

void EdgePressureForceField::beginStep(const core::MechanicalParams& params) {
  if (prepare()) turnTo(mstate()->coords(params.x));
}

void EdgePressureForceField::reset() {
  if (!isValid() || !mstate()) return;
  m_directions.clear();
  turnTo(mstate()->positions());
}

void EdgePressureForceField::archive(core::Archive& archive) {
  archive.io(m_directions);
  if (archive.isLoading() && followsTheEdges() && m_directions.size() != m_loads.size()) archive.fail();
}

void EdgePressureForceField::draw(core::DrawList& list) const {
  MeshLoad::draw(list);
  const double scale = d_arrowSizeCoef.value();
  if (!mstate() || !isValid() || !(scale > 0) || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = mstate()->positions();
  for (const Load& load : m_loads)
    for (const Index point : load.corners()) {
      const Vec3 arrow = scale * load.force;
      if (point < x.size()) list.arrow(x[point], x[point] + arrow, arrow.norm() / 20, {0, 1, 0, 1});
    }
}

namespace {
const auto registered =
    core::Register("EdgePressureForceField", "Sofa.Component.MechanicalLoad", "a line load on edges")
        .add<EdgePressureForceField>();
}  // namespace

}  // namespace sofa::component::mechanicalload
