// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/ArmJacobian.h"
#include "Sofa/Component/Mapping/SparseMapping.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::mapping {

/// Points that follow several bodies, each with a weight: p = sum of w_j (c_j + R_j l_j) (linear blend skinning;
/// Magnenat-Thalmann et al., Joint-dependent local deformations, 1988). Which bodies and weights, a component says in
/// its init().
template <class In, class Out>
class BlendedBodies : public SparseMapping<In, Out, ArmJacobian> {
 public:
  using typename SparseMapping<In, Out, ArmJacobian>::InVecCoord;
  using typename SparseMapping<In, Out, ArmJacobian>::OutVecCoord;

  using Base = SparseMapping<In, Out, ArmJacobian>;

  bool isLinear() const override { return true; }
  /// Bodies that go leave the points to the others; a point that lost all stays where it is.
  bool topologyChanged(const core::MeshChanges& changes) override {
    if (!this->l_input || !this->isValid() || simulation::meshOfState(*this->l_input) != changes.mesh) return true;
    for (auto& influences : m_influences) {
      for (auto& influence : influences) simulation::followPoints({&influence.body, 1}, *this->l_input, changes);
      std::erase_if(influences, [](const Influence& one) { return one.body == type::invalidIndex; });
      double sum = 0;
      for (const auto& influence : influences) sum += influence.weight;
      for (auto& influence : influences) influence.weight /= sum;
    }
    m_bodies = this->l_input->size();
    m_hasFollowed = true;
    return true;
  }
  void archive(core::Archive& archive) override {
    if (archive.sizesDiffer() && this->isValid()) {
      m_bodies = this->l_input->size();
      m_hasFollowed = true;
      for (auto& influences : m_influences) {
        archive.io(influences);
        for (const auto& influence : influences)
          if (influence.body >= m_bodies) archive.fail();
      }
    }
    Base::archive(archive);
  }
  void apply(OutVecCoord& out, const InVecCoord& in) override {
    if (!this->checkInput(in, m_bodies)) return;
    this->resizeOutput(out, m_influences.size());
    this->m_jacobian.clear();
    for (std::size_t i = 0; i < m_influences.size(); ++i) {
      if (m_influences[i].empty() && m_hasFollowed) continue;
      out[i].setZero();
      for (const auto& [body, weight, local] : m_influences[i]) {
        const type::Vec3 arm = in[body].orientation * local;
        out[i] += weight * (in[body].center + arm);
        this->m_jacobian.add(i, body, arm, weight);
      }
    }
  }

 protected:
  struct Influence {
    type::Index body;
    double weight;
    type::Vec3 local = type::Vec3::Zero();  ///< place of the point in the frame of the body
  };
  /// Where `points` are in the frames of the bodies that move them, which stand at `bodies`.
  void takePlaces(const OutVecCoord& points, const InVecCoord& bodies) {
    for (std::size_t i = 0; i < m_influences.size(); ++i)
      for (auto& [body, weight, local] : m_influences[i])
        local = type::toMatrix(bodies[body].orientation).transpose() * (points[i] - bodies[body].center);
  }

  std::vector<std::vector<Influence>> m_influences;  ///< of each point
  std::size_t m_bodies = 0;
  bool m_hasFollowed = false;  ///< a change of the bodies: a point without any may have had some
};

}  // namespace sofa::component::mapping
