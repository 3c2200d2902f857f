// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/HyperelasticityFEMForceField.h"

#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

namespace {

template <class Element>
core::Choice offered(std::size_t count) {
  const auto* names = fem::HyperelasticSolid<Element>::names;
  return core::Choice(std::vector<std::string>(names, names + count));
}

}  // namespace

template <class Element>
HyperelasticForceField<Element>::HyperelasticForceField(std::size_t count, CostaTangent costa)
    : d_materialName(this, "materialName", offered<Element>(count), "the material"), m_costa(costa) {}

template <class Element>
HyperelasticityFEMForceField<Element>::HyperelasticityFEMForceField()
    : HyperelasticForceField<Element>(std::size(fem::HyperelasticSolid<Element>::names),
                                      std::is_same_v<Element, type::Tetrahedron>
                                          ? HyperelasticForceField<Element>::CostaTangent::withoutFactor
                                          : HyperelasticForceField<Element>::CostaTangent::exact) {}

template <class Element>
void HyperelasticForceField<Element>::init() {
  if (!this->initMesh()) return;
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{&d_materialName, &d_parameterSet})
    this->trackData(*data);
  this->setValid();
  if (core::elementsOf<Element>(*this->topology()).empty()) {
    this->error("The topology {} has no elements of kind {}.", this->topology()->path(),
                fem::ReferenceElement<Element>::name);
    this->setInvalid();
  }
  initElements();
  if (this->isValid() && isCosta()) tellOfCosta();
}

template <class Element>
void HyperelasticForceField<Element>::tellOfCosta() const {
  if (!core::reproducesSofa(*this)) return;
  if (m_costa == CostaTangent::withoutFactor)
    core::tellDefect(*this, "a term of the tangent of Costa's material lacks the factor k0",
                     "Where Newton's method is to converge use SolidFEMForceField");
  else if (m_costa == CostaTangent::byEdges)
    core::tellDefect(*this, "the tangent of Costa's material is neither the derivative of its forces nor symmetric",
                     "Use SolidFEMForceField, or a solver of matrices that are not symmetric such as EigenSparseLU");
}

template <class Element>
bool HyperelasticForceField<Element>::checkParameters() {
  const std::string& material = d_materialName.value().selected();
  const std::size_t needed = fem::HyperelasticSolid<Element>::parameterCount(material);
  const std::size_t given = d_parameterSet.value().size();
  if (given > needed)
    this->warning("{} takes {} parameters; the others of ParameterSet are ignored.", material, needed);
  if (given >= needed) return true;
  this->error("{} takes {} parameters, but ParameterSet has {}: {}.", material, needed, given, d_parameterSet.help());
  this->setInvalid();
  return false;
}

template <class Element>
void HyperelasticForceField<Element>::initElements() {
  if (!this->mstate() || !this->topology() || !this->isValid()) return;
  const auto& elements = core::elementsOf<Element>(*this->topology());
  const auto* changed = this->changedElements();
  if (!checkParameters() || !this->checkIndices(elements, fem::ReferenceElement<Element>::name, changed)) return;
  const auto& rest = this->mstate()->restPositions();
  if (isCosta() && m_costa == CostaTangent::withoutFactor && core::reproducesSofa(*this))
    this->m_kernel.initCostaWithoutFactor(d_parameterSet.value(), elements, rest, changed);
  else
    this->m_kernel.init(d_materialName.value().selected(), d_parameterSet.value(), elements, rest, changed);
}

template <class Element>
void HyperelasticForceField<Element>::draw(core::DrawList& list) const {
  if (!this->mstate() || !this->topology() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr double gap = 1.0 / 3;
  core::drawElements(list, core::elementsOf<Element>(*this->topology()), this->mstate()->positions(), gap);
}

template class HyperelasticForceField<type::Tetrahedron>;
template class HyperelasticForceField<type::Hexahedron>;

namespace {
const auto registeredTetrahedra =
    core::Register("TetrahedronHyperelasticityFEMForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                   "tetrahedra of hyperelastic materials")
        .add<HyperelasticityFEMForceField<type::Tetrahedron>>(true);
const auto registeredHexahedra =
    core::Register("HexahedronHyperelasticityFEMForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                   "hexahedra of hyperelastic materials, eight points each")
        .add<HyperelasticityFEMForceField<type::Hexahedron>>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
