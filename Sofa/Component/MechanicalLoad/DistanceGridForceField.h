// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/DistanceGridFields.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::mechanicalload {

/// Holds points at a surface known by the distances from it, and keeps triangles and tetrahedra from turning over
/// (docs/manual/mechanics.md, "Loads on surfaces").
///
/// With the distance d and its gradient g at a point, a = -stiffness d:
///
///   F = a g - damping |a| v,      dF = -stiffness g (g . dx)
///
/// which leaves the curvature of the surface and the damping out. SOFA v26.06 has g per cell, dF = a g (g . dx) in
/// products and the opposite in assembled systems, where elements are missing.
/// A triangle whose area A = 1/2 (B x C) . s, seen along the direction s of the gradient, is less than `minArea` gets
/// e = stiffnessArea (minArea - A): f1 = e C x s, f2 = e s x B, f0 = -f1 - f2. A tetrahedron of volume V less than
/// `minVolume` gets e = stiffnessVolume (minVolume - V) / 6: f1 = e B x C, f2 = e C x A, f3 = e A x B.
class DistanceGridForceField : public core::ForceField<type::Vec3Types> {
 public:
  core::DistanceGridFields m_source{this, "fileDistanceGrid"};
  core::Data<double> d_stiffnessIn{this, "stiffnessIn", 500.0, "of points inside (N/m)"};
  core::Data<double> d_stiffnessOut{this, "stiffnessOut", 0.0, "of points outside (N/m)"};
  core::Data<double> d_damping{this, "damping", 0.01, "damping per force of contact (s/m)"};
  core::Data<double> d_maxdist{this, "maxdist", 1.0, "distance from which the surface has no effect (m)"};
  core::Data<double> d_minArea{this, "minArea", 0.0, "area below which triangles are pushed open (m^2)"};
  core::Data<double> d_stiffnessArea{this, "stiffnessArea", 100.0, "by which they are (N/m^3); 0: not"};
  core::Data<double> d_minVolume{this, "minVolume", 0.0, "volume below which tetrahedra are pushed open (m^3)"};
  core::Data<double> d_stiffnessVolume{this, "stiffnessVolume", 0.0, "by which they are (N/m^5); 0: not"};
  core::Data<type::Color> d_color{this, "color", {0, 0.5f, 0.2f, 1}, "colour of the drawn points"};
  core::Data<bool> d_draw{this, "draw", false, "draw the points of the surface", {.group = "Visualization"}};
  core::Data<bool> d_drawPoints{
      this, "drawPoints", false, "draw the points that it acts on", {.group = "Visualization"}};
  core::Data<double> d_drawSize{this, "drawSize", 10.0, "size of these (pixels)", {.group = "Visualization"}};
  core::Data<type::Vec<2, int>> d_localRange{
      this, "localRange", {-1, -1}, "first and last point concerned; -1 -1: all"};

  void init() override;
  void addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv& v, core::Linearisation) override;
  void addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  bool isConservative() const override { return false; }
  void draw(core::DrawList& list) const override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;

 private:
  struct Contact {
    type::Index point;
    type::Vec3 gradient;
    double force;  ///< a
    double stiffness;
  };
  struct OpenTriangle {
    type::Triangle triangle;
    type::Vec3 direction, side1, side2;  ///< s, B, C
    double lack;                         ///< minArea - A
  };
  struct OpenTetrahedron {
    type::Tetrahedron tetrahedron;
    std::array<type::Vec3, 3> sides;  ///< A, B, C
    double lack;                      ///< minVolume - V
  };
  bool prepare();
  void choosePoints();
  template <class Visit>
  void forEachContact(const VecCoord& x, const Visit& visit) const;
  template <class Visit>
  void forEachTriangle(const VecCoord& x, const Visit& visit) const;
  template <class Visit>
  void forEachTetrahedron(const VecCoord& x, const Visit& visit) const;

  std::shared_ptr<const geometry::DistanceGrid> m_grid;
  core::Found<core::BaseMeshTopology> m_mesh;
  std::size_t m_revision = 0;
  std::vector<type::Index> m_points;
  template <class Add>
  void addElements(const Add& add) const;

  bool m_toldProducts = false, m_toldElements = false;
  bool m_turned = false;  ///< triangles run round the other way than the surface
  std::vector<Contact> m_contacts;
  std::vector<OpenTriangle> m_triangles;
  std::vector<OpenTetrahedron> m_tetrahedra;
};

}  // namespace sofa::component::mechanicalload
