// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/Core/Contract/ForceFieldAndMass.h"
#include "Sofa/Core/Contract/LightProduct.h"
#include "Sofa/Core/Contract/NodeRotations.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/FiniteElement/HexaKernel.h"

namespace sofa::component::solidmechanics {

/// Corotational linear hexahedra. Contract: see MeshForceField.
template <class Contract>
class HexahedronFEM : public KernelForceField<fem::HexaKernel, LinearElasticForceField<type::Vec3Types, Contract>>,
                      public core::NodeRotations,
                      public core::LightProduct {
 public:
  template <class T>
  using Data = core::Data<T>;
  using typename Contract::VecCoord;
  using Matrices = std::vector<fem::Mat24>;

  Data<core::Choice> d_method{this, "method", core::Choice({"large", "polar", "small"}),
                              "rotation of an element: small (none), large or polar"};
  Data<bool> d_updateStiffnessMatrix{this, "updateStiffnessMatrix", false,
                                     "stiffnesses are those of the current shape"};
  Data<std::string> d_gatherPt{this, "gatherPt", " ", "kept for scenes that set it; GPU versions used it"};
  Data<std::string> d_gatherBsize{this, "gatherBsize", " ", "kept for scenes that set it; GPU versions used it"};
  Data<bool> d_drawing{this, "drawing", true, "draw the elements", {.group = "Visualization"}};
  Data<double> d_drawPercentageOffset{
      this, "drawPercentageOffset", 0.15, "gap between drawn elements", {.group = "Visualization"}};
  Data<Matrices> d_stiffnessMatrices{this,
                                     "stiffnessMatrices",
                                     {},
                                     "stiffness of each element in its own frame, made when read",
                                     {.readOnly = true, .displayed = false}};
  Data<VecCoord> d_initialPoints{this, "initialPoints", {}, "rest positions, taken from the state at initialisation"};

  void init() override;

  bool isConservative() const override;
  void draw(core::DrawList& list) const override;
  void nodeRotations(std::vector<type::Mat3>& rotations) const override;
  /// Of boxes. Elements with mass have matrices of their own making.
  std::size_t lightProduct() const override;

 protected:
  void initElements() override;
  bool isOutdated() override;
  void tangentMoved() override;
  /// Sets initialPoints.
  virtual void takeRestShape();
  /// Sets up the kernel for the elements of the mesh.
  virtual void initKernel();
  fem::HexaFrame frame() const { return m_frame; }

 private:
  void collectStiffnesses();

  fem::HexaFrame m_frame = fem::HexaFrame::axes;
  std::size_t m_tangent = 1;  ///< changes with it
  /// For a large mesh by far the largest data, and rarely wanted.
  OutputOnRead<HexahedronFEM> m_matrixOutput{*this, &HexahedronFEM::collectStiffnesses, {&d_stiffnessMatrices}};
};

using HexahedronFEMForceField = HexahedronFEM<core::ForceField<type::Vec3Types>>;
extern template class HexahedronFEM<core::ForceField<type::Vec3Types>>;
extern template class HexahedronFEM<core::ForceFieldAndMass<type::Vec3Types>>;

}  // namespace sofa::component::solidmechanics
