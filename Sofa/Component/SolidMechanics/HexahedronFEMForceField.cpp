// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/HexahedronFEMForceField.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

template <class Contract>
void HexahedronFEM<Contract>::collectStiffnesses() {
  Matrices matrices;
  for (std::size_t e = 0; e < this->m_kernel.elementCount(); ++e) matrices.push_back(this->m_kernel.localStiffness(e));
  d_stiffnessMatrices.set(std::move(matrices));
}

template <class Contract>
void HexahedronFEM<Contract>::init() {
  if (!this->initElastic()) return;
  if (this->topology()->hexahedra().empty()) {
    this->error("The topology {} has no hexahedra.", this->topology()->path());
    this->setInvalid();
    return;
  }
  takeRestShape();
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &this->d_youngModulus, &this->d_poissonRatio, &d_method, &d_updateStiffnessMatrix, &d_initialPoints})
    this->trackData(*data);
  this->setValid();
  initElements();
}

template <class Contract>
void HexahedronFEM<Contract>::initElements() {
  if (!this->mstate() || !this->topology() || !this->isValid()) return;
  const core::Choice& method = d_method.value();
  m_frame = method.is("small")   ? fem::HexaFrame::none
            : method.is("polar") ? fem::HexaFrame::polar
                                 : fem::HexaFrame::axes;
  this->checkModuli();
  if (!this->checkIndices(this->topology()->hexahedra(), "Hexahedron", this->changedElements())) return;
  initKernel();
  ++m_tangent;
  m_matrixOutput.setDirty();
}

template <class Contract>
void HexahedronFEM<Contract>::takeRestShape() {
  d_initialPoints.set(this->mstate()->restPositions());
}

template <class Contract>
void HexahedronFEM<Contract>::initKernel() {
  const auto& hexahedra = this->topology()->hexahedra();
  std::vector<fem::HexaKernel::Material> materials;
  for (std::size_t e = 0; e < hexahedra.size(); ++e)
    materials.push_back({this->topology()->hexahedronStiffness(e) * this->youngModulus(e), this->poissonRatio(e)});
  this->m_kernel.init(
      hexahedra, d_initialPoints.value(), materials, m_frame,
      [](const fem::HexaPoints& shape, double poisson) { return fem::hexaStiffness(shape, fem::lame(1, poisson)); },
      d_updateStiffnessMatrix.value(), this->changedElements());
}

template <class Contract>
bool HexahedronFEM<Contract>::isOutdated() {
  const bool edited = this->isEdited();
  if (!this->meshChanged()) return edited;
  takeRestShape();
  this->trackData(d_initialPoints);
  return true;
}

template <class Contract>
void HexahedronFEM<Contract>::tangentMoved() {
  ++m_tangent;
  if (d_updateStiffnessMatrix.value()) m_matrixOutput.setDirty();
}

template <class Contract>
bool HexahedronFEM<Contract>::isConservative() const {
  return Contract::isConservative() && m_frame == fem::HexaFrame::none && !d_updateStiffnessMatrix.value();
}

template <class Contract>
void HexahedronFEM<Contract>::nodeRotations(std::vector<type::Mat3>& rotations) const {
  rotations.resize(this->mstate() ? this->mstate()->size() : 0);
  this->m_kernel.nodeRotations(rotations);
}

template <class Contract>
std::size_t HexahedronFEM<Contract>::lightProduct() const {
  if constexpr (std::derived_from<Contract, core::BaseMass>) return 0;
  return this->isValid() && this->m_kernel.isMirrored() ? m_tangent : 0;
}

template <class Contract>
void HexahedronFEM<Contract>::draw(core::DrawList& list) const {
  if (!this->mstate() || !this->topology() || !d_drawing.value() || !list.shows(type::DisplayFlags::ForceFields))
    return;
  core::drawElements(list, this->topology()->hexahedra(), this->mstate()->positions(), d_drawPercentageOffset.value());
}

template class HexahedronFEM<core::ForceField<type::Vec3Types>>;
template class HexahedronFEM<core::ForceFieldAndMass<type::Vec3Types>>;

namespace {
const auto registered = core::Register("HexahedronFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear hexahedra")
                            .add<HexahedronFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
