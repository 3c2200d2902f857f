#pragma once
#include "Sofa/Component/LinearSystem/MatrixLinearSystem.h"

namespace sofa::component::linearsystem {

/// A matrix that is assembled at the first build and kept. It is assembled again only where the number
/// of unknowns changed.
class PrecomputedMatrixSystem : public MatrixLinearSystem {
 public:
  void build(const core::MechanicalParams& params) override;
  /// Changes at every build, since what a preconditioner makes of the matrix depends on the state too.
  std::size_t version() const override { return m_builds; }
  void archiveMatrix(core::Archive& archive) override;

 protected:
  bool keepsMatrix() const override { return true; }

 private:
  std::size_t m_builds = 0;
};

}  // namespace sofa::component::linearsystem
