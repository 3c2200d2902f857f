// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangularFEMForceField.h"

#include "Sofa/Component/SolidMechanics/NodeMeans.h"
#include "Sofa/Component/SolidMechanics/TriangleStress.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

using type::Vec3;

void TriangularFEMForceField::init() {
  if (!initElastic()) return;
  if (topology()->triangles().empty())
    warning("The topology {} has no triangles: this force field acts on those it gets later.", topology()->path());
  trackData(d_restGradients);
  start();
  if (isValid() && isLeftOutOfMatrices())
    core::tellDefect(*this,
                     "assembled systems see no stiffness with method=\"small\": an implicit step with a direct solver "
                     "treats the force as a given one",
                     "Take CGLinearSolver without a matrix, or restGradients=\"1\"");
}

fem::TriangleRule TriangularFEMForceField::rule() const {
  using Gradients = fem::TriangleRule::Gradients;
  return {!d_method.value().is("small"), d_restGradients.value() ? Gradients::rest : Gradients::current};
}

void TriangularFEMForceField::initElements() {
  TriangleForceField::initElements();
  if (isValid()) useGivenShapes();
}

void TriangularFEMForceField::useGivenShapes() {
  const auto& shapes = d_rotatedInitialElements.value();
  const std::size_t count = m_kernel.elementCount();
  if (shapes.empty() && d_initialTransformation.value().empty()) return;
  if (shapes.size() != count || d_initialTransformation.value().size() != count)
    return warning(
        "rotatedInitialElements has {} entries and initialTransformation {}, but there are {} triangles: both need one "
        "per triangle. The rest positions are used.",
        shapes.size(), d_initialTransformation.value().size(), count);
  for (std::size_t e = 0; e < count; ++e) {
    const Vec3 first = shapes[e][1] - shapes[e][0], second = shapes[e][2] - shapes[e][0];
    const double scale = first.norm() * second.norm();
    if (std::fabs(first[0] * second[1] - first[1] * second[0]) > fem::nullLimit * scale)
      m_kernel.setRestEdges(e, first.head<2>(), second.head<2>());
  }
}

bool TriangularFEMForceField::isLeftOutOfMatrices() const {
  return d_method.value().is("small") && !d_restGradients.value();
}

void TriangularFEMForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (!isLeftOutOfMatrices()) TriangleForceField::buildStiffnessMatrix(matrix);
}

void TriangularFEMForceField::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = mstate()->positions();
  if (!d_computePrincipalStress.value()) return TriangleForceField::draw(list);
  if (!fits(m_kernel, x.size())) return;
  const auto stresses = principalStresses(m_kernel, x);
  if (d_showStressValue.value())
    drawStresses(list, m_kernel, x, stresses);
  else
    TriangleForceField::draw(list);
  if (d_showStressVector.value()) drawStressDirections(list, m_kernel, x, stresses, 0, {1, 0, 1, 1});
  if (!d_showFracturableTriangles.value()) return;
  for (std::size_t e = 0; e < m_kernel.elementCount(); ++e) {
    const double excess = hosfordStress(stresses[e], d_hosfordExponant.value()) / d_criteriaValue.value();
    if (!(excess > 1)) continue;
    // From dark to light up to twice the criterion.
    const type::Color color{static_cast<float>(0.4 * std::min(2.0, excess)), 0, 0, 0.5f};
    core::drawElement(list, m_kernel.element(e), e, x, 0, {&color, 1});
  }
}

namespace {
const auto registered = core::Register("TriangularFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear triangles of a mesh that may change")
                            .add<TriangularFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
