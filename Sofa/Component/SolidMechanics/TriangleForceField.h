// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/FiniteElement/TriangleKernel.h"

namespace sofa::component::solidmechanics {

/// What force fields of constant strain triangles share (fem::TriangleElement; docs/manual/mechanics.md, "Linear
/// triangles").
class TriangleForceField : public KernelForceField<fem::TriangleKernel, LinearElasticForceField<type::Vec3Types>> {
 public:
  /// The frame is that of some of the nodes, and gradients change with the shape.
  bool isConservative() const override { return false; }
  void beginStep(const core::MechanicalParams& params) override;
  void draw(core::DrawList& list) const override;

 protected:
  TriangleForceField() { letModuliFollow<type::Triangle>(); }

  /// Where the elements come from; by default the triangles of the mesh.
  virtual const std::vector<type::Triangle>& triangles();
  /// Where the points are at rest; by default where the state has them.
  virtual const VecCoord& restShape() const { return mstate()->restPositions(); }
  virtual fem::TriangleRule rule() const = 0;
  /// Of `count` elements: one for all, or one each.
  virtual std::vector<fem::TriangleMaterial> materials(std::size_t count) const;

  /// Tracks the moduli, sets the component valid and sets up the kernel.
  void start();
  void initElements() override;
  /// Whether rest positions say how long edges are at rest.
  virtual bool restsInPlace() const { return true; }

 private:
  bool m_toldStretch = false;
};

}  // namespace sofa::component::solidmechanics
