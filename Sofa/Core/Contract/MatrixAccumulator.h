// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MechanicalParams.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/LinearAlgebra/Contribution.h"

/// What components fill when a linear system is assembled (docs/assembly.md): the matrix of each pair of states in the
/// scalar numbering of those states, without factors and offsets. Entries accumulate and cannot be read back.
///
///     auto dfdx = matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate());
///     dfdx(3 * node1, 3 * node2) += -k;
namespace sofa::core {

/// Writes into one block (state, state) of a system; a small value to copy.
class MatrixView {
 public:
  /// The block whose first entry is at (row, column); += and -= take a real or a matrix.
  class Entry {
   public:
    Entry(linearalgebra::Contribution* target, int row, int column) : m_target(target), m_row(row), m_column(column) {}
    void operator+=(double value) const {
      if (m_target) m_target->add(m_row, m_column, value);
    }
    void operator-=(double value) const { *this += -value; }
    template <class Block, int R, int C, class T>
    void operator+=(const type::Dense<Block, R, C, T>& block) const {
      if (!m_target) return;
      if constexpr (std::is_same_v<Block, type::Mat<R, C>>)
        m_target->add(m_row, m_column, block.self());
      else
        m_target->add(m_row, m_column, block.template cast<double>());
    }
    template <class Block, int R, int C, class T>
    void operator-=(const type::Dense<Block, R, C, T>& block) const {
      *this += -block;
    }

   private:
    linearalgebra::Contribution* m_target;
    int m_row, m_column;
  };

  MatrixView() = default;
  MatrixView(linearalgebra::Contribution* target, const BaseState* rowState, const BaseState* columnState)
      : m_target(target), m_rowState(rowState), m_columnState(columnState) {}

  Entry operator()(int row, int column) const { return {m_target, row, column}; }
  template <class Value>
  void add(int row, int column, const Value& value) const {
    (*this)(row, column) += value;
  }
  /// The fast way for meshes: compute(e, k) sets the (N D) x (N D) matrix of an element whose nodes elements[e] holds;
  /// in parallel. D reals per node.
  template <int N, int D, class Elements, class Compute>
  void addElements(const Elements& elements, const Compute& compute) const {
    if (m_target) m_target->addElements<N, D>(elements, compute);
  }
  /// Faster still: symmetric 3x3 blocks of a pack of elements at a time, see Contribution::addElementPacks.
  static constexpr bool leavesOutDiagonal = true;
  template <int N, class Elements, class Blocks, class Compute>
  void addElementPacks(const Elements& elements, const Blocks& blocks, const Compute& compute) const {
    if (m_target) m_target->addElementPacks<N>(elements, blocks, compute);
  }

  /// False if one of the states is not one of the component's: what is added is then lost.
  bool isValid() const { return m_target != nullptr; }
  /// Says so in the name of the component.
  void checkValidity(const Component* component) const;

 private:
  linearalgebra::Contribution* m_target = nullptr;
  const BaseState* m_rowState = nullptr;
  const BaseState* m_columnState = nullptr;
};

/// The blocks one component may write to.
class BlockTable {
 public:
  struct Slot {
    const BaseState* row;
    const BaseState* column;
    linearalgebra::Contribution* target;
  };

  void clear() { m_slots.clear(); }
  void add(const BaseState* row, const BaseState* column, linearalgebra::Contribution* target) {
    m_slots.push_back({row, column, target});
  }
  MatrixView view(const BaseState* row, const BaseState* column) const {
    for (const Slot& slot : m_slots)
      if (slot.row == row && slot.column == column) return {slot.target, row, column};
    return {nullptr, row, column};
  }
  std::span<const Slot> slots() const { return m_slots; }
  /// Multiplies what is added from now on.
  void setFactor(double factor) {
    for (Slot& slot : m_slots) slot.target->factor = factor;
  }
  void setParams(const MechanicalParams& params) { m_params = params; }
  const MechanicalParams* getMechanicalParams() const { return &m_params; }

 private:
  std::vector<Slot> m_slots;
  MechanicalParams m_params;
};

/// df/dx of one force field.
class StiffnessMatrix : public BlockTable {
 public:
  class ForceDerivative {
   public:
    ForceDerivative(const BlockTable& table, const BaseState* force) : m_table(table), m_force(force) {}
    MatrixView withRespectToPositionsIn(const BaseState* state) const { return m_table.view(m_force, state); }

   private:
    const BlockTable& m_table;
    const BaseState* m_force;
  };
  ForceDerivative getForceDerivativeIn(const BaseState* state) const { return {*this, state}; }
};

/// df/dv of one force field.
class DampingMatrix : public BlockTable {
 public:
  class ForceDerivative {
   public:
    ForceDerivative(const BlockTable& table, const BaseState* force) : m_table(table), m_force(force) {}
    MatrixView withRespectToVelocityIn(const BaseState* state) const { return m_table.view(m_force, state); }

   private:
    const BlockTable& m_table;
    const BaseState* m_force;
  };
  ForceDerivative getForceDerivativeIn(const BaseState* state) const { return {*this, state}; }
};

/// Mass matrix of one component.
class MassMatrixAccumulator : public BlockTable {
 public:
  template <class Value>
  void add(int row, int column, const Value& value) const {
    matrix().add(row, column, value);
  }
  MatrixView matrix() const {
    return slots().empty() ? MatrixView() : MatrixView(slots()[0].target, slots()[0].row, slots()[0].column);
  }
  using BlockTable::add;
};

/// (dJ^T/dx) f_out of one mapping, between its inputs.
class GeometricStiffnessMatrix : public BlockTable {
 public:
  class MappingDerivative {
   public:
    MappingDerivative(const BlockTable& table, const BaseState* input) : m_table(table), m_input(input) {}
    MatrixView withRespectToPositionsIn(const BaseState* state) const { return m_table.view(m_input, state); }

   private:
    const BlockTable& m_table;
    const BaseState* m_input;
  };
  MappingDerivative getMappingDerivativeIn(const BaseState* input) const { return {*this, input}; }
};

/// J = d(output velocity) / d(input velocity) of one mapping: rows of an output, columns of an input.
class JacobianMatrix : public BlockTable {
 public:
  MatrixView block(const BaseState* output, const BaseState* input) const { return view(output, input); }
};

/// Collects the rows and columns that projective constraints replace by those of the identity.
class ZeroDirichletCondition {
 public:
  /// Row `row` and column `column` (of the constrained state's scalars) become zero, the entry (row, column) one.
  void discardRowCol(int row, int column);

  /// State whose constraint speaks: its first unknown and their number.
  void setState(int offset, int size) {
    m_offset = offset;
    m_size = size;
  }
  void clear() { m_discarded.clear(); }
  /// Pairs (row, column) of the system, in the order given.
  std::span<const std::pair<int, int>> discarded() const { return m_discarded; }

 private:
  int m_offset = 0, m_size = 0;
  std::vector<std::pair<int, int>> m_discarded;
};

}  // namespace sofa::core
