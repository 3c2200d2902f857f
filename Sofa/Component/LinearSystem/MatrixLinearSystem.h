// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Component/LinearSystem/ComponentProduct.h"
#include "Sofa/Component/LinearSystem/SymmetricProduct.h"
#include "Sofa/Core/Contract/KeptSystem.h"
#include "Sofa/Simulation/Mechanics/MatrixAssembly.h"

namespace sofa::component::linearsystem {

/// A = m M + b B + k K as a sparse matrix (docs/manual/solvers.md, "Assembled systems").
///
/// Whatever matrix type a scene names, storage is a sparse matrix of dense blocks as large as the points allow: 3x3 for
/// Vec3 and for Rigid3 beside Vec3, 6x6 for Rigid3 alone. The mathematical matrix is the same for all of them; a solver
/// that uses less of it (a diagonal, a band) reads less of it.
class MatrixLinearSystem : public core::LinearSystem, public core::KeptSystem {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<type::Vec<2, int>> d_matrixSize{this, "matrixSize", {}, "rows and columns of A", {.readOnly = true}};
  Data<bool> d_enableAssembly{this, "enableAssembly", true, "if false, A stays what it was", {.displayed = false}};
  Data<bool> d_assembleStiffness{this, "assembleStiffness", true, "if true, A contains k K of force fields"};
  Data<bool> d_assembleMass{this, "assembleMass", true, "if true, A contains m M of masses"};
  Data<bool> d_assembleDamping{this, "assembleDamping", true, "if true, A contains b B of force fields"};
  Data<bool> d_assembleGeometricStiffness{this, "assembleGeometricStiffness", true,
                                          "if true, A contains the geometric stiffness of mappings"};
  Data<bool> d_applyProjectiveConstraints{this, "applyProjectiveConstraints", true,
                                          "if true, constrained rows and columns become those of the identity"};
  Data<bool> d_applyMappedComponents{this, "applyMappedComponents", true,
                                     "if true, A contains what acts on mapped states"};
  Data<bool> d_checkIndices{this, "checkIndices", false,
                            "if true, entries outside of a component's block are reported at every build"};
  Data<bool> d_parallelAssemblyIndependentMatrices{
      this, "parallelAssemblyIndependentMatrices", false,
      "kept for scenes that set it: assembly runs in parallel in any case, with the threads of the program"};

  void init() override;
  void bind(core::Node& node, const type::TagSet& tags) override;
  void build(const core::MechanicalParams& params) override;
  void multiply(core::VecDerivId q, core::VecDerivId p) override;
  /// Whether products are now those of the components, which cost less than those with the matrix.
  bool multipliesByComponents() const { return m_components.isReady(); }
  const linearalgebra::BlockMatrix* matrix() const override { return m_restored ? &*m_restored : &m_assembly.matrix(); }
  std::size_t version() const override { return m_version; }
  bool isOutdated() override { return m_assembly.isOutdated(); }
  std::span<core::BaseState* const> states() const override { return m_assembly.states(); }
  void reset() override {
    m_product.reset();
    m_assembly.reset();
  }
  void archiveMatrix(core::Archive& archive) override;
  void archive(core::Archive& archive) override;

 protected:
  /// Whether the next build leaves the matrix as it is.
  virtual bool keepsMatrix() const { return !d_enableAssembly.value(); }

 private:
  bool isWhole() const;

  simulation::MatrixAssembly m_assembly;
  std::optional<linearalgebra::BlockMatrix> m_restored;  ///< from a checkpoint, until the next build
  bool m_bound = false;
  std::size_t m_version = 0;
  SymmetricProduct m_product;
  ComponentProduct m_components;
  std::vector<double> m_in, m_out;
};

}  // namespace sofa::component::linearsystem
