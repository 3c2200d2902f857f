// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/MeshLoad.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshSearch.h"

namespace sofa::component::mechanicalload {

using type::Vec3;

void MeshLoad::init() {
  ForceField::init();
  if (!isValid()) return;
  if (!core::requireMesh(*this, l_topology)) return;
  make();
}

void MeshLoad::make() {
  if (!l_mstate || !l_topology) return;
  m_revision = l_topology->revision();
  m_loads.clear();
  m_told = false;
  makeLoads(*l_topology, mstate()->restPositions());
}

bool MeshLoad::prepare() {
  if (!isValid() || !l_mstate || !l_topology) return false;
  if (l_topology->revision() != m_revision) make();
  return true;
}

void MeshLoad::addLoad(const Load& load) {
  const std::size_t size = mstate()->restPositions().size();
  for (const type::Index point : load.corners()) {
    if (point < size) continue;
    if (!std::exchange(m_told, true))
      error("The mesh {} names point {}, but the state {} has {} points: such elements are not loaded.",
            l_topology->path(), point, mstate()->path(), size);
    return;
  }
  m_loads.push_back(load);
}

void MeshLoad::tellMissing(const core::BaseData& list, type::Index index, std::size_t count) {
  if (!std::exchange(m_told, true))
    error("{} names element {}, but the mesh {} has {} of them: this and any other such element is not loaded.",
          list.name(), index, l_topology->path(), count);
}

void MeshLoad::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord&, const VecDeriv&) {
  if (!prepare()) return;
  for (const Load& load : m_loads)
    for (const type::Index point : load.corners())
      if (point < f.size()) f[point] += load.force;
}

std::optional<double> MeshLoad::potentialEnergy(const core::MechanicalParams& params) {
  if (!prepare()) return 0;
  const VecCoord& x = mstate()->coords(params.x);
  double energy = 0;
  for (const Load& load : m_loads)
    for (const type::Index point : load.corners())
      if (point < x.size()) energy -= load.force.dot(x[point]);
  return energy;
}

void MeshLoad::drawLoad(core::DrawList& list, const Load& load, const Vec3& force) const {
  const VecCoord& x = mstate()->positions();
  Vec3 center = Vec3::Zero();
  for (const type::Index point : load.corners()) {
    if (point >= x.size()) return;
    center += x[point] / load.count;
  }
  list.line(center, center + force, 1, {0, 1, 0, 1});
}

void MeshLoad::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !d_showForces.value() || !list.shows(type::DisplayFlags::ForceFields)) return;
  for (const Load& load : m_loads) drawLoad(list, load, load.force);
}

}  // namespace sofa::component::mechanicalload
