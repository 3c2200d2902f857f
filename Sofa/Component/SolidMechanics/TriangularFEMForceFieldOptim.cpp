// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangularFEMForceFieldOptim.h"

#include "Sofa/Component/SolidMechanics/NodeMeans.h"
#include "Sofa/Component/SolidMechanics/TriangleStress.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void TriangularFEMForceFieldOptim::init() {
  if (!initElastic()) return;
  if (topology()->triangles().empty())
    warning("The topology {} has no triangles: this force field acts on those it gets later.{}", topology()->path(),
            topology()->quads().empty() ? "" : " Quads are not cut: Quad2TriangleTopologicalMapping does that.");
  if (!(d_restScale.value() > 0)) {
    error("restScale must be above 0: {}.", d_restScale.value());
    return setInvalid();
  }
  trackData(d_restScale);
  if (d_computePrincipalStress.value()) d_listening.set(true);
  start();
}

void TriangularFEMForceFieldOptim::initElements() {
  TriangleForceField::initElements();
  if (!isValid()) return;
  if (d_restScale.value() != 1) m_kernel.scaleRest(d_restScale.value());
  m_stressOutput.addInput(&d_computePrincipalStress);
  m_stressOutput.setDirty();
}

void TriangularFEMForceFieldOptim::handleEvent(core::Event& event) {
  if (core::eventAs<core::AnimateEndEvent>(event)) m_stressOutput.setDirty();
}

void TriangularFEMForceFieldOptim::computeLargestStress() {
  if (!mstate() || !isValid() || !d_computePrincipalStress.value() || !fits(m_kernel, mstate()->positions().size()))
    return;
  double largest = 0;
  for (const PrincipalStress& stress : principalStresses(m_kernel, mstate()->positions()))
    largest = std::max(largest, stress.first);
  d_stressMaxValue.set(largest);
}

void TriangularFEMForceFieldOptim::draw(core::DrawList& list) const {
  TriangleForceField::draw(list);
  if (!mstate() || !isValid() || !d_showStressVector.value() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = mstate()->positions();
  if (fits(m_kernel, x.size()))
    drawStressDirections(list, m_kernel, x, principalStresses(m_kernel, x), d_showStressThreshold.value(),
                         {1, 0, 1, 1});
}

namespace {
const auto registered = core::Register("TriangularFEMForceFieldOptim", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear triangles of a mesh that may change, strains of the shape "
                                       "at rest")
                            .add<TriangularFEMForceFieldOptim>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
