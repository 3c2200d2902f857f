// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/HexahedralFEMForceFieldAndMass.h"

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void HexahedralFEMForceFieldAndMass::initElements() {
  HexahedraWithMass::initElements();
  m_massOutput.setDirty();
}

void HexahedralFEMForceFieldAndMass::collectMasses() {
  Reals masses;
  if (isValid() && mstate() && topology())
    for (std::size_t e = 0; e < topology()->hexahedra().size(); ++e) masses.push_back(massOf(e));
  d_totalMass.set(std::move(masses));
  d_particleMasses.set(pointMasses());
  d_lumpedMasses.set(lumpedMasses());
}

void HexahedralFEMForceFieldAndMass::buildMassMatrix(core::MassMatrixAccumulator* matrix) {
  if (!isValid() || !mstate() || !topology()) return;
  if (!core::reproducesSofa(*this)) return HexahedraWithMass::buildMassMatrix(matrix);
  if (!std::exchange(m_toldDiagonal, true))
    core::tellDefect(*this, "the assembled mass matrix leaves out what couples the points of an element",
                     "Use a solver without a matrix, or HexahedronFEMForceFieldAndMass");
  for (std::size_t e = 0; e < topology()->hexahedra().size(); ++e) {
    const fem::Mat24 m = massMatrix(e);
    for (int n = 0; n < 8; ++n) {
      const int at = 3 * static_cast<int>(topology()->hexahedra()[e][n]);
      matrix->add(at, at, type::Mat3(m.block<3, 3>(3 * n, 3 * n)));
    }
  }
}

namespace {
const auto registered = core::Register("HexahedralFEMForceFieldAndMass", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear hexahedra of a mesh that may change, with mass")
                            .add<HexahedralFEMForceFieldAndMass>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
