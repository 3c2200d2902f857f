// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/KeptSystem.h"

namespace sofa::component::linearsystem {

/// Several linear systems built one after the other, of which one is solved, so that parts of a matrix
/// can be looked at.
class CompositeLinearSystem : public core::LinearSystem, public core::KeptSystem {
 public:
  core::Data<type::Vec<2, int>> d_matrixSize{this, "matrixSize", {}, "rows and columns of A", {.readOnly = true}};
  core::MultiLink<core::LinearSystem> l_linearSystems{this, "linearSystems", "the systems, in the order of building"};
  core::Link<core::LinearSystem> l_solverLinearSystem{
      this, "solverLinearSystem", "the one that is solved; default: the first of this component's matrix type"};

  void init() override;
  void bind(core::Node& node, const type::TagSet& tags) override;
  void build(const core::MechanicalParams& params) override;
  void multiply(core::VecDerivId q, core::VecDerivId p) override;
  const linearalgebra::BlockMatrix* matrix() const override;
  std::size_t version() const override;
  bool announcesMatrix() const override { return false; }
  bool isOutdated() override;
  std::span<core::BaseState* const> states() const override;
  void archiveMatrix(core::Archive& archive) override;

 private:
  void connect();
  /// The one that is solved; null if there is none.
  core::LinearSystem* solved() const { return isValid() ? l_solverLinearSystem.get() : nullptr; }

  bool m_connected = false;
  bool m_initialised = false;
};

}  // namespace sofa::component::linearsystem
