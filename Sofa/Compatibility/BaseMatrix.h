// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <functional>
#include <set>
#include <string>

#include "Sofa/Compatibility/State.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"

/// The matrices that addKToMatrix, addBToMatrix, addMToMatrix and the older applyConstraint write to
/// (docs/from-sofa-plugins.md).
namespace sofa::compatibility {

/// What one component in the older form was told and is known not to write.
class OldForm {
 public:
  /// Says once that `written` is outdated and that `replacement` takes its place.
  void announce(const core::Component& component, std::string_view written, std::string_view replacement);
  /// Says once per operation that the matrix of the older form cannot do it.
  void refuse(const core::Component& component, const std::string& operation);

  /// Lets a component in the older form add to a matrix. False if it has no such method: the default of it, which is
  /// called then, clears the flag.
  template <class Component>
  bool buildStiffness(Component& component, const core::BlockTable& matrix);
  template <class Component>
  bool buildDamping(Component& component, const core::BlockTable& matrix);
  template <class Component>
  bool buildMass(Component& component, const core::BlockTable& matrix);
  template <class Component>
  bool applyConstraint(Component& component, core::ZeroDirichletCondition& condition);

  bool hasStiffness = true, hasDamping = true, hasMass = true, hasConstraint = true;

 private:
  /// With the parameters the older form is called with: k = m = 1, b = 0.
  static core::MechanicalParams params() { return {.mFactor = 1, .kFactor = 1}; }

  bool m_announced = false;
  std::set<std::string> m_refused;
};

}  // namespace sofa::compatibility

namespace sofa::linearalgebra {

/// A matrix of reals by its entries.
class BaseMatrix {
 public:
  using Index = int;

  virtual ~BaseMatrix() = default;
  virtual Index rowSize() const = 0;
  virtual Index colSize() const = 0;
  Index rows() const { return rowSize(); }
  Index cols() const { return colSize(); }
  virtual SReal element(Index row, Index column) const = 0;
  /// Entries are 0 then.
  virtual void resize(Index rows, Index columns) = 0;
  virtual void clear() = 0;
  virtual void set(Index row, Index column, double value) = 0;
  virtual void add(Index row, Index column, double value) = 0;
  /// Entry by entry; overridden where there is a quicker way.
  template <class Block, int R, int C, class T>
  void add(Index row, Index column, const type::Dense<Block, R, C, T>& block) {
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < C; ++j) add(row + i, column + j, block(i, j));
  }
  virtual void clear(Index row, Index column) { set(row, column, 0); }
  virtual void clearRow(Index row) {
    for (Index j = 0; j < colSize(); ++j) clear(row, j);
  }
  virtual void clearCol(Index column) {
    for (Index i = 0; i < rowSize(); ++i) clear(i, column);
  }
  virtual void clearRowCol(Index i) {
    clearRow(i);
    clearCol(i);
  }
  /// Must be called after the last entry and before the matrix is used.
  virtual void compress() {}
  /// Calls f(row, column, value) for all entries that may differ from 0.
  virtual void forEachEntry(const std::function<void(Index, Index, double)>& f) const {
    for (Index i = 0; i < rowSize(); ++i)
      for (Index j = 0; j < colSize(); ++j)
        if (const double value = element(i, j); value != 0) f(i, j, value);
  }
};

/// Reals by their numbers.
class BaseVector {
 public:
  using Index = int;
  virtual ~BaseVector() = default;
  virtual Index size() const = 0;
  virtual SReal element(Index i) const = 0;
  virtual void resize(Index size) = 0;
  virtual void clear() = 0;
  virtual void set(Index i, SReal value) = 0;
  virtual void add(Index i, SReal value) = 0;
  virtual void clear(Index i) { set(i, 0); }
};

}  // namespace sofa::linearalgebra

namespace sofa::core::behavior {

/// Gives the block of a state, or of a pair of states.
class MultiMatrixAccessor {
 public:
  struct MatrixRef {
    linearalgebra::BaseMatrix* matrix = nullptr;
    unsigned offset = 0;
    explicit operator bool() const { return matrix != nullptr; }
    linearalgebra::BaseMatrix* operator->() const { return matrix; }
  };
  struct InteractionMatrixRef {
    linearalgebra::BaseMatrix* matrix = nullptr;
    unsigned offRow = 0, offCol = 0;
    explicit operator bool() const { return matrix != nullptr; }
    linearalgebra::BaseMatrix* operator->() const { return matrix; }
  };

