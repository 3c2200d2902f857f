// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/ContactPairForce.h"
#include "Sofa/Core/Contract/CollisionResponse.h"

namespace sofa::component::collision {

/// Springs and dampers that keep points of two bodies as far apart, in direction too, as they were when their contact
/// was detected last: f1 = k (x2 - x1 - rest) + c (v2 - v1), f2 = -f1. Created by the response StickContactForceField.
class StickContactForceField final : public ContactPairForce {
 public:
  struct Spring {
    type::Index index1 = 0, index2 = 0;
    type::Vec3 rest = type::Vec3::Zero();  ///< x2 - x1 without force (m)
  };
  /// N/m and N s/m, of all springs.
  void setLaw(double stiffness, double damping);
  void clear() { m_springs.clear(); }
  void add(const Spring& spring) { m_springs.push_back(spring); }
  const std::vector<Spring>& springs() const { return m_springs; }
  /// Appends the springs with their forces at the present positions and velocities. Their normals are those from point
  /// to point at rest.
  void listActing(std::vector<core::ActingContact>& list) const;

  void addForce(const core::MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                 const VecDeriv& dx2, double kFactor, double bFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  void buildDampingMatrix(core::DampingMatrix* matrix) override;
  bool isConservative() const override { return m_damping == 0; }
  void archive(core::Archive& archive) override;
  void draw(core::DrawList& list) const override;

 protected:
  bool isEmpty() const override { return m_springs.empty(); }
  void keepBelow(std::size_t size1, std::size_t size2) override {
    std::erase_if(m_springs, [&](const Spring& c) { return c.index1 >= size1 || c.index2 >= size2; });
  }
  double energy(const VecCoord& x1, const VecCoord& x2) const override;

 private:
  /// On the first body.
  type::Vec3 pull(const Spring& spring, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                  const VecDeriv& v2) const;
  /// Adds factor to the blocks of springs on the diagonal, -factor beside it.
  template <class Block>
  void addBlocks(Block& block, int a, int b, double factor) const;

  std::vector<Spring> m_springs;
  double m_stiffness = 0, m_damping = 0;
};

}  // namespace sofa::component::collision
