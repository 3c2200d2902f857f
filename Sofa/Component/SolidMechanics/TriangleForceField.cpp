// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangleForceField.h"

#include "Sofa/Component/SolidMechanics/NodeMeans.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"

namespace sofa::component::solidmechanics {

void TriangleForceField::start() {
  trackData(d_youngModulus);
  trackData(d_poissonRatio);
  setValid();
  initElements();
}

const std::vector<type::Triangle>& TriangleForceField::triangles() { return topology()->triangles(); }

std::vector<fem::TriangleMaterial> TriangleForceField::materials(std::size_t count) const {
  std::vector<fem::TriangleMaterial> result;
  for (const fem::Lame& l : lameCoefficients(count, 2)) result.push_back({fem::planeLaw(l)});
  return result;
}

void TriangleForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  checkModuli();
  const auto& elements = triangles();
  const VecCoord& rest = restShape();
  const auto* changed = &elements == &topology()->triangles() ? changedElements() : nullptr;
  if (!checkIndices(elements, "Triangle", changed) || !checkAreas(elements, rest, changed)) return;
  m_kernel.init(elements, rest, materials(elements.size()), rule(), changed);
}

/// Forces by gradients of the current shape, E u / l^2 of a strip that u makes l long, fall from u = l / 2 on.
void TriangleForceField::beginStep(const core::MechanicalParams& params) {
  constexpr double stretch = 1.1;  // forces are by a sixth too small there
  if (m_toldStretch || !isValid() || !mstate() || !restsInPlace()) return;
  if (rule().gradients == fem::TriangleRule::Gradients::rest) return;
  const auto &x = mstate()->coords(params.x), &rest = restShape();
  const std::size_t points = std::min(x.size(), rest.size());
  for (std::size_t e = 0; e < m_kernel.elementCount(); ++e) {
    const auto& t = m_kernel.element(e);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto a = t[i], b = t[(i + 1) % 3];
      if (std::max(a, b) >= points) continue;
      if (!((x[b] - x[a]).squaredNorm() > stretch * stretch * (rest[b] - rest[a]).squaredNorm())) continue;
      m_toldStretch = true;
      return core::tellDefect(
          *this,
          fmt::format("forces of stretched triangles come of the gradients of the current shape, and triangle {} is "
                      "stretched by more than a tenth: they are too small then, and beyond twice the length at rest "
                      "they fall, so that a load draws the membrane out without end",
                      e),
          "Set restGradients=\"1\", which takes those at rest");
    }
  }
}

void TriangleForceField::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = mstate()->positions();
  if (!fits(m_kernel, x.size())) return;
  for (std::size_t e = 0; e < m_kernel.elementCount(); ++e)
    core::drawElement(list, m_kernel.element(e), e, x, 0, core::meshColors<type::Triangle>());
}

}  // namespace sofa::component::solidmechanics