  void add(const BaseState* row, const BaseState* column, linearalgebra::BaseMatrix* matrix) {
    m_blocks.push_back({row, column, matrix});
  }
  MatrixRef getMatrix(const BaseState* state) const { return {find(state, state), 0}; }
  InteractionMatrixRef getMatrix(const BaseState* row, const BaseState* column) const {
    return {find(row, column), 0, 0};
  }

 private:
  linearalgebra::BaseMatrix* find(const BaseState* row, const BaseState* column) const {
    for (const auto& block : m_blocks)
      if (block.row == row && block.column == column) return block.matrix;
    return nullptr;
  }
  struct Block {
    const BaseState* row;
    const BaseState* column;
    linearalgebra::BaseMatrix* matrix;
  };
  std::vector<Block> m_blocks;
};

}  // namespace sofa::core::behavior

namespace sofa::compatibility {

/// A block of an assembled system as the older form sees it: takes += of reals and blocks, and clears rows; nothing can
/// be read back, and its size is not known.
class AccumulatedMatrix final : public linearalgebra::BaseMatrix {
 public:
  AccumulatedMatrix(core::MatrixView view, const core::Component& component, OldForm& form)
      : m_view(view), m_component(component), m_form(form) {}
  AccumulatedMatrix(core::ZeroDirichletCondition* condition, const core::Component& component, OldForm& form)
      : m_condition(condition), m_component(component), m_form(form) {}

  using BaseMatrix::add;
  using BaseMatrix::clear;
  void add(Index row, Index column, double value) override { m_view.add(row, column, value); }
  void clearRowCol(Index i) override {
    if (m_condition)
      m_condition->discardRowCol(i, i);
    else
      refuse("clearRowCol");
  }
  /// A condition sets the diagonal by itself.
  void set(Index, Index, double) override {
    if (!m_condition) refuse("set");
  }
  double element(Index, Index) const override { return refuse("element"), 0.0; }
  Index rowSize() const override { return refuse("rowSize"), 0; }
  Index colSize() const override { return refuse("colSize"), 0; }
  void resize(Index, Index) override { refuse("resize"); }
  void clear() override { refuse("clear"); }
  void clear(Index, Index) override { refuse("clear"); }
  void clearRow(Index) override { refuse("clearRow"); }
  void clearCol(Index) override { refuse("clearCol"); }

 private:
  void refuse(const char* operation) const { m_form.refuse(m_component, operation); }

  core::MatrixView m_view;
  core::ZeroDirichletCondition* m_condition = nullptr;
  const core::Component& m_component;
  OldForm& m_form;
};

/// The blocks of a table as the older form sees them.
struct OldMatrices {
  OldMatrices(const core::BlockTable& table, const core::Component& component, OldForm& form);

  std::vector<AccumulatedMatrix> matrices;
  core::behavior::MultiMatrixAccessor accessor;
};

template <class Component>
bool OldForm::buildStiffness(Component& component, const core::BlockTable& matrix) {
  if (!hasStiffness) return false;
  OldMatrices old(matrix, component, *this);
  const auto p = params();
  component.addKToMatrix(&p, &old.accessor);
  if (hasStiffness) announce(component, "addKToMatrix", "buildStiffnessMatrix(core::behavior::StiffnessMatrix*)");
  return hasStiffness;
}

template <class Component>
bool OldForm::buildDamping(Component& component, const core::BlockTable& matrix) {
  if (!hasDamping) return false;
  OldMatrices old(matrix, component, *this);
  const auto p = params();
  component.addBToMatrix(&p, &old.accessor);
  if (hasDamping) announce(component, "addBToMatrix", "buildDampingMatrix(core::behavior::DampingMatrix*)");
  return hasDamping;
}

template <class Component>
bool OldForm::buildMass(Component& component, const core::BlockTable& matrix) {
  if (!hasMass) return false;
  OldMatrices old(matrix, component, *this);
  const auto p = params();
  component.addMToMatrix(&p, &old.accessor);
  if (hasMass) announce(component, "addMToMatrix", "buildMassMatrix(core::behavior::MassMatrixAccumulator*)");
  return hasMass;
}

template <class Component>
bool OldForm::applyConstraint(Component& component, core::ZeroDirichletCondition& condition) {
  if (!hasConstraint) return false;
  AccumulatedMatrix matrix(&condition, component, *this);
  core::behavior::MultiMatrixAccessor accessor;
  for (const auto* state : component.states()) accessor.add(state, state, &matrix);
  const auto p = params();
  component.applyConstraint(&p, &accessor);
  if (hasConstraint)
    announce(component, "applyConstraint on a matrix", "applyConstraint(core::behavior::ZeroDirichletCondition*)");
  return hasConstraint;
}

}  // namespace sofa::compatibility
