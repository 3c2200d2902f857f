// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/FiniteElement/SolidKernel.h"

namespace sofa::component::solidmechanics {

/// Solids of any element, linear or quadratic, and any material, in space, plane strain or plane stress, with large
/// displacements; without locking where the material hardly changes its volume (docs/manual/mechanics.md, "Solids of
/// any element and material"). Forces are exact gradients of the energy, tangents exact.
template <class DataTypes, class Element>
class SolidFEMForceField final
    : public KernelForceField<fem::SolidKernel<Element, DataTypes::spatialDimensions>, MeshForceField<DataTypes>> {
 public:
  static constexpr int dimension = DataTypes::spatialDimensions;
  template <class T>
  using Data = core::Data<T>;
  using Directions = std::vector<typename DataTypes::Coord>;

  Data<core::Choice> d_materialName{this, "materialName", materials(), "the material"};
  Data<std::vector<double>> d_parameterSet{this, "ParameterSet", {}, parameterHelp()};
  Data<double> d_youngModulus{this, "youngModulus", 0.0, "Young's modulus (Pa), in place of mu and lambda"};
  Data<double> d_poissonRatio{this, "poissonRatio", 0.0, "Poisson's ratio, in place of mu and lambda"};
  Data<core::Choice> d_volume{this, "volumeAverage", core::Choice({"none", "constant", "linear"}),
                              "functions in each element that the change of volume is projected onto, against locking"};
  Data<core::Choice> d_plane{this, "plane", core::Choice({"strain", "stress"}),
                             "in the plane: plane strain or plane stress; no effect in space"};
  Data<double> d_thickness{this, "thickness", 1.0, "in the plane: thickness (m); no effect in space"};
  Data<Directions> d_fibers{
      this, "fibers", {}, "first axis of the material at rest: one, or one per element or point; default: x"};
  Data<Directions> d_sheets{this,
                            "sheets",
                            {},
                            "second axis, made normal to the first: one, or one per element or point; default: any. No "
                            "effect in the plane"};
  Data<std::vector<double>> d_times{this, "times", {}, "increasing key times of factors (s)"};
  Data<std::vector<double>> d_factors{
      this,
      "factors",
      {},
      "factor of Guccione's tension at each of times, linear between; it counts at the end of a step"};
  Data<std::vector<type::Vec6>> d_stress{this,
                                         "stress",
                                         {},
                                         "Cauchy stress xx yy zz xy yz xz at the points (Pa), made when read",
                                         {.readOnly = true, .displayed = false}};

  static std::string staticTemplateName() {
    return std::string(DataTypes::name()) + "," + fem::ReferenceElement<Element>::name;
  }

  void init() override;
  void beginStep(const core::MechanicalParams& params) override;
  void handleEvent(core::Event& event) override;
  void draw(core::DrawList& list) const override;

 protected:
  void initElements() override;
  void tangentMoved() override { m_stressOutput.setDirty(); }
  void dataChanged() override;

 private:
  using Kernel = fem::SolidKernel<Element, dimension>;
  static core::Choice materials();
  static const char* parameterHelp();
  std::shared_ptr<const fem::PointMaterial> material() const;
  std::shared_ptr<const fem::PointMaterial> refuse(const std::string& why) const;
  bool checkOptions(const fem::PointMaterial& material);
  bool checkDirections(const Data<Directions>& data, std::size_t elements);
  typename Kernel::Axes axes() const;
  typename DataTypes::Coord direction(const Directions& list, std::size_t element,
                                      const typename Kernel::Shape& shape) const;
  void computeStress();
  void renewMaterial();

  double m_factor = 1;
  OutputOnRead<SolidFEMForceField> m_stressOutput{*this, &SolidFEMForceField::computeStress, {&d_stress}};
};

}  // namespace sofa::component::solidmechanics
