// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/TriangleForceField.h"
#include "Sofa/Core/ObjectModel/Choice.h"

namespace sofa::component::solidmechanics {

/// Corotational linear triangles of some thickness, in plane stress or plane strain. Quads are cut into two triangles
/// each if the mesh has no triangles. Gradients are those of the current shape, or with `restGradients` of the shape at
/// rest.
class TriangleFEMForceField : public TriangleForceField {
 public:
  Data<VecCoord> d_initialPoints{this,
                                 "initialPoints",
                                 {},
                                 "rest positions; empty: those of the state",
                                 {.follows = core::perPoint(core::NewValue::mean)}};
  Data<core::Choice> d_method{this, "method", core::Choice({"large", "small"}),
                              "large: elements turn with their edge 01 and normal; small: none turns, and only the "
                              "plane of x and y counts, with edges 01 that lie along x"};
  Data<bool> d_restGradients{
      this, "restGradients", false,
      "take gradients of the shape at rest, for large stretches; else those of the current shape"};
  Data<double> d_thickness{this, "thickness", 1.0, "thickness (m)"};
  Data<bool> d_planeStrain{this, "planeStrain", false,
                           "whether the thickness is kept by stresses across it (plane strain) or free (plane stress)"};

  void init() override;

 protected:
  const std::vector<type::Triangle>& triangles() override;
  const VecCoord& restShape() const override;
  fem::TriangleRule rule() const override;
  std::vector<fem::TriangleMaterial> materials(std::size_t count) const override;
  void initElements() override;

 private:
  std::vector<type::Triangle> m_cutQuads;
};

}  // namespace sofa::component::solidmechanics
