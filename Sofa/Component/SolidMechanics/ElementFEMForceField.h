// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <type_traits>

#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/FiniteElement/ElementKernel.h"
#include "Sofa/FiniteElement/HexaKernel.h"
#include "Sofa/FiniteElement/TetraKernel.h"
#include "Sofa/Type/Values.h"

namespace sofa::component::solidmechanics {

/// The kernel of linear elastic elements of a kind: the fast forms of tetrahedra and hexahedra, and the general one.
template <class Element, int Dimension>
struct ElasticKernelOf {
  using type = fem::ElementKernel<Element, Dimension, fem::CorotationalStrain, fem::HookeLaw>;
};
template <>
struct ElasticKernelOf<type::Tetrahedron, 3> {
  using type = fem::TetraKernel;
};
template <>
struct ElasticKernelOf<type::Hexahedron, 3> {
  using type = fem::HexaKernel;
};
template <class DataTypes, class Element>
using ElasticForceField = KernelForceField<typename ElasticKernelOf<Element, DataTypes::spatialDimensions>::type,
                                           LinearElasticForceField<DataTypes>>;

/// Linear elastic elements of any kind, with what the linear and the corotational force field share.
template <class DataTypes, class Element>
class ElementFEMForceField : public ElasticForceField<DataTypes, Element> {
 public:
  using Base = ElasticForceField<DataTypes, Element>;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  template <class T>
  using Data = core::Data<T>;
  static constexpr int dimension = DataTypes::spatialDimensions;
  static constexpr bool isTetra = std::is_same_v<Element, type::Tetrahedron>;
  static constexpr bool isHexa = std::is_same_v<Element, type::Hexahedron>;
  using Matrix = fem::ElementMatrix<Element, dimension>;
  using Matrices = std::vector<Matrix>;

  Data<int> d_nbThreads{this, "nbThreads", 0, "kept for scenes that set it; the program's number of threads counts"};
  Data<std::string> d_taskSchedulerType{this, "taskSchedulerType", "_default", "kept for scenes that set it"};
  Data<Matrices> d_elementStiffness{this,
                                    "elementStiffness",
                                    {},
                                    "stiffness of each element at rest, made when read",
                                    {.readOnly = true, .displayed = false}};
  Data<type::OptionGroup> d_computeForceStrategy{
      this,
      "computeForceStrategy",
      {{"parallel", "sequenced"}},
      "kept for scenes that set it: forces are computed by all threads, with the same numbers",
      {.group = "Multithreading"}};
  Data<type::OptionGroup> d_computeForceDerivStrategy{
      this,
      "computeForceDerivStrategy",
      {{"parallel", "sequenced"}},
      "kept for scenes that set it: products are computed by all threads, with the same numbers",
      {.group = "Multithreading"}};
  Data<double> d_elementSpace{this, "elementSpace", 0.125, "gap between drawn elements", {.group = "Visualization"}};

  static std::string staticTemplateName() {
    return std::string(DataTypes::name()) + "," + fem::ReferenceElement<Element>::name;
  }

  void init() override;

  bool isConservative() const override;
  void draw(core::DrawList& list) const override;

 protected:
  using Rotation =
      std::conditional_t<isTetra, fem::TetraFrame, std::conditional_t<isHexa, fem::HexaFrame, fem::ElementRotation>>;
  /// How the kernel is to rotate elements.
  virtual Rotation rotation() const = 0;
  void initElements() override;

 private:
  const std::vector<Element>& elements() const;
  void collectStiffnesses();

  OutputOnRead<ElementFEMForceField> m_stiffnessOutput{
      *this, &ElementFEMForceField::collectStiffnesses, {&d_elementStiffness}};
};

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
  if (!this->checkIndices(list, fem::ReferenceElement<Element>::name, this->changedElements())) return;
  const auto& rest = this->mstate()->restPositions();
  if constexpr (isHexa) {
    std::vector<fem::HexaKernel::Material> materials;
    for (std::size_t e = 0; e < list.size(); ++e) materials.push_back({this->youngModulus(e), this->poissonRatio(e)});
    this->m_kernel.init(
        list, rest, materials, rotation(),
        [](const fem::HexaPoints& shape, double poisson) {
          return fem::elementStiffness<type::Hexahedron, 3>(shape, fem::lame(1, poisson));
        },
        false, this->changedElements());
  } else {
    this->m_kernel.init(list, rest, this->lameCoefficients(list.size(), dimension), rotation(),
                        this->changedElements());
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

}  // namespace sofa::component::solidmechanics
