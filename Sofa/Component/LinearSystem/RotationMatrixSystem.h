// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/KeptSystem.h"
#include "Sofa/Core/Contract/NodeRotations.h"

namespace sofa::component::linearsystem {

/// How far the body turned around each point, as a matrix of 3x3 blocks on the diagonal (docs/manual/solvers.md,
/// "Warped preconditioners").
///
/// Every `assemblingRate`-th build builds the main system and sets the rotations to the identity; the others take those
/// a force field gives, which are relative to rest. Points that it does not know, of other states, do not turn.
class RotationMatrixSystem : public core::LinearSystem, public core::KeptSystem {
 public:
  core::Data<type::Vec<2, int>> d_matrixSize{this, "matrixSize", {}, "rows and columns", {.readOnly = true}};
  core::Data<unsigned> d_assemblingRate{this, "assemblingRate", 1u, "the main system is built once in so many times"};
  core::Link<core::LinearSystem> l_mainSystem{
      this, "mainSystem", "assembled system whose solver is turned; default: the first of the node"};
  core::Link<core::NodeRotations> l_rotationFinder{
      this, "rotationFinder", "force field that knows node rotations (FEM); default: the first in this node or above"};

  void init() override;
  void bwdInit() override;
  void reset() override { m_builds = 0; }
  void bind(core::Node&, const type::TagSet&) override {}
  void build(const core::MechanicalParams& params) override;
  void multiply(core::VecDerivId q, core::VecDerivId p) override;
  const linearalgebra::BlockMatrix* matrix() const override { return &m_matrix; }
  std::size_t version() const override { return m_version; }
  bool isOutdated() override { return isValid() && l_mainSystem && core::isOutdated(*l_mainSystem); }
  std::span<core::BaseState* const> states() const override;
  void archiveMatrix(core::Archive& archive) override;
  void archive(core::Archive& archive) override;

 private:
  void resize();
  void setIdentity();
  void takeRotations();
  /// First block row of the state that the rotations are about, -1 if it is not among the unknowns.
  int firstBlock() const;

  const core::NodeRotations* m_rotations = nullptr;
  core::BaseState* m_state = nullptr;  ///< the one they are about
  linearalgebra::BlockMatrix m_matrix;
  std::vector<type::Mat3> m_turns;
  std::vector<double> m_work;
  std::size_t m_builds = 0, m_version = 0;
  bool m_toldWidth = false;
};

}  // namespace sofa::component::linearsystem
