// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/FastTetrahedralCorotationalForceField.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void FastTetrahedralCorotationalForceField::init() {
  if (!initElastic()) return;
  if (topology()->tetrahedra().empty()) warning("The topology {} has no tetrahedra.", topology()->path());
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&d_youngModulus, &d_poissonRatio, &d_method})
    trackData(*data);
  setValid();
  initElements();
}

void FastTetrahedralCorotationalForceField::readMethod() {
  using fem::TetraFrame;
  const core::Choice& method = d_method.value();
  if (method.is("qr") || method.is("large"))
    m_frame = TetraFrame::nodes;
  else if (method.is("polar"))
    m_frame = TetraFrame::gradient;
  else if (method.is("polar2"))
    m_frame = TetraFrame::edges;
  else
    m_frame = TetraFrame::none;
}

void FastTetrahedralCorotationalForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  readMethod();
  checkModuli();
  const auto& tetrahedra = topology()->tetrahedra();
  if (!checkIndices(tetrahedra, "Tetrahedron", changedElements())) return;
  m_kernel.init(tetrahedra, mstate()->restPositions(), lameCoefficients(tetrahedra.size()), m_frame, changedElements());
}

bool FastTetrahedralCorotationalForceField::isConservative() const {
  return m_frame == fem::TetraFrame::none || m_frame == fem::TetraFrame::gradient;
}

void FastTetrahedralCorotationalForceField::draw(core::DrawList& list) const {
  if (!mstate() || !topology() || !d_drawing.value() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr double gap = 0.125;
  core::drawElements(list, topology()->tetrahedra(), mstate()->positions(), gap);
}

namespace {
const auto registered =
    core::Register("FastTetrahedralCorotationalForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                   "corotational linear tetrahedra, rotations applied to the rest shape")
        .add<FastTetrahedralCorotationalForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
