// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <vector>

#include "Sofa/Compatibility/BaseMatrix.h"
#include "Sofa/Compatibility/Types.h"

namespace sofa::linearalgebra {

/// Numbers one after the other.
template <class T>
class FullVector : public BaseVector {
 public:
  using Real = T;
  using value_type = T;
  using Index = BaseVector::Index;

  FullVector() = default;
  explicit FullVector(Index size) : m_values(static_cast<std::size_t>(size), T(0)) {}

  /// All entries are 0 then.
  void resize(Index size) override { m_values.assign(static_cast<std::size_t>(size), T(0)); }
  /// Keeps what is there.
  void fastResize(Index size) { m_values.resize(static_cast<std::size_t>(size)); }
  Index size() const override { return static_cast<Index>(m_values.size()); }
  bool empty() const { return m_values.empty(); }

  T& operator[](Index i) { return m_values[static_cast<std::size_t>(i)]; }
  const T& operator[](Index i) const { return m_values[static_cast<std::size_t>(i)]; }
  SReal element(Index i) const override { return static_cast<SReal>((*this)[i]); }
  void set(Index i, SReal value) override { (*this)[i] = static_cast<T>(value); }
  void add(Index i, SReal value) override { (*this)[i] += static_cast<T>(value); }
  void clear() override { std::fill(m_values.begin(), m_values.end(), T(0)); }
  void clear(Index i) override { (*this)[i] = T(0); }
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
  void operator/=(T divisor) {
    for (T& value : m_values) value /= divisor;
  }
  /// += factor other.
  void peq(const FullVector& other, T factor = T(1)) {
    for (std::size_t i = 0; i < m_values.size(); ++i) m_values[i] += factor * other.m_values[i];
  }
  /// = a, = factor a, = a + factor b.
  void eq(const FullVector& a, T factor = T(1)) {
    m_values = a.m_values;
    *this *= factor;
  }
  void eq(const FullVector& a, const FullVector& b, T factor = T(1)) {
    m_values.resize(a.m_values.size());
    for (std::size_t i = 0; i < m_values.size(); ++i) m_values[i] = a.m_values[i] + factor * b.m_values[i];
  }
  T dot(const FullVector& other) const {
    T sum(0);
    for (std::size_t i = 0; i < m_values.size(); ++i) sum += m_values[i] * other.m_values[i];
    return sum;
  }
  double norm() const { return std::sqrt(static_cast<double>(dot(*this))); }

  friend std::ostream& operator<<(std::ostream& out, const FullVector& v) {
    out << '[';
    for (const T& value : v) out << ' ' << value;
    return out << " ]";
  }

 private:
  std::vector<T> m_values;
};

}  // namespace sofa::linearalgebra
