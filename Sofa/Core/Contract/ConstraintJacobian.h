#pragma once
#include <span>
#include <unordered_map>
#include <vector>

#include "Sofa/Core/Contract/State.h"

namespace sofa::core {

/// Rows of scalar constraints over the scalars of states: d(constraint) / d(velocity), sparse (sheet 08 §2).
class ConstraintJacobian {
 public:
  struct Entry {
    int row, column;
    double value;
  };

  void clear();
  /// Number of the first of `count` new rows.
  int addRows(int count);
  int rowCount() const { return m_rowCount; }

  void add(const BaseState* state, int row, int column, double value) {
    m_entries[state].push_back({row, column, value});
  }
  /// direction at a point: the reals of a Deriv.
  template <class Deriv>
  void addPoint(const BaseState* state, int row, std::size_t point, const Deriv& direction) {
    const int width = static_cast<int>(direction.size());
    for (int k = 0; k < width; ++k)
      if (direction[k] != 0) add(state, row, static_cast<int>(point) * width + k, direction[k]);
  }

  /// Of one state, by rows once sorted.
  std::span<const Entry> entries(const BaseState* state) const;
  std::vector<Entry>& editEntries(const BaseState* state) { return m_entries[state]; }
  /// Orders entries by row and column and sums those of one place.
  void sort(const BaseState* state);

  /// out += J^T lambda, out the scalars of the state.
  void addTransposedProduct(const BaseState* state, std::span<const double> lambda, std::span<double> out) const;

 private:
  int m_rowCount = 0;
  std::unordered_map<const BaseState*, std::vector<Entry>> m_entries;
};

}  // namespace sofa::core
