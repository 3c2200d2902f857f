// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Helper/Parallel.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::mass {

/// Mass matrix of one point, ready for products: m I for points, diag(m I, m J) for bodies, where J is the inertia per
/// unit mass in world axes; it does not turn with the body.
template <class DataTypes>
class PointMass {
  using Deriv = typename DataTypes::Deriv;

 public:
  explicit PointMass(double mass) : m_mass(mass) {}

  double mass() const { return m_mass; }
  Deriv times(const Deriv& d) const { return d * m_mass; }
  Deriv solve(const Deriv& f) const { return f / m_mass; }
  type::Mat<DataTypes::derivSize> matrix() const { return m_mass * type::Mat<DataTypes::derivSize>::Identity(); }
  Deriv weight(const Deriv& gravity) const { return gravity * m_mass; }

 private:
  double m_mass;
};

template <>
class PointMass<type::Rigid3Types> {
 public:
  explicit PointMass(const type::RigidMass<3>& m)
      : m_mass(m.mass),
        m_inertia(m.mass * m.inertia),
        m_inverse(m_inertia.determinant() != 0 ? type::Mat3(m_inertia.inverse()) : type::Mat3()) {}

  double mass() const { return m_mass; }
  type::Vec6 times(const type::Vec6& d) const {
    type::Vec6 r;
    r << d.head<3>() * m_mass, m_inertia * d.tail<3>();
    return r;
  }
  type::Mat<6> matrix() const {
    type::Mat<6> m = type::Mat<6>::Zero();
    m.topLeftCorner<3, 3>().diagonal().setConstant(m_mass);
    m.bottomRightCorner<3, 3>() = m_inertia;
    return m;
  }
  type::Vec6 solve(const type::Vec6& f) const {
    type::Vec6 r;
    r << f.head<3>() / m_mass, m_inverse * f.tail<3>();
    return r;
  }
  type::Vec6 weight(const type::Vec6& gravity) const { return gravity * m_mass; }

 private:
  double m_mass;
  type::Mat3 m_inertia;
  type::Mat3 m_inverse;  // zero for a body without inertia
};

template <>
class PointMass<type::Rigid2Types> {
 public:
  explicit PointMass(const type::RigidMass<2>& m) : m_mass(m.mass), m_inertia(m.mass * m.inertia) {}

  double mass() const { return m_mass; }
  type::Vec3 times(const type::Vec3& d) const { return {d[0] * m_mass, d[1] * m_mass, d[2] * m_inertia}; }
  type::Mat3 matrix() const { return type::Vec3(m_mass, m_mass, m_inertia).asDiagonal(); }
  type::Vec3 solve(const type::Vec3& f) const {
    return {f[0] / m_mass, f[1] / m_mass, m_inertia != 0 ? f[2] / m_inertia : 0};
  }
  type::Vec3 weight(const type::Vec3& gravity) const { return gravity * m_mass; }

 private:
  double m_mass;
  double m_inertia;
};

/// The mass in a Data value: the value itself, or the mass of a body.
inline double massOf(double m) { return m; }
template <int N>
double massOf(const type::RigidMass<N>& m) {
  return m.mass;
}
inline void setMass(double& m, double mass) { m = mass; }
template <int N>
void setMass(type::RigidMass<N>& m, double mass) {
  m.mass = mass;
}

/// The scalars of a vector of points.
template <int N>
Eigen::Map<Eigen::VectorXd> flat(std::vector<type::Vec<N>>& v, std::size_t points) {
  return {reinterpret_cast<double*>(v.data()), static_cast<Eigen::Index>(points * N)};
}
template <int N>
Eigen::Map<const Eigen::VectorXd> flat(const std::vector<type::Vec<N>>& v, std::size_t points) {
  return {reinterpret_cast<const double*>(v.data()), static_cast<Eigen::Index>(points * N)};
}
/// Calls body(first, count) for the scalars of consecutive points, chunk by chunk; threads share many.
template <int N, class Body>
void forScalars(std::size_t points, const Body& body) {
  constexpr std::size_t chunk = 2048;
  helper::parallelChunks(points, chunk, [&](std::size_t begin, std::size_t end) {
    body(static_cast<Eigen::Index>(begin * N), static_cast<Eigen::Index>((end - begin) * N));
  });
}

}  // namespace sofa::component::mass
