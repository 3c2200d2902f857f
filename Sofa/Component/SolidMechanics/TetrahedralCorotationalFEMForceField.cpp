// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TetrahedralCorotationalFEMForceField.h"

#include "Sofa/Component/SolidMechanics/TetraDrawing.h"
#include "Sofa/Component/SolidMechanics/TetraStress.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void TetrahedralCorotationalFEMForceField::init() {
  if (!initElastic()) return;
  if (topology()->tetrahedra().empty()) warning("The topology {} has no tetrahedra.", topology()->path());
  if (d_computeVonMisesStress.value()) d_listening.set(true);
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_youngModulus, &d_poissonRatio, &d_method, &d_localStiffnessFactor, &d_updateStiffnessMatrix})
    trackData(*data);
  setValid();
  initElements();
}

void TetrahedralCorotationalFEMForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  const core::Choice& method = d_method.value();
  m_frame = method.is("small")   ? fem::TetraFrame::none
            : method.is("polar") ? fem::TetraFrame::edges
                                 : fem::TetraFrame::nodes;
  checkModuli();
  const auto& tetrahedra = topology()->tetrahedra();
  if (!checkIndices(tetrahedra, "Tetrahedron", changedElements())) return;
  fem::TetraSolid::Options options;
  options.frame = m_frame;
  if (d_updateStiffnessMatrix.value()) options.update = fem::TetraUpdate::current;
  m_kernel.init(tetrahedra, mstate()->restPositions(),
                lameCoefficients(tetrahedra.size(), 3, d_localStiffnessFactor.value()), options, changedElements());
  m_stressOutput.addInput(&d_computeVonMisesStress);
  m_stressOutput.setDirty();
}

void TetrahedralCorotationalFEMForceField::handleEvent(core::Event& event) {
  if (isValid() && d_computeVonMisesStress.value() && core::eventAs<core::AnimateEndEvent>(event))
    m_stressOutput.setDirty();
}

bool TetrahedralCorotationalFEMForceField::hasNoForce() const {
  if (!d_computeGlobalMatrix.value() || m_frame != fem::TetraFrame::edges) return false;
  error("computeGlobalMatrix adds no force with method polar; use small or large, or leave it out.");
  return true;
}

bool TetrahedralCorotationalFEMForceField::isConservative() const { return m_frame == fem::TetraFrame::none; }

void TetrahedralCorotationalFEMForceField::computeVonMises() {
  if (!mstate() || !d_computeVonMisesStress.value()) return;
  const auto& x = mstate()->positions();
  const auto& rest = mstate()->restPositions();
  if (!fits(m_kernel, std::min(x.size(), rest.size()))) return;
  const auto& factors = d_localStiffnessFactor.value();
  const std::size_t count = m_kernel.elementCount();
  Reals stresses(count);
  for (std::size_t e = 0; e < count; ++e) {
    const auto& n = m_kernel.element(e);
    // Existing scenes see the stress divided by 36 V, as the element matrices hold the law.
    const double scale = 6 * std::fabs(fem::sixfoldVolume({rest[n[0]], rest[n[1]], rest[n[2]], rest[n[3]]}));
    const double factor = factors.empty() ? 1 : factors[e * factors.size() / count];
    const fem::Lame material = fem::lame(factor * youngModulus(e) / scale, poissonRatio(e));
    stresses[e] = vonMises(stress(material, corotationalStrain(n, x, rest, m_kernel.rotation(e, x))), material.mu);
  }
  d_vonMisesPerNode.set(meanAroundNodes(m_kernel, stresses, x.size()));
  d_vonMisesPerElement.set(std::move(stresses));
}

void TetrahedralCorotationalFEMForceField::draw(core::DrawList& list) const {
  if (!mstate() || !d_drawing.value() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr double gap = 1.0 / 3;
  const auto& points = mstate()->positions();
  const type::Color colors[] = {d_drawColor1.value(), d_drawColor2.value(), d_drawColor3.value(), d_drawColor4.value()};
  drawTetrahedra(list, m_kernel, points, drawnGap(list, gap), colors);
  if (!d_computeVonMisesStress.value()) return;
  const auto& stresses = d_vonMisesPerNode.value();
  drawPointValues(list, points, stresses, colorsOver("Blue to Red", stresses));
}

namespace {
const auto registered =
    core::Register("TetrahedralCorotationalFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                   "corotational linear tetrahedra of a mesh that may change")
        .add<TetrahedralCorotationalFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
