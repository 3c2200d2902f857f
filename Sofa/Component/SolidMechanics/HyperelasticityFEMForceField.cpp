#include "Sofa/Component/SolidMechanics/HyperelasticityFEMForceField.h"

#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
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
HyperelasticForceField<Element>::HyperelasticForceField(std::size_t count)
    : d_materialName(this, "materialName", offered<Element>(count), "the material") {}

template <class Element>
HyperelasticityFEMForceField<Element>::HyperelasticityFEMForceField()
    : HyperelasticForceField<Element>(std::size(fem::HyperelasticSolid<Element>::names)) {}

// All but the last one, StableNeoHookean.
StandardTetrahedralFEMForceField::StandardTetrahedralFEMForceField()
    : HyperelasticForceField(std::size(fem::HyperelasticSolid<type::Tetrahedron>::names) - 1) {}

template <class Element>
void HyperelasticForceField<Element>::init() {
  if (!this->initMesh()) return;
  this->setValid();
  if (core::elementsOf<Element>(*this->topology()).empty()) {
    this->error("The topology {} has no elements of kind {}.", this->topology()->path(),
                fem::ReferenceElement<Element>::name);
    this->setInvalid();
  }
  initElements();
  if (this->isValid() && std::is_same_v<Element, type::Tetrahedron> && d_materialName.value().selected() == "Costa")
    this->warning(
        "The tangent of Costa's material is the derivative of its forces. SOFA v26.06 leaves k0 out of a part "
        "of it: implicit steps come out a little different.");
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
  if (!checkParameters() || !this->checkIndices(elements, fem::ReferenceElement<Element>::name)) return;
  this->m_kernel.init(d_materialName.value().selected(), d_parameterSet.value(), elements,
                      this->mstate()->restPositions());
}

template <class Element>
void HyperelasticForceField<Element>::draw(core::DrawList& list) const {
  if (!this->mstate() || !this->topology() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr double gap = 1.0 / 3;
  core::drawElements(list, core::elementsOf<Element>(*this->topology()), this->mstate()->positions(), gap);
}

namespace {
const auto registeredTetrahedra =
    core::Register("TetrahedronHyperelasticityFEMForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                   "tetrahedra of hyperelastic materials")
        .add<HyperelasticityFEMForceField<type::Tetrahedron>>(true);
const auto registeredHexahedra =
    core::Register("HexahedronHyperelasticityFEMForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                   "hexahedra of hyperelastic materials, eight points each")
        .add<HyperelasticityFEMForceField<type::Hexahedron>>(true);
const auto registeredStandard =
    core::Register("StandardTetrahedralFEMForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                   "tetrahedra of hyperelastic materials")
        .add<StandardTetrahedralFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
