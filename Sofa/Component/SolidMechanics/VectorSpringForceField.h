// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/RelativeSpringForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::solidmechanics {

/// Stiffness (N/m), damping (N s/m) and offset at rest (m).
using VectorSpring = type::Vec<5>;

/// Springs with a rest vector r: F = stiffness (x2 - x1 - r) + damping (v2 - v1) on the first point, its opposite on
/// the second.
///
/// With useTopology they join the ends of the mesh's edges, each with its first point in object1 and its second in
/// object2, at rest as they stand at initialisation; without, points of equal number, at rest in the same place.
/// `springs` replaces stiffness, damping and r of the first ones.
class VectorSpringForceField : public RelativeSpringForceField<VectorSpringForceField, type::Vec3Types> {
 public:
  core::Data<std::vector<VectorSpring>> d_springs{
      this, "springs", {}, "springs in order: stiffness, damping and rest vector"};
  core::Data<double> d_stiffness{this, "stiffness", 1.0, "stiffness of the springs that are not listed (N/m)"};
  core::Data<double> d_viscosity{this, "viscosity", 1.0, "damping of the springs that are not listed (N s/m)"};
  core::Data<bool> d_useTopology{this, "useTopology", false, "if true, springs join the ends of edges"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh of the edges; default: the one visible from this node"};

  void init() override;
  void bwdInit() override;

  std::size_t springCount() const { return m_ends.size(); }
  std::array<type::Index, 2> ends(std::size_t i) const { return m_ends[i]; }
  Deriv force(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1, const Deriv& v2) const;
  Block stiffness(std::size_t i, const Coord&, const Coord&, const Deriv&, const Deriv&) const;
  double energy(std::size_t i, const Coord& x1, const Coord& x2) const;
  bool isConservative() const override;
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override;

 private:
  std::vector<type::Edge> m_ends;
  std::vector<VectorSpring> m_springs;
};

}  // namespace sofa::component::solidmechanics
