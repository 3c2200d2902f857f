// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <random>

#include "Sofa/Core/Contract/Mapping.h"

/// Checks of mappings with GoogleTest: J is the derivative of apply, J^T the transpose of J, and the geometric
/// stiffness the derivative of J^T f. Derivatives are central differences along random directions, the same in every
/// run.
namespace sofa::test {

/// For one mapping of an initialised scene, at its state at construction. Leaves the mapping there.
template <class In, class Out>
class MappingCheck {
 public:
  explicit MappingCheck(core::Mapping<In, Out>& mapping)
      : m_mapping(mapping),
        m_x(mapping.l_input->positions()),
        m_d(randomDerivs<In>(m_x.size(), 1)),
        m_out(mapping.l_output->positions()) {
    EXPECT_GT(m_out.size(), 0u) << "the mapping maps nothing";
    EXPECT_EQ(m_out.size(), mapping.l_output->size()) << "the output has another size than its positions";
  }

  /// applyJ against apply.
  void derivative(double tolerance = 1e-7) {
    auto after = m_out, before = m_out;
    m_mapping.apply(after, moved(epsilon));
    m_mapping.apply(before, moved(-epsilon));
    const auto v = velocities();
    for (std::size_t i = 0; i < m_out.size(); ++i) {
      const typename Out::Deriv expected = Out::difference(after[i], before[i]) / (2 * epsilon);
      EXPECT_LT((v[i] - expected).norm(), tolerance) << "point " << i;
    }
  }

  /// applyJT against applyJ: f . J d = J^T f . d.
  void transpose(double tolerance = 1e-12) {
    const auto f = randomDerivs<Out>(m_out.size(), 2);
    const double work = product(f, velocities());
    EXPECT_GT(std::abs(work), 1e-3) << "the mapping does not depend on its input";
    EXPECT_NEAR(product(pulled(f), m_d), work, tolerance * (1 + std::abs(work)));
  }

  /// applyDJT against applyJT, for mappings that are not linear.
  void geometricStiffness(double tolerance = 1e-6) {
    const auto f = randomDerivs<Out>(m_out.size(), 3);
    auto out = m_out;
    m_mapping.apply(out, moved(epsilon));
    const auto after = pulled(f);
    m_mapping.apply(out, moved(-epsilon));
    const auto before = pulled(f);
    m_mapping.apply(out, m_x);

    constexpr double factor = -2.5;
    core::MechanicalParams params;
    params.kFactor = factor;
    for (const auto id : {params.dx, params.df}) m_mapping.l_input->allocate(id);
    m_mapping.l_output->allocate(params.f);
    m_mapping.l_output->writeDerivs(params.f) = f;
    m_mapping.l_input->writeDerivs(params.dx) = m_d;
    m_mapping.l_input->writeDerivs(params.df).assign(m_x.size(), In::Deriv::Zero());
    m_mapping.applyDJT(params, params.df, params.f);
    const auto& df = m_mapping.l_input->derivs(params.df);
    for (std::size_t i = 0; i < m_x.size(); ++i) {
      const typename In::Deriv expected = factor * (after[i] - before[i]) / (2 * epsilon);
      EXPECT_LT((df[i] - expected).norm(), tolerance) << "point " << i;
      EXPECT_GT(expected.norm(), 1e-3) << "point " << i << " has no geometric stiffness";
    }
  }

 private:
  static constexpr double epsilon = 1e-6;

  template <class DataTypes>
  static typename DataTypes::VecDeriv randomDerivs(std::size_t count, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    typename DataTypes::VecDeriv derivs(count);
    for (auto& d : derivs)
      for (int c = 0; c < DataTypes::derivSize; ++c) d[c] = uniform(generator);
    return derivs;
  }
  template <class VecDeriv>
  static double product(const VecDeriv& a, const VecDeriv& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
    return sum;
  }
  typename In::VecCoord moved(double factor) const {
    auto result = m_x;
    for (std::size_t i = 0; i < m_x.size(); ++i) In::add(result[i], m_d[i] * factor);
    return result;
  }
  typename Out::VecDeriv velocities() {
    auto out = m_out;
    typename Out::VecDeriv v(m_out.size(), Out::Deriv::Zero());
    m_mapping.apply(out, m_x);
    m_mapping.applyJ(v, m_d);
    return v;
  }
  typename In::VecDeriv pulled(const typename Out::VecDeriv& f) {
    typename In::VecDeriv g(m_x.size(), In::Deriv::Zero());
    m_mapping.applyJT(g, f);
    return g;
  }

  core::Mapping<In, Out>& m_mapping;
  typename In::VecCoord m_x;
  typename In::VecDeriv m_d;
  typename Out::VecCoord m_out;
};

}  // namespace sofa::test
