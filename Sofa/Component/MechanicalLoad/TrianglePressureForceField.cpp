// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/TrianglePressureForceField.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

using type::Vec3;

void TrianglePressureForceField::init() {
  MeshLoad::init();
  if (!isValid()) return;
  trackData(d_pressure);
  trackElements(d_triangleList);
}

void TrianglePressureForceField::makeLoads(const core::BaseMeshTopology& mesh, const VecCoord& rest) {
  forEachListed(d_triangleList, mesh.triangles(), [&](type::Index, const type::Triangle& t) {
    const bool known = std::max({t[0], t[1], t[2]}) < rest.size();
    add(t, known ? d_pressure.value() * triangleArea(rest[t[0]], rest[t[1]], rest[t[2]]) / 3 : Vec3(Vec3::Zero()));
  });
}

Vec3 TrianglePressureForceField::stressForce(const Load& load, const VecCoord& x) const {
  const auto& [a, b, c, unused] = load.points;
  if (std::max({a, b, c}) >= x.size()) return Vec3::Zero();
  const Vec3 normal = (x[b] - x[a]).cross(x[c] - x[a]);
  // Of two entries that should be equal the one written last counts.
  type::Mat3 stress = d_cauchyStress.value();
  for (int i = 0; i < 3; ++i)
    for (int j = i + 1; j < 3; ++j) stress(i, j) = stress(j, i);
  return stress * normal / 6;
}

void TrianglePressureForceField::addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x,
                                          const VecDeriv& v) {
  if (d_useConstantForce.value()) return MeshLoad::addForce(params, f, x, v);
  if (!prepare()) return;
  for (const Load& load : m_loads) {
    const Vec3 force = stressForce(load, x);
    for (const type::Index point : load.corners())
      if (point < f.size()) f[point] += force;
  }
}

std::optional<double> TrianglePressureForceField::potentialEnergy(const core::MechanicalParams& params) {
  if (!d_useConstantForce.value()) return {};
  return MeshLoad::potentialEnergy(params);
}

void TrianglePressureForceField::draw(core::DrawList& list) const {
  if (d_useConstantForce.value()) return MeshLoad::draw(list);
  if (!mstate() || !isValid() || !d_showForces.value() || !list.shows(type::DisplayFlags::ForceFields)) return;
  for (const Load& load : m_loads) drawLoad(list, load, stressForce(load, mstate()->positions()));
}

namespace {
const auto registered =
    core::Register("TrianglePressureForceField", "Sofa.Component.MechanicalLoad", "a traction on triangles")
        .add<TrianglePressureForceField>();
}  // namespace

}  // namespace sofa::component::mechanicalload
