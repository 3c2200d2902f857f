// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TetrahedralTensorMassForceField.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void TetrahedralTensorMassForceField::init() {
  if (!initMesh()) return;
  if (topology()->tetrahedra().empty()) warning("The topology {} has no tetrahedra.", topology()->path());
  trackData(d_youngModulus);
  trackData(d_poissonRatio);
  setValid();
  initElements();
}

void TetrahedralTensorMassForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  const double young = d_youngModulus.value(), poisson = d_poissonRatio.value();
  if (!(young > 0) || !(poisson > -1) || poisson == 0.5) {
    error("youngModulus {} must be positive, poissonRatio {} above -1 and not 0.5.", young, poisson);
    return setInvalid();
  }
  const auto& tetrahedra = topology()->tetrahedra();
  if (!checkIndices(tetrahedra, "Tetrahedron", changedElements())) return;
  const fem::Lame material = fem::lame(young, poisson);
  m_kernel.init(tetrahedra, mstate()->restPositions(), {&material, 1}, fem::TetraFrame::none, changedElements());
}

void TetrahedralTensorMassForceField::draw(core::DrawList& list) const {
  if (!mstate() || !topology() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr double gap = 0.125;
  core::drawElements(list, topology()->tetrahedra(), mstate()->positions(), gap);
}

namespace {
const auto registered = core::Register("TetrahedralTensorMassForceField", "Sofa.Component.SolidMechanics.TensorMass",
                                       "linear tetrahedra of small displacements")
                            .add<TetrahedralTensorMassForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
