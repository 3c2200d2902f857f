// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/SurfaceSpringForceField.h"

#include "Sofa/Component/SolidMechanics/SpringMatrix.h"
#include "Sofa/Core/Contract/ChangedPoints.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshAdjacency.h"
#include "Sofa/Core/Contract/MeshChange.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"

namespace sofa::component::solidmechanics {

void SurfaceSpringForceField::init() {
  if (!initMesh()) return;
  if (const char* problem = problemOf(*topology())) {
    error("{} {}: add one to the scene, or set topology.", topology()->path(), problem);
    return setInvalid();
  }
  for (const auto* data : {&d_stiffness, &d_damping}) {
    if (data->value() < 0) warning("{} is negative: {}. The springs gain energy.", data->name(), data->value());
    trackData(*data);
  }
  makeSprings();
}

void SurfaceSpringForceField::makeSprings() {
  m_kernel.clear();
  m_joints.clear();
  if (!checkIndices(topology()->triangles(), "Triangle") || !checkIndices(topology()->quads(), "Quad")) return;
  const auto& near = topology()->adjacency();
  const auto& around = joinsTriangles() ? near.trianglesAroundEdge() : near.quadsAroundEdge();
  for (std::size_t e = 0; e < topology()->edges().size(); ++e) {
    m_joints.push_back(jointOf(e, around[e]));
    m_joints.back().known = 1;
  }
  takeSprings();
}

template <class Elements>
auto SurfaceSpringForceField::jointOf(std::size_t edge, const Elements& around) const -> Joint {
  Joint joint;
  if (around.size() == 2) join(*topology(), edge, {around[0], around[1]}, joint);
  return joint;
}

auto SurfaceSpringForceField::jointOf(type::Index edge) const -> Joint {
  const type::Edge& ends = topology()->edges()[edge];
  return joinsTriangles() ? jointOf(edge, core::elementsAround<type::Triangle>(*topology(), ends))
                          : jointOf(edge, core::elementsAround<type::Quad>(*topology(), ends));
}

void SurfaceSpringForceField::takeSprings() {
  const VecCoord& rest = mstate()->restPositions();
  m_kernel.clear();
  m_kernel.reserve(m_joints.size());
  for (const Joint& joint : m_joints)
    for (type::Index i = 0; i < joint.count; ++i) {
      const auto [first, second] = joint.ends[i];
      m_kernel.add({first, second, d_stiffness.value(), d_damping.value(), m_kernel.length(rest[first], rest[second])});
    }
}

bool SurfaceSpringForceField::topologyChanged(const core::MeshChanges& changes) {
  if (!isValid() || !mstate()) return false;
  if (changes.mesh != topology()) return true;
  meshChanged();
  // Neighbourhoods are those after the last step: several at once are not followed one by one.
  if (changes.known && changes.steps.size() == 1 && follow(*changes.steps.front()))
    takeSprings();
  else
    makeSprings();
  return true;
}

bool SurfaceSpringForceField::follow(const core::MeshChange& change) {
  if (!core::carryValues(m_joints, change.of<type::Edge>()) || m_joints.size() != topology()->edges().size())
    return false;
  const auto points = change.points().newIndices();
  for (Joint& joint : m_joints)
    for (type::Index i = 0; i < joint.count; ++i)
      for (type::Index& end : joint.ends[i])
        if (end < points.size()) end = points[end];
  releaseRemoved(change);
  joinAdded(change.of(elements()));
  return true;
}

/// Edges of elements that went have no springs any more, but where exactly two elements are left of more.
void SurfaceSpringForceField::releaseRemoved(const core::MeshChange& change) {
  const auto points = change.points().newIndices();
  const auto newIndex = [&](type::Index point) { return point < points.size() ? points[point] : point; };
  const std::size_t corners = joinsTriangles() ? 3 : 4;
  const auto& nodes = change.of(elements()).removedNodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::size_t next = i % corners + 1 == corners ? i + 1 - corners : i + 1;
    const type::Index a = newIndex(nodes[i]), b = newIndex(nodes[next]);
    if (a == type::invalidIndex || b == type::invalidIndex) continue;
    const type::Index edge = core::edgeBetween(*topology(), a, b);
    if (edge == type::invalidIndex) continue;
    m_joints[edge] = jointOf(edge);
    m_joints[edge].known = m_joints[edge].count > 0 ? 1 : 0;
  }
}

