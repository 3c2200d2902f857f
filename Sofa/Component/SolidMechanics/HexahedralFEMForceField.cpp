// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/HexahedralFEMForceField.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

template <class Contract>
void HexahedralFEM<Contract>::init() {
  if (!this->initElastic()) return;
  if (this->topology()->hexahedra().empty())
    this->warning("The topology {} has no hexahedra.", this->topology()->path());
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&this->d_youngModulus, &this->d_poissonRatio, &d_method})
    this->trackData(*data);
  this->setValid();
  initElements();
}

template <class Contract>
fem::HexaPoints HexahedralFEM<Contract>::restShape(std::size_t element) const {
  const auto& rest = this->mstate()->restPositions();
  fem::HexaPoints shape;
  for (int n = 0; n < 8; ++n) shape[n] = rest[this->topology()->hexahedra()[element][n]];
  return shape;
}

template <class Contract>
bool HexahedralFEM<Contract>::checkExtents() {
  for (std::size_t e = 0; e < this->topology()->hexahedra().size(); ++e) {
    const auto shape = restShape(e);
    const type::Vec3 diagonal = shape[6] - shape[0];
    if (diagonal.cwiseAbs().minCoeff() > 1e-15 * diagonal.norm()) continue;
    this->error(
        "Hexahedron {} of {}, points {}, has no extent along an axis at rest: the diagonal from its first to its "
        "seventh "
        "point is ({} {} {}). Its stiffness is that of a box along the axes: use HexahedronFEMForceField for others.",
        e, this->topology()->path(), type::toText(this->topology()->hexahedra()[e]), diagonal[0], diagonal[1],
        diagonal[2]);
    this->setInvalid();
    return false;
  }
  return true;
}

template <class Contract>
void HexahedralFEM<Contract>::initElements() {
  if (!this->mstate() || !this->topology() || !this->isValid()) return;
  this->checkModuli();
  const auto& hexahedra = this->topology()->hexahedra();
  if (!this->checkIndices(hexahedra, "Hexahedron") || !checkExtents()) return;
  this->m_kernel.init(hexahedra, this->mstate()->restPositions(),
                      d_method.value().is("polar") ? fem::HexaFrame::polar : fem::HexaFrame::axes,
                      [this](std::size_t e) {
                        return fem::boxStiffness(restShape(e), fem::lame(this->youngModulus(e), this->poissonRatio(e)));
                      });
}

template <class Contract>
void HexahedralFEM<Contract>::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  auto* state = this->mstate();
  if (!this->isValid() || !state) return;
  const bool isSofas = core::reproducesSofa(*this);
  if (isSofas && !std::exchange(m_toldTurn, true))
    core::tellDefect(*this,
                     "the assembled matrix is turned by the inverse rotations of the elements: it is the tangent of "
                     "bodies that have not turned alone",
                     "Use a solver without a matrix, or HexahedronFEMForceField");
  this->m_kernel.addStiffness(matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state),
                              isSofas ? fem::HexaKernel::Turn::backwards : fem::HexaKernel::Turn::toWorld);
}

template <class Contract>
void HexahedralFEM<Contract>::draw(core::DrawList& list) const {
  if (!this->mstate() || !this->topology() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr double gap = 0.15;
  core::drawElements(list, this->topology()->hexahedra(), this->mstate()->positions(), gap);
}

template class HexahedralFEM<core::ForceField<type::Vec3Types>>;
template class HexahedralFEM<core::ForceFieldAndMass<type::Vec3Types>>;

namespace {
const auto registered = core::Register("HexahedralFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear hexahedra of a mesh that may change")
                            .add<HexahedralFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
