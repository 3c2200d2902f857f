// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/FastTriangularBendingSprings.h"

#include "Sofa/Core/Contract/ChangedPoints.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

using type::Index;
using type::Vec3;

void FastTriangularBendingSprings::init() {
  if (!initMesh()) return;
  if (topology()->triangles().empty()) {
    error("{} has no triangles: add one to the scene, or set topology.", topology()->path());
    return setInvalid();
  }
  trackData(d_bendingStiffness);
  trackData(d_minDistValidity);
  makeHinges();
}

void FastTriangularBendingSprings::dataChanged() {
  if (isValid()) makeHinges();
}

bool FastTriangularBendingSprings::prepare() {
  if (isValid() && meshChanged()) makeHinges();
  return isValid() && mstate();
}

bool FastTriangularBendingSprings::topologyChanged(const core::MeshChanges& changes) {
  if (!isValid() || !mstate()) return false;
  if (changes.mesh != topology()) return true;
  meshChanged();
  if (!follow(changes)) makeHinges();
  return true;
}

void FastTriangularBendingSprings::makeHinges() {
  m_ofEdge.clear();
  takeHinges();
  if (!checkIndices(topology()->triangles(), "Triangle")) return;
  const auto& edges = topology()->edges();
  const auto& around = topology()->adjacency().trianglesAroundEdge();
  for (std::size_t e = 0; e < edges.size(); ++e) m_ofEdge.push_back(hingeAlong(edges[e], around[e]));
  takeHinges();
}

bool FastTriangularBendingSprings::follow(const core::MeshChanges& changes) {
  if (!changes.known || changes.steps.empty() || changes.steps.front()->of<type::Edge>().before() != m_ofEdge.size())
    return false;
  const auto& stars = topology()->stars();
  const auto changed = stars.changedBy<type::Triangle>(changes);
  if (!checkIndices(topology()->triangles(), "Triangle", &changed)) return true;
  for (const auto& step : changes.steps) core::carryValues(m_ofEdge, step->of<type::Edge>());
  for (const Index point : core::concernedPoints<type::Triangle>(*topology(), changes))
    for (const Index e : stars.around<type::Edge>(point)) {
      const type::Edge& edge = topology()->edges()[e];
      m_ofEdge[e] = hingeAlong(edge, core::elementsAround<type::Triangle>(*topology(), edge));
    }
  takeHinges();
  return true;
}

template <class Triangles>
auto FastTriangularBendingSprings::hingeAlong(const type::Edge& edge, const Triangles& around) const
    -> std::optional<Hinge> {
  if (around.size() != 2) return std::nullopt;
  const auto opposite = [&](Index triangle) {
    for (const Index point : topology()->triangles()[triangle])
      if (point != edge[0] && point != edge[1]) return point;
    return edge[0];
  };
  return hingeOf(opposite(around[0]), opposite(around[1]), edge);
}

auto FastTriangularBendingSprings::hingeOf(Index a, Index b, const type::Edge& edge) const -> std::optional<Hinge> {
  const VecCoord& rest = mstate()->restPositions();
  const Vec3 &xa = rest[a], &xb = rest[b], &xc = rest[edge[0]], &xd = rest[edge[1]];
  const double length = (xd - xc).norm(), shortest = d_minDistValidity.value();
  if (!((xb - xa).norm() > shortest && length > shortest)) return std::nullopt;
  const double na = (xa - xc).cross(xa - xd).norm(), nb = (xb - xd).cross(xb - xc).norm(),
               nc = (xc - xb).cross(xc - xa).norm(), nd = (xd - xa).cross(xd - xb).norm();
  const double ha = na / length, hb = nb / length;
  if (!(ha > 0 && hb > 0 && nc + nd > 0)) return std::nullopt;
  return Hinge{{a, b, edge[0], edge[1]},
               {nb / (na + nb), na / (na + nb), -nd / (nc + nd), -nc / (nc + nd)},
               2. / 3 * (ha + hb) / (ha * ha * hb * hb) * length * d_bendingStiffness.value()};
}

void FastTriangularBendingSprings::takeHinges() {
  m_isKernelOld = true;
  m_hinges.clear();
  for (const auto& hinge : m_ofEdge)
    if (hinge) m_hinges.push_back(*hinge);
}

const fem::HingeKernel& FastTriangularBendingSprings::kernel(std::size_t size) {
  if (!std::exchange(m_isKernelOld, false) && m_kernel.pointCount() == size) return m_kernel;
  std::vector<Hinge> hinges = m_hinges;
  std::erase_if(hinges, [size](const Hinge& h) { return *std::ranges::max_element(h.points) >= size; });
  m_kernel.set(hinges, size);
  return m_kernel;
}

void FastTriangularBendingSprings::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                            const VecDeriv&) {
  if (prepare()) kernel(x.size()).addForce(x, 1, f);
}

void FastTriangularBendingSprings::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                             double kFactor) {
  if (isValid()) kernel(dx.size()).addForce(dx, kFactor, df);
}

void FastTriangularBendingSprings::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const auto* state = mstate();
  if (!isValid() || !state) return;
  if (!core::reproducesSofa(*this)) return addHinges<4>(*matrix);
  if (!m_hinges.empty() && !std::exchange(m_told, true))
    core::tellDefect(*this, "the assembled matrix leaves out the second point of each edge",
                     "Use a solver without a matrix (CGLinearSolver)");
  addHinges<3>(*matrix);
}

/// Between the first points of each hinge.
template <int points>
void FastTriangularBendingSprings::addHinges(core::StiffnessMatrix& matrix) const {
  struct Points {
    const std::vector<Hinge>& hinges;
    std::size_t size() const { return hinges.size(); }
    std::array<Index, points> operator[](std::size_t i) const {
      std::array<Index, points> first;
      std::copy_n(hinges[i].points.begin(), points, first.begin());
      return first;
    }
  };
  const auto dfdx = matrix.getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate());
  dfdx.template addElements<points, 3>(Points{m_hinges}, [&](std::size_t e, type::Mat<3 * points>& k) {
    const Hinge& h = m_hinges[e];
    for (int i = 0; i < points; ++i)
      for (int j = 0; j < points; ++j)
        k.template block<3, 3>(3 * i, 3 * j) =
            type::Mat<3>::Identity() *
            (-h.lambda * h.alpha[static_cast<std::size_t>(i)] * h.alpha[static_cast<std::size_t>(j)]);
  });
}

std::optional<double> FastTriangularBendingSprings::potentialEnergy(const core::MechanicalParams& params) {
  if (!prepare()) return 0;
  const VecCoord& x = mstate()->coords(params.x);
  return kernel(x.size()).energy(x);
}

void FastTriangularBendingSprings::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = mstate()->positions();
  for (const Hinge& h : m_hinges)
    if (*std::ranges::max_element(h.points) < x.size()) list.line(x[h.points[0]], x[h.points[1]], 1, {0, 1, 0, 1});
}

namespace {
const auto registered = core::Register("FastTriangularBendingSprings", "Sofa.Component.SolidMechanics.Spring",
                                       "bending of triangles with a constant matrix")
                            .add<FastTriangularBendingSprings>();
}  // namespace

}  // namespace sofa::component::solidmechanics