void SurfaceSpringForceField::joinAdded(const core::ElementChange& change) {
  const std::size_t corners = joinsTriangles() ? 3 : 4;
  for (type::Index element = change.remaining(); element < change.after(); ++element)
    for (std::size_t i = 0; i < corners; ++i) {
      const auto corner = [&](std::size_t k) {
        return joinsTriangles() ? topology()->triangles()[element][k] : topology()->quads()[element][k];
      };
      const type::Index edge = core::edgeBetween(*topology(), corner(i), corner((i + 1) % corners));
      if (edge == type::invalidIndex) continue;
      const Joint joint = jointOf(edge);
      if (m_joints[edge].known == 0) {
        m_joints[edge] = joint;
        m_joints[edge].known = 1;
      } else if (joint.count > 0 && m_joints[edge].count == 0) {
        if (!core::reproducesSofa(*this)) {
          m_joints[edge] = joint;
          m_joints[edge].known = 1;
        } else if (!std::exchange(m_bordersTold, true)) {
          core::tellDefect(*this,
                           fmt::format("there is no spring across a border of {} along which an element was added",
                                       topology()->path()),
                           "Remove the elements on both sides and add them together");
        }
      }
    }
}

void SurfaceSpringForceField::archive(core::Archive& archive) {
  auto joints = m_joints;
  archive.io(joints);
  if (!archive.isLoading() || !archive.isGood() || !isValid() || !mstate()) return;
  const std::size_t points = mstate()->restPositions().size();
  const bool fits = joints.size() == topology()->edges().size() && std::ranges::all_of(joints, [&](const Joint& joint) {
                      bool good = joint.count <= 2;
                      for (const auto& ends : joint.ends) good = good && ends[0] < points && ends[1] < points;
                      return good;
                    });
  if (!fits) return archive.fail();
  m_joints = std::move(joints);
  meshChanged();
  takeSprings();
}

bool SurfaceSpringForceField::prepare() {
  if (isValid() && meshChanged()) makeSprings();
  return isValid() && mstate();
}

void SurfaceSpringForceField::dataChanged() {
  if (isValid()) makeSprings();
}

void SurfaceSpringForceField::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                       const VecDeriv& v) {
  if (prepare()) m_kernel.addForce(f, f, x, x, v, v);
}

void SurfaceSpringForceField::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv& v,
                                        core::Linearisation kind) {
  if (prepare()) m_kernel.linearise(x, x, v, v, kind == core::Linearisation::positiveDefinite);
}

void SurfaceSpringForceField::addForceAndLinearise(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                                   const VecDeriv& v, core::Linearisation kind) {
  if (prepare()) m_kernel.addForceAndLinearise(f, f, x, x, v, v, kind == core::Linearisation::positiveDefinite);
}

void SurfaceSpringForceField::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                        double kFactor) {
  if (isValid()) m_kernel.addDForce(df, df, dx, dx, kFactor);
}

void SurfaceSpringForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const auto* state = mstate();
  if (isValid() && state)
    addSpringMatrices(matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state), m_kernel, m_kernel.size());
}

std::optional<double> SurfaceSpringForceField::potentialEnergy(const core::MechanicalParams& params) {
  if (!prepare()) return 0;
  const VecCoord& x = mstate()->coords(params.x);
  return m_kernel.energy(x, x);
}

void SurfaceSpringForceField::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr type::Color compressed{1, 0, 0, 1}, stretched{0, 1, 0, 1};
  const VecCoord& x = mstate()->positions();
  for (std::size_t i = 0; i < m_kernel.size(); ++i) {
    const auto s = m_kernel.spring(i);
    if (std::max(s.first, s.second) >= x.size()) continue;
    const type::Vec3 &from = x[s.first], &to = x[s.second];
    list.line(from, to, 1, (to - from).norm() < s.restLength ? compressed : stretched);
  }
}

}  // namespace sofa::component::solidmechanics
