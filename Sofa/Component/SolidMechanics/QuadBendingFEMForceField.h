// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/FiniteElement/QuadPlateKernel.h"

namespace sofa::component::solidmechanics {

/// Plates along the world's x and y axes, of small displacements (fem::QuadPlateKernel; docs/manual/mechanics.md).
/// Their sizes count as constant in the tangent.
class QuadBendingFEMForceField : public KernelForceField<fem::QuadPlateKernel, MeshForceField<type::Vec3Types>> {
 public:
  template <class T>
  using Data = core::Data<T>;
  using Reals = std::vector<double>;

  Data<core::Choice> d_method{this, "method", core::Choice({"small"}),
                              "small: elements do not turn; there is no other method"};
  Data<Reals> d_poissonRatio{this,
                             "poissonRatio",
                             {0.45},
                             "Poisson's ratio between -1 and 1, one or one per element",
                             {.follows = core::perElementOrOne<type::Quad>()}};
  Data<Reals> d_youngModulus{this,
                             "youngModulus",
                             {1000.0},
                             "Young's modulus (Pa), one or one per element",
                             {.follows = core::perElementOrOne<type::Quad>()}};
  Data<double> d_thickness{this, "thickness", 1.0, "thickness (m)"};

  void init() override;
  void accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) override;

  bool isConservative() const override { return false; }
  void draw(core::DrawList& list) const override;

 protected:
  void initElements() override;

 private:
  bool checkMaterial();
};

}  // namespace sofa::component::solidmechanics
