#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "Sofa/Compatibility/Types.h"

namespace sofa::linearalgebra {

/// Numbers one after the other.
template <class T>
class FullVector {
 public:
  using Real = T;
  using Index = sofa::Index;

  FullVector() = default;
  explicit FullVector(std::size_t size) : m_values(size, T(0)) {}

  /// All entries are 0 then.
  void resize(std::size_t size) { m_values.assign(size, T(0)); }
  /// Keeps what is there.
  void fastResize(std::size_t size) { m_values.resize(size); }
  Index size() const { return static_cast<Index>(m_values.size()); }
  bool empty() const { return m_values.empty(); }

  T& operator[](Index i) { return m_values[i]; }
  const T& operator[](Index i) const { return m_values[i]; }
  SReal element(Index i) const { return static_cast<SReal>(m_values[i]); }
  void set(Index i, SReal value) { m_values[i] = static_cast<T>(value); }
  void add(Index i, SReal value) { m_values[i] += static_cast<T>(value); }
  void clear() { std::fill(m_values.begin(), m_values.end(), T(0)); }
  void clear(Index i) { m_values[i] = T(0); }
  void swap(FullVector& other) { m_values.swap(other.m_values); }

  T* ptr() { return m_values.data(); }
  const T* ptr() const { return m_values.data(); }
  auto begin() { return m_values.begin(); }
  auto begin() const { return m_values.begin(); }
  auto end() { return m_values.end(); }
  auto end() const { return m_values.end(); }

  void operator+=(const FullVector& other) { peq(other, T(1)); }
  void operator-=(const FullVector& other) { peq(other, T(-1)); }
  void operator*=(T factor) {
    for (T& value : m_values) value *= factor;
  }
  /// += factor other.
  void peq(const FullVector& other, T factor) {
    for (std::size_t i = 0; i < m_values.size(); ++i) m_values[i] += factor * other.m_values[i];
  }
  T dot(const FullVector& other) const {
    T sum(0);
    for (std::size_t i = 0; i < m_values.size(); ++i) sum += m_values[i] * other.m_values[i];
    return sum;
  }
  double norm() const { return std::sqrt(static_cast<double>(dot(*this))); }

 private:
  std::vector<T> m_values;
};

}  // namespace sofa::linearalgebra
