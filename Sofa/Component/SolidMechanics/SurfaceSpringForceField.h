// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/MeshForceField.h"
#include "Sofa/FiniteElement/SpringKernel.h"

namespace sofa::component::solidmechanics {

/// Springs of equal stiffness between points of one state that a mesh implies, at rest as long as in the rest shape
/// (the law is that of fem::SpringKernel). Which points they join is all that a component says.
class SurfaceSpringForceField : public MeshForceField<type::Vec3Types> {
 public:
  core::Data<double> d_stiffness{this, "stiffness", 1e5, "stiffness of each spring (N/m)"};
  core::Data<double> d_damping{this, "damping", 1.0, "damping along each spring (N s/m)"};

  void init() override;
  /// Springs go with their elements. A new element has springs along edges that are new or lost an element before, and
  /// none along those that were a border until now.
  bool topologyChanged(const core::MeshChanges& changes) override;
  /// Which edges have springs.
  void archive(core::Archive& archive) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  /// Damped springs are not.
  bool isConservative() const override { return d_damping.value() == 0; }
  void draw(core::DrawList& list) const override;

  const fem::SpringKernel<type::Vec3Types>& kernel() const { return m_kernel; }

 protected:
  /// The springs across an edge, first end before second.
  struct Joint {
    type::Index known = 0;  ///< 1: it had elements when its springs were made
    type::Index count = 0;  ///< of springs
    type::Index ends[2][2] = {};
  };

  /// The kind of elements that springs join: triangles or quads.
  virtual core::ElementKind elements() const = 0;
  /// Sets the springs across an edge of the mesh that has two elements around it.
  virtual void join(const core::BaseMeshTopology& mesh, std::size_t edge, const std::array<type::Index, 2>& around,
                    Joint& joint) const = 0;
  /// Says what the mesh lacks; empty: nothing.
  virtual const char* problemOf(const core::BaseMeshTopology& mesh) const = 0;
  void dataChanged() override;

 private:
  void makeSprings();
  /// Fills the kernel with the springs across all edges.
  void takeSprings();
  /// False if the change does not fit.
  bool follow(const core::MeshChange& change);
  bool joinsTriangles() const { return elements() == core::ElementKind::triangle; }
  /// The springs across an edge, by the elements around it: none unless there are exactly two.
  template <class Elements>
  Joint jointOf(std::size_t edge, const Elements& around) const;
  Joint jointOf(type::Index edge) const;
  void releaseRemoved(const core::MeshChange& change);
  void joinAdded(const core::ElementChange& change);
  /// Follows a changed mesh. False if there is nothing to compute.
  bool prepare();

  fem::SpringKernel<type::Vec3Types> m_kernel;
  std::vector<Joint> m_joints;  ///< of each edge of the mesh
  bool m_bordersTold = false;
};

}  // namespace sofa::component::solidmechanics
