// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/QuadPressureForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

using type::Quad;
using type::Vec3;

void QuadPressureForceField::init() {
  MeshLoad::init();
  if (!isValid()) return;
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&d_pressure, &d_normal, &d_dmin, &d_dmax})
    trackData(*data);
  trackElements(d_quadList);
}

void QuadPressureForceField::makeLoads(const core::BaseMeshTopology& mesh, const VecCoord& rest) {
  const auto load = [&](type::Index, const Quad& q) {
    const bool known = *std::ranges::max_element(q) < rest.size();
    const double area =
        !known ? 0
               : triangleArea(rest[q[0]], rest[q[1]], rest[q[2]]) + triangleArea(rest[q[2]], rest[q[3]], rest[q[0]]);
    add(q, d_pressure.value() * area / 4);
  };
  forEachListed(d_quadList, mesh.quads(), load);
  const auto isBetween = [&](type::Index point) {
    const double d = point < rest.size() ? rest[point].dot(d_normal.value()) : d_dmax.value();
    return d > d_dmin.value() && d < d_dmax.value();
  };
  for (const Quad& q : mesh.quads())
    if (std::ranges::all_of(q, isBetween)) load({}, q);
}

namespace {
const auto registered = core::Register("QuadPressureForceField", "Sofa.Component.MechanicalLoad", "a traction on quads")
                            .add<QuadPressureForceField>();
}  // namespace

}  // namespace sofa::component::mechanicalload
