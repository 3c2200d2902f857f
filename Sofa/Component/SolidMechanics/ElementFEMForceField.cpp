#include "Sofa/Component/SolidMechanics/ElementFEMForceField.h"

#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MeshDrawing.h"

namespace sofa::component::solidmechanics {

template <class DataTypes, class Element>
const std::vector<Element>& ElementFEMForceField<DataTypes, Element>::elements() const {
  return core::elementsOf<Element>(*this->topology());
}

template <class DataTypes, class Element>
void ElementFEMForceField<DataTypes, Element>::init() {
  if (!this->initElastic()) return;
  if (elements().empty())
    this->warning("The topology {} has no elements of kind {}.", this->topology()->path(),
                  fem::ReferenceElement<Element>::name);
  this->trackData(this->d_youngModulus);
  this->trackData(this->d_poissonRatio);
  this->setValid();
  initElements();
}

template <class DataTypes, class Element>
void ElementFEMForceField<DataTypes, Element>::initElements() {
  if (!this->mstate() || !this->topology() || !this->isValid()) return;
  this->checkModuli();
  const auto& list = elements();
  if (!this->checkIndices(list, fem::ReferenceElement<Element>::name)) return;
  const auto& rest = this->mstate()->restPositions();
  if constexpr (isHexa) {
    std::vector<fem::HexaKernel::Material> materials;
    for (std::size_t e = 0; e < list.size(); ++e) materials.push_back({this->youngModulus(e), this->poissonRatio(e)});
    this->m_kernel.init(list, rest, materials, rotation(), [](const fem::HexaPoints& shape, double poisson) {
      return fem::elementStiffness<type::Hexahedron, 3>(shape, fem::lame(1, poisson));
    });
  } else {
    this->m_kernel.init(list, rest, this->lameCoefficients(list.size(), dimension), rotation());
  }
  m_stiffnessOutput.setDirty();
}

template <class DataTypes, class Element>
void ElementFEMForceField<DataTypes, Element>::collectStiffnesses() {
  Matrices result;
  if (!this->mstate() || !this->isValid()) return;
  const auto& rest = this->mstate()->restPositions();
  for (std::size_t e = 0; e < this->m_kernel.elementCount(); ++e) {
    fem::ElementPoints<Element, dimension> p;
    for (std::size_t n = 0; n < p.size(); ++n) p[n] = rest[this->m_kernel.element(e)[n]];
    result.push_back(fem::elementStiffness<Element, dimension>(
        p, fem::lame(this->youngModulus(e), this->poissonRatio(e), dimension)));
  }
  d_elementStiffness.set(std::move(result));
}

template <class DataTypes, class Element>
bool ElementFEMForceField<DataTypes, Element>::isOutdated() {
  if (!this->topologyChanged() && !this->tracker().anyChanged()) return false;
  this->updateTrackedData();
  return true;
}

template <class DataTypes, class Element>
bool ElementFEMForceField<DataTypes, Element>::isConservative() const {
  // A rotation that is not the best fit to the deformation has a derivative that the forces leave out.
  if constexpr (isTetra)
    return rotation() == fem::TetraFrame::none || rotation() == fem::TetraFrame::gradient;
  else if constexpr (isHexa)
    return rotation() == fem::HexaFrame::none;
  else
    return rotation() == fem::ElementRotation::identity;
}

template <class DataTypes, class Element>
void ElementFEMForceField<DataTypes, Element>::draw(core::DrawList& list) const {
  if (!this->mstate() || !this->topology() || !list.shows(type::DisplayFlags::ForceFields)) return;
  static thread_local core::DrawnPoints drawn;
  core::drawElements(list, elements(), drawn.of(this->mstate()), d_elementSpace.value());
}

template class ElementFEMForceField<type::Vec1Types, type::Edge>;
template class ElementFEMForceField<type::Vec2Types, type::Edge>;
template class ElementFEMForceField<type::Vec3Types, type::Edge>;
template class ElementFEMForceField<type::Vec2Types, type::Triangle>;
template class ElementFEMForceField<type::Vec3Types, type::Triangle>;
template class ElementFEMForceField<type::Vec2Types, type::Quad>;
template class ElementFEMForceField<type::Vec3Types, type::Quad>;
template class ElementFEMForceField<type::Vec3Types, type::Tetrahedron>;
template class ElementFEMForceField<type::Vec3Types, type::Hexahedron>;
template class ElementFEMForceField<type::Vec3Types, type::Prism>;
template class ElementFEMForceField<type::Vec3Types, type::Pyramid>;

}  // namespace sofa::component::solidmechanics
