#include "Sofa/Component/SolidMechanics/TriangularQuadraticSpringsForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

type::Mat<3> TriangularQuadraticSpringsForceField::edgeTangent(std::size_t triangle, const Shape& s, int k) const {
  const Rest& rest = this->rest()[triangle];
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const type::Vec3 pk = -s.edge[static_cast<std::size_t>(k)], pj = s.edge[static_cast<std::size_t>(j)],
                   pi = -s.edge[static_cast<std::size_t>(i)];
  const double li = s.length[i], lj = s.length[j], lk = s.length[k];
  if (!(li > 0 && lj > 0 && lk > 0)) return type::Mat<3>::Zero();
  const double length = d_useAngularSprings.value() ? rest.measure[k] : lk;
  const double along = (s.pull[k] - rest.stiffness[k] * length) / (lk * lk * lk);
  return along * pk * pk.transpose() + rest.angular[k] / (lj * li) * pj * pi.transpose() -
         rest.angular[i] / (lj * lk) * pj * pk.transpose() + rest.angular[j] / (lk * li) * pk * pi.transpose() -
         s.pull[k] / lk * type::Mat<3>::Identity();
}

namespace {
const auto registered = core::Register("TriangularQuadraticSpringsForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "membranes as springs along the edges of triangles, linear in lengths")
                            .add<TriangularQuadraticSpringsForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
