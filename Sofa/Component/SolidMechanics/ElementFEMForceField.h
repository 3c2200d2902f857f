#pragma once
#include <type_traits>

#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/FiniteElement/HexaKernel.h"
#include "Sofa/FiniteElement/LinearElementKernel.h"
#include "Sofa/FiniteElement/TetraKernel.h"
#include "Sofa/Type/Values.h"

namespace sofa::component::solidmechanics {

/// Linear elastic elements of any kind, with what the linear and the corotational force field share.
template <class DataTypes, class Element>
class ElementFEMForceField : public LinearElasticForceField<DataTypes> {
 public:
  using Base = LinearElasticForceField<DataTypes>;
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
  void reinit() override { initElements(); }

  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  bool isConservative() const override;
  void draw(core::DrawList& list) const override;

  const auto& kernel() const { return m_kernel; }

 protected:
  using Kernel =
      std::conditional_t<isTetra, fem::TetraKernel,
                         std::conditional_t<isHexa, fem::HexaKernel, fem::LinearElementKernel<Element, dimension>>>;
  using Rotation =
      std::conditional_t<isTetra, fem::TetraFrame, std::conditional_t<isHexa, fem::HexaFrame, fem::ElementRotation>>;
  /// How the kernel is to rotate elements.
  virtual Rotation rotation() const = 0;

 private:
  void initElements();
  /// Follows a changed mesh and changed Data. False if nothing can be computed.
  bool prepare();
  const std::vector<Element>& elements() const;
  void collectStiffnesses();

  Kernel m_kernel;
  OutputOnRead<ElementFEMForceField> m_stiffnessOutput{
      *this, &ElementFEMForceField::collectStiffnesses, {&d_elementStiffness}};
};

}  // namespace sofa::component::solidmechanics
