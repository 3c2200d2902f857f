#include "Sofa/Component/SolidMechanics/HexahedronFEMForceField.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void HexahedronFEMForceField::collectStiffnesses() {
  Matrices matrices;
  for (std::size_t e = 0; e < m_kernel.elementCount(); ++e) matrices.push_back(m_kernel.localStiffness(e));
  d_stiffnessMatrices.set(std::move(matrices));
}

void HexahedronFEMForceField::init() {
  if (!initElastic()) return;
  if (topology()->hexahedra().empty()) {
    error("The topology {} has no hexahedra.", topology()->path());
    setInvalid();
    return;
  }
  d_initialPoints.set(mstate()->restPositions());
  setValid();
  initElements();
}

void HexahedronFEMForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  const core::Choice& method = d_method.value();
  m_frame = method.is("small")   ? fem::HexaFrame::none
            : method.is("polar") ? fem::HexaFrame::polar
                                 : fem::HexaFrame::axes;
  checkModuli();
  const auto& hexahedra = topology()->hexahedra();
  if (!checkIndices(hexahedra, "Hexahedron")) return;
  std::vector<fem::HexaKernel::Material> materials;
  for (std::size_t e = 0; e < hexahedra.size(); ++e)
    materials.push_back({topology()->hexahedronStiffness(e) * youngModulus(e), poissonRatio(e)});
  m_kernel.init(
      hexahedra, d_initialPoints.value(), materials, m_frame,
      [](const fem::HexaPoints& shape, double poisson) { return fem::hexaStiffness(shape, fem::lame(1, poisson)); },
      d_updateStiffnessMatrix.value());
  m_matrixOutput.setDirty();
}

bool HexahedronFEMForceField::isOutdated() {
  if (!meshChanged()) return false;
  d_initialPoints.set(mstate()->restPositions());
  return true;
}

void HexahedronFEMForceField::tangentMoved() {
  if (d_updateStiffnessMatrix.value()) m_matrixOutput.setDirty();
}

bool HexahedronFEMForceField::isConservative() const {
  return m_frame == fem::HexaFrame::none && !d_updateStiffnessMatrix.value();
}

void HexahedronFEMForceField::nodeRotations(std::vector<type::Mat3>& rotations) const {
  rotations.resize(mstate() ? mstate()->size() : 0);
  m_kernel.nodeRotations(rotations);
}

void HexahedronFEMForceField::draw(core::DrawList& list) const {
  if (!mstate() || !topology() || !d_drawing.value() || !list.shows(type::DisplayFlags::ForceFields)) return;
  core::drawElements(list, topology()->hexahedra(), mstate()->positions(), d_drawPercentageOffset.value());
}

namespace {
const auto registered = core::Register("HexahedronFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear hexahedra")
                            .add<HexahedronFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
