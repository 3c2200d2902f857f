// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Type/Vec.h"

/// Reference elements of the linear family: shape functions, their derivatives, and the quadrature used for stiffness
/// and mass (docs/manual/mechanics.md). Square roots are truncated to the digits existing results were computed with.
namespace sofa::fem {

template <int Dimension>
struct QuadraturePoint {
  type::Vec<Dimension> at;
  double weight;
};

/// shape(p): values of the shape functions at p; gradient(p): one row per node, one column per local coordinate.
template <class Element>
struct ReferenceElement;

template <>
struct ReferenceElement<type::Edge> {
  static constexpr int nodeCount = 2, dimension = 1;
  static constexpr const char* name = "Edge";
  static type::Vec<2> shape(const type::Vec1& p) { return {(1 - p[0]) / 2, (1 + p[0]) / 2}; }
  static type::Mat<2, 1> gradient(const type::Vec1&) { return {-0.5, 0.5}; }
  static std::array<QuadraturePoint<1>, 1> quadrature() { return {{{type::Vec1(0.0), 2}}}; }
};

template <>
struct ReferenceElement<type::Triangle> {
  static constexpr int nodeCount = 3, dimension = 2;
  static constexpr const char* name = "Triangle";
  static type::Vec3 shape(const type::Vec2& p) { return {1 - p[0] - p[1], p[0], p[1]}; }
  static type::Mat<3, 2> gradient(const type::Vec2&) {
    type::Mat<3, 2> g;
    g << -1, -1, 1, 0, 0, 1;
    return g;
  }
  static std::array<QuadraturePoint<2>, 1> quadrature() { return {{{type::Vec2(1.0 / 3, 1.0 / 3), 0.5}}}; }
};

template <>
struct ReferenceElement<type::Quad> {
  static constexpr int nodeCount = 4, dimension = 2;
  static constexpr const char* name = "Quad";
  static constexpr int sign[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  static type::Vec4 shape(const type::Vec2& p) {
    type::Vec4 v;
    for (int n = 0; n < 4; ++n) v[n] = (1 + sign[n][0] * p[0]) * (1 + sign[n][1] * p[1]) / 4;
    return v;
  }
  static type::Mat<4, 2> gradient(const type::Vec2& p) {
    type::Mat<4, 2> g;
    for (int n = 0; n < 4; ++n) {
      g(n, 0) = sign[n][0] * (1 + sign[n][1] * p[1]) / 4;
      g(n, 1) = sign[n][1] * (1 + sign[n][0] * p[0]) / 4;
    }
    return g;
  }
  /// Three points, exact for degree two.
  static std::array<QuadraturePoint<2>, 3> quadrature() {
    const double a = 0.816496580928, b = 1 / 2.44948974278, c = 1 / 1.41421356237;
    return {{{{a, 0}, 4.0 / 3}, {{-b, -c}, 4.0 / 3}, {{-b, c}, 4.0 / 3}}};
  }
};

template <>
struct ReferenceElement<type::Tetrahedron> {
  static constexpr int nodeCount = 4, dimension = 3;
  static constexpr const char* name = "Tetrahedron";
  static type::Vec4 shape(const type::Vec3& p) { return {1 - p[0] - p[1] - p[2], p[0], p[1], p[2]}; }
  static type::Mat<4, 3> gradient(const type::Vec3&) {
    type::Mat<4, 3> g;
    g << -1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1;
    return g;
  }
  static std::array<QuadraturePoint<3>, 1> quadrature() { return {{{type::Vec3(0.25, 0.25, 0.25), 1.0 / 6}}}; }
};

template <>
struct ReferenceElement<type::Hexahedron> {
  static constexpr int nodeCount = 8, dimension = 3;
  static constexpr const char* name = "Hexahedron";
  static constexpr int sign[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                     {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  static type::Vec<8> shape(const type::Vec3& p) {
    type::Vec<8> v;
    for (int n = 0; n < 8; ++n) v[n] = (1 + sign[n][0] * p[0]) * (1 + sign[n][1] * p[1]) * (1 + sign[n][2] * p[2]) / 8;
    return v;
  }
  static type::Mat<8, 3> gradient(const type::Vec3& p) {
    type::Mat<8, 3> g;
    for (int n = 0; n < 8; ++n) {
      const double x = 1 + sign[n][0] * p[0], y = 1 + sign[n][1] * p[1], z = 1 + sign[n][2] * p[2];
      g.row(n) << sign[n][0] * y * z / 8, sign[n][1] * x * z / 8, sign[n][2] * x * y / 8;
    }
    return g;
  }
  static std::array<QuadraturePoint<3>, 8> quadrature() {
    std::array<QuadraturePoint<3>, 8> q;
    for (int n = 0; n < 8; ++n) q[n] = {type::Vec3(sign[n][0], sign[n][1], sign[n][2]) * (1 / 1.73205080757), 1};
    return q;
  }
};

template <>
struct ReferenceElement<type::Prism> {
  static constexpr int nodeCount = 6, dimension = 3;
  static constexpr const char* name = "Prism";
  static type::Vec6 shape(const type::Vec3& p) {
    const type::Vec3 t(1 - p[0] - p[1], p[0], p[1]);
    type::Vec6 v;
    v << t * (1 - p[2]), t * p[2];
    return v;
  }
  static type::Mat<6, 3> gradient(const type::Vec3& p) {
    const double t[3] = {1 - p[0] - p[1], p[0], p[1]}, dx[3] = {-1, 1, 0}, dy[3] = {-1, 0, 1};
    type::Mat<6, 3> g;
    for (int n = 0; n < 3; ++n) {
      g.row(n) << dx[n] * (1 - p[2]), dy[n] * (1 - p[2]), -t[n];
      g.row(n + 3) << dx[n] * p[2], dy[n] * p[2], t[n];
    }
    return g;
  }
  static std::array<QuadraturePoint<3>, 2> quadrature() {
    const double third = 1.0 / 3, z = 0.57735026919;
    return {{{{third, third, (1 - z) / 2}, 0.25}, {{third, third, (1 + z) / 2}, 0.25}}};
  }
};

template <>
struct ReferenceElement<type::Pyramid> {
  static constexpr int nodeCount = 5, dimension = 3;
  static constexpr const char* name = "Pyramid";
  static type::Vec<5> shape(const type::Vec3& p) {
    type::Vec<5> v;
    v << ReferenceElement<type::Quad>::shape(p.head<2>()) * ((1 - p[2]) / 2), (1 + p[2]) / 2;
    return v;
  }
  static type::Mat<5, 3> gradient(const type::Vec3& p) {
    type::Mat<5, 3> g;
    g.topLeftCorner<4, 2>() = ReferenceElement<type::Quad>::gradient(p.head<2>()) * ((1 - p[2]) / 2);
    g.topRightCorner<4, 1>() = ReferenceElement<type::Quad>::shape(p.head<2>()) * -0.5;
    g.row(4) << 0, 0, 0.5;
    return g;
  }
  static auto quadrature() { return ReferenceElement<type::Hexahedron>::quadrature(); }
};

}  // namespace sofa::fem
