#include "Sofa/Component/SolidMechanics/TriangularQuadraticSpringsForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

auto TriangularQuadraticSpringsForceField::edgeTangents(std::size_t triangle, const Shape& s) const -> EdgeTangents {
  const Rest& rest = this->rest()[triangle];
  EdgeTangents tangents;
  tangents.fill(type::Mat<3>::Zero());
  if (!(s.length.minCoeff() > 0)) return tangents;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const type::Vec3 pk = -s.edge[static_cast<std::size_t>(k)], pj = s.edge[static_cast<std::size_t>(j)],
                     pi = -s.edge[static_cast<std::size_t>(i)];
    const double li = s.length[i], lj = s.length[j], lk = s.length[k];
    const double length = d_useAngularSprings.value() ? rest.measure[k] : lk;
    const double along = (s.pull[k] - rest.stiffness[k] * length) / (lk * lk * lk);
    tangents[static_cast<std::size_t>(k)] =
        along * pk * pk.transpose() + rest.angular[k] / (lj * li) * pj * pi.transpose() -
        rest.angular[i] / (lj * lk) * pj * pk.transpose() + rest.angular[j] / (lk * li) * pk * pi.transpose() -
        s.pull[k] / lk * type::Mat<3>::Identity();
  }
  return tangents;
}

namespace {
const auto registered = core::Register("TriangularQuadraticSpringsForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "membranes as springs along the edges of triangles, linear in lengths")
                            .add<TriangularQuadraticSpringsForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
