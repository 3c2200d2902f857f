#include "Sofa/FiniteElement/LinearElementKernel.h"

#include <Eigen/Geometry>

namespace sofa::fem {
namespace {

template <class Points>
void moveToCentroid(Points& points) {
  auto c = points[0];
  c.setZero();
  for (const auto& p : points) c += p;
  c /= static_cast<double>(points.size());
  for (auto& p : points) p -= c;
}

}  // namespace

template <class Element, int Dimension>
void LinearElementKernel<Element, Dimension>::init(std::span<const Element> elements, std::span<const Point> rest,
                                                   std::span<const Lame> materials, ElementRotation rotation) {
  m_rotation = rotation;
  m_elements.assign(elements.begin(), elements.end());
  m_data.resize(elements.size());
  for (std::size_t e = 0; e < elements.size(); ++e) {
    ElementData& data = m_data[e];
    data.rest = points(rest, e);
    data.stiffness =
        elementStiffness<Element, Dimension>(data.rest, materials.size() > e ? materials[e] : materials.front());
    moveToCentroid(data.rest);
    data.rotation.setIdentity();
  }
}

template <class Element, int Dimension>
auto LinearElementKernel<Element, Dimension>::points(std::span<const Point> x, std::size_t e) const -> Points {
  Points p;
  for (int n = 0; n < nodeCount; ++n) p[n] = x[m_elements[e][n]];
  return p;
}

template <class Element, int Dimension>
auto LinearElementKernel<Element, Dimension>::rotationOf(const Points& x, const Points& rest) const -> Rotation {
  if constexpr (Dimension > 1) {
    if (m_rotation == ElementRotation::polar || m_rotation == ElementRotation::stablePolar) {
      Rotation h = Rotation::Zero();
      for (int n = 0; n < nodeCount; ++n) h += x[n] * rest[n].transpose();
      return m_rotation == ElementRotation::polar ? polar(h) : polarStable(h);
    }
  }
  if constexpr (Dimension == 3 && nodeCount >= 3) {
    if (m_rotation == ElementRotation::nodes)
      return frame(x[0], x[1], x[2]).transpose() * frame(rest[0], rest[1], rest[2]);
    if (m_rotation == ElementRotation::nodesWorldRest) return frame(x[0], x[1], x[2]).transpose();
  }
  return Rotation::Identity();
}

template <class Element, int Dimension>
auto LinearElementKernel<Element, Dimension>::displacement(const ElementData& data, const Rotation& rotation,
                                                           const Points& x) -> Vector {
  Vector u;
  for (int n = 0; n < nodeCount; ++n)
    u.template segment<Dimension>(Dimension * n) = rotation.transpose() * x[n] - data.rest[n];
  return u;
}

/// Forces at x; a kernel that may change keeps the rotations.
template <class Element, int Dimension>
template <class Kernel>
void LinearElementKernel<Element, Dimension>::evaluate(Kernel& kernel, std::span<const Point> x, std::span<Point> f) {
  for (std::size_t e = 0; e < kernel.m_elements.size(); ++e) {
    auto& data = kernel.m_data[e];
    Points p = kernel.points(x, e);
    moveToCentroid(p);
    const Rotation rotation = kernel.rotationOf(p, data.rest);
    if constexpr (!std::is_const_v<Kernel>) data.rotation = rotation;
    const Vector force = data.stiffness * displacement(data, rotation, p);
    for (int n = 0; n < nodeCount; ++n)
      f[kernel.m_elements[e][n]] -= rotation * force.template segment<Dimension>(Dimension * n);
  }
}

template <class Element, int Dimension>
void LinearElementKernel<Element, Dimension>::addForce(std::span<const Point> x, std::span<Point> f) const {
  evaluate(*this, x, f);
}

template <class Element, int Dimension>
void LinearElementKernel<Element, Dimension>::addForceAndLinearise(std::span<const Point> x, std::span<Point> f) {
  evaluate(*this, x, f);
}

template <class Element, int Dimension>
void LinearElementKernel<Element, Dimension>::linearise(std::span<const Point> x) {
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    Points p = points(x, e);
    moveToCentroid(p);
    m_data[e].rotation = rotationOf(p, m_data[e].rest);
  }
}

template <class Element, int Dimension>
void LinearElementKernel<Element, Dimension>::addDForce(std::span<const Point> dx, std::span<Point> df,
                                                        double kFactor) const {
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    const ElementData& data = m_data[e];
    Vector u;
    for (int n = 0; n < nodeCount; ++n)
      u.template segment<Dimension>(Dimension * n) = data.rotation.transpose() * dx[m_elements[e][n]];
    const Vector force = kFactor * (data.stiffness * u);
    for (int n = 0; n < nodeCount; ++n)
      df[m_elements[e][n]] -= data.rotation * force.template segment<Dimension>(Dimension * n);
  }
}

template <class Element, int Dimension>
double LinearElementKernel<Element, Dimension>::energy(std::span<const Point> x) const {
  double total = 0;
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    Points p = points(x, e);
    moveToCentroid(p);
    const Vector u = displacement(m_data[e], rotationOf(p, m_data[e].rest), p);
    total += 0.5 * u.dot(m_data[e].stiffness * u);
  }
  return total;
}

template <class Element, int Dimension>
auto LinearElementKernel<Element, Dimension>::stiffness(std::size_t e) const -> Matrix {
  const ElementData& data = m_data[e];
  Matrix k;
  for (int a = 0; a < nodeCount; ++a)
    for (int b = 0; b < nodeCount; ++b)
      k.template block<Dimension, Dimension>(Dimension * a, Dimension * b) =
          data.rotation * data.stiffness.template block<Dimension, Dimension>(Dimension * a, Dimension * b) *
          data.rotation.transpose();
  return k;
}

template class LinearElementKernel<type::Edge, 1>;
template class LinearElementKernel<type::Edge, 2>;
template class LinearElementKernel<type::Edge, 3>;
template class LinearElementKernel<type::Triangle, 2>;
template class LinearElementKernel<type::Triangle, 3>;
template class LinearElementKernel<type::Quad, 2>;
template class LinearElementKernel<type::Quad, 3>;
template class LinearElementKernel<type::Prism, 3>;
template class LinearElementKernel<type::Pyramid, 3>;

}  // namespace sofa::fem
