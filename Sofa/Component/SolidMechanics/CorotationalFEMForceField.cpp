// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/CorotationalFEMForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

template <class DataTypes, class Element>
auto CorotationalFEMForceField<DataTypes, Element>::rotation() const -> Rotation {
  const std::string& method = d_rotationMethod.value().selected();
  // Given explicitly, the frame methods take the frame at rest twice, which leaves the world axes.
  const bool explicitly = d_rotationMethod.isSet();
  if constexpr (Base::isTetra) {
    if (method == "triangle") return explicitly ? fem::TetraFrame::nodesWorldRest : fem::TetraFrame::nodes;
    if (method == "polar") return fem::TetraFrame::covariance;
    return method == "identity" ? fem::TetraFrame::none : fem::TetraFrame::covarianceStable;
  } else if constexpr (Base::isHexa) {
    if (method == "hexahedron") return explicitly ? fem::HexaFrame::axesWorldRest : fem::HexaFrame::axes;
    if (method == "polar") return fem::HexaFrame::covariance;
    return method == "identity" ? fem::HexaFrame::none : fem::HexaFrame::covarianceStable;
  } else {
    if (method == "triangle") return explicitly ? fem::ElementRotation::nodesWorldRest : fem::ElementRotation::nodes;
    if (method == "polar") return fem::ElementRotation::polar;
    return method == "identity" ? fem::ElementRotation::identity : fem::ElementRotation::stablePolar;
  }
}

namespace {
using namespace type;
const auto registered = core::Register("CorotationalFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear elastic elements of every kind")
                            .add<CorotationalFEMForceField<Vec2Types, Edge>>()
                            .add<CorotationalFEMForceField<Vec2Types, Quad>>()
                            .add<CorotationalFEMForceField<Vec2Types, Triangle>>()
                            .add<CorotationalFEMForceField<Vec3Types, Edge>>()
                            .add<CorotationalFEMForceField<Vec3Types, Hexahedron>>()
                            .add<CorotationalFEMForceField<Vec3Types, Prism>>()
                            .add<CorotationalFEMForceField<Vec3Types, Pyramid>>()
                            .add<CorotationalFEMForceField<Vec3Types, Quad>>()
                            .add<CorotationalFEMForceField<Vec3Types, Tetrahedron>>()
                            .add<CorotationalFEMForceField<Vec3Types, Triangle>>();
}  // namespace

}  // namespace sofa::component::solidmechanics
