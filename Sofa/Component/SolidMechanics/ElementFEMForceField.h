#pragma once
#include <type_traits>

#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
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
  Data<type::OptionGroup> d_computeForceStrategy{this,
                                                 "computeForceStrategy",
                                                 {{"parallel", "sequenced"}},
                                                 "how forces are computed; both give the same numbers",
                                                 {.group = "Multithreading"}};
  Data<type::OptionGroup> d_computeForceDerivStrategy{this,
                                                      "computeForceDerivStrategy",
                                                      {{"parallel", "sequenced"}},
                                                      "how products are computed; both give the same numbers",
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
  bool isOutdated() override;

 private:
  const std::vector<Element>& elements() const;
  void collectStiffnesses();

  OutputOnRead<ElementFEMForceField> m_stiffnessOutput{
      *this, &ElementFEMForceField::collectStiffnesses, {&d_elementStiffness}};
};

}  // namespace sofa::component::solidmechanics
