// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

/// The matrix a component writes, dense, beside the products and derivatives it must equal.
namespace sofa::tests {

using States = std::vector<core::BaseState*>;
using DenseMatrix = Eigen::MatrixXd;
using DenseVector = Eigen::VectorXd;

inline States uniqueStates(const States& states) {
  States result;
  for (auto* state : states)
    if (state && std::find(result.begin(), result.end(), state) == result.end()) result.push_back(state);
  return result;
}

inline int scalars(const core::BaseState& state) { return static_cast<int>(state.size()) * state.derivSize(); }
inline int scalars(const States& states) {
  return std::accumulate(states.begin(), states.end(), 0, [](int n, const auto* s) { return n + scalars(*s); });
}

/// fill(table) adds to the blocks of rows x columns, as often as it takes.
template <class Table, class Fill>
DenseMatrix dense(const States& rows, const States& columns, const Fill& fill) {
  linearalgebra::AssembledMatrix matrix;
  matrix.reset(1, scalars(rows), scalars(columns));
  Table table;
  int row = 0;
  for (auto* r : rows) {
    int column = 0;
    for (auto* c : columns) {
      table.add(r, c, &matrix.add(row, column, scalars(*r), scalars(*c)));
      column += scalars(*c);
    }
    row += scalars(*r);
  }
  for (int pass = 0; pass < 3; ++pass) {
    matrix.begin();
    fill(&table);
    if (matrix.complete()) break;
  }
  for (const auto& slot : table.slots()) EXPECT_EQ(slot.target->outOfRange().count, 0u);
  return matrix.matrix().dense();
}

/// The vectors of several states one after the other.
inline DenseVector gather(const States& states, core::VecDerivId id) {
  DenseVector all(scalars(states));
  int offset = 0;
  for (const auto* state : states) {
    for (const double v : state->hostRead(id)) all[offset++] = v;
  }
  return all;
}
inline void scatter(const States& states, core::VecDerivId id, const DenseVector& all) {
  int offset = 0;
  for (auto* state : states) {
    state->allocate(id);
    for (double& v : state->hostWrite(id)) v = all[offset++];
  }
}
inline void clear(const States& states, core::VecDerivId id) {
  scatter(states, id, DenseVector::Zero(scalars(states)));
}

inline DenseVector randomVector(int size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  DenseVector v(size);
  for (int i = 0; i < size; ++i) v[i] = uniform(random);
  return v;
}

/// Coordinates of states, to go back to.
class SavedPositions {
 public:
  explicit SavedPositions(const States& states) : m_states(states) {
    for (const auto* state : states) {
      const auto x = state->hostRead(core::vec::position);
      m_positions.emplace_back(x.begin(), x.end());
    }
  }
  void restore() const {
    for (std::size_t i = 0; i < m_states.size(); ++i)
      std::ranges::copy(m_positions[i], m_states[i]->hostWrite(core::vec::position).begin());
  }
  /// position = saved position + factor d.
  void move(const DenseVector& d, double factor) const {
    restore();
    int offset = 0;
    for (auto* state : m_states) {
      state->hostIntegrate(core::vec::position, core::vec::position,
                           {d.data() + offset, static_cast<std::size_t>(scalars(*state))}, factor);
      offset += scalars(*state);
    }
  }

 private:
  States m_states;
  std::vector<std::vector<double>> m_positions;
};

inline void expectClose(const DenseMatrix& a, const DenseMatrix& b, double tolerance, const std::string& what) {
  ASSERT_EQ(a.rows(), b.rows()) << what;
  ASSERT_EQ(a.cols(), b.cols()) << what;
  const double scale = std::max({1e-300, a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff()});
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance * scale) << what << "\n" << a << "\n---\n" << b;
}

/// Every class and template of a kind that scenes can create, as "Class/Template". Components that other tests define
/// belong to no module, or to one whose name says so.
template <class Kind>
std::vector<std::string> registered() {
  std::vector<std::string> names;
  for (const auto& [className, entry] : core::ObjectFactory::instance().entries()) {
    if (entry.module.empty() || entry.module.find("tests") != std::string::npos) continue;
    for (const auto& [templateName, creator] : entry.creators)
      if (dynamic_cast<Kind*>(creator.create().get())) names.push_back(className + "/" + templateName);
  }
  return names;
}

}  // namespace sofa::tests
