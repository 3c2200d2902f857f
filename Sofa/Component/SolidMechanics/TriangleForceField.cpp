#include "Sofa/Component/SolidMechanics/TriangleForceField.h"

#include "Sofa/Component/SolidMechanics/NodeMeans.h"
#include "Sofa/Core/Contract/MeshDrawing.h"

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

void TriangleForceField::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = mstate()->positions();
  if (!fits(m_kernel, x.size())) return;
  for (std::size_t e = 0; e < m_kernel.elementCount(); ++e)
    core::drawElement(list, m_kernel.element(e), e, x, 0, core::meshColors<type::Triangle>());
}

}  // namespace sofa::component::solidmechanics
