// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/FiniteElement/IsotropicMaterial.h"
#include "Sofa/FiniteElement/ReferenceElement.h"

namespace sofa::fem {

template <class Element, int Dimension>
using ElementPoints = std::array<type::Vec<Dimension>, ReferenceElement<Element>::nodeCount>;

template <class Element, int Dimension>
using ElementMatrix = type::Mat<ReferenceElement<Element>::nodeCount * Dimension>;

/// Jacobian of an element in space at a point of the reference element: columns dX / d local coordinate.
template <class Element, int Dimension>
type::Mat<Dimension, ReferenceElement<Element>::dimension> jacobian(
    const ElementPoints<Element, Dimension>& x,
    const type::Mat<ReferenceElement<Element>::nodeCount, ReferenceElement<Element>::dimension>& gradient) {
  type::Mat<Dimension, ReferenceElement<Element>::dimension> j;
  j.setZero();
  for (std::size_t n = 0; n < x.size(); ++n) j += x[n] * gradient.row(n);
  return j;
}

/// Length, area or volume per unit of the reference element; |det| where the element fills the space.
template <class Jacobian>
double measure(const Jacobian& j) {
  if constexpr (Jacobian::RowsAtCompileTime == Jacobian::ColsAtCompileTime)
    return std::fabs(j.determinant());
  else
    return std::sqrt((j.transpose() * j).determinant());
}

/// Gradients of the shape functions by the position in space, one row per node, at a point of the reference element;
/// `size` becomes the length, area or volume per unit of the reference element. Elements of lower dimension than the
/// space take the pseudo-inverse Jacobian: gradients in their plane or line.
template <class Element, int Dimension>
type::Mat<ReferenceElement<Element>::nodeCount, Dimension> spatialGradient(
    const ElementPoints<Element, Dimension>& x, const type::Vec<ReferenceElement<Element>::dimension>& at,
    double& size) {
  const auto local = ReferenceElement<Element>::gradient(at);
  const auto j = jacobian<Element, Dimension>(x, local);
  size = measure(j);
  if constexpr (ReferenceElement<Element>::dimension == Dimension)
    return local * j.inverse();
  else
    return local * ((j.transpose() * j).inverse() * j.transpose()).eval();
}

/// Stiffness sum weight B^T D B of isotropic small strain in Dimension-dimensional space. Elements of lower dimension
/// than the space are stiff in their plane or line, and against its tilting.
template <class Element, int Dimension>
ElementMatrix<Element, Dimension> elementStiffness(const ElementPoints<Element, Dimension>& x, const Lame& material) {
  using Reference = ReferenceElement<Element>;
  constexpr int nodes = Reference::nodeCount;
  ElementMatrix<Element, Dimension> k;
  k.setZero();
  for (const auto& point : Reference::quadrature()) {
    double size = 0;
    const auto g = spatialGradient<Element, Dimension>(x, point.at, size);
    const double weight = point.weight * size;
    for (int a = 0; a < nodes; ++a)
      for (int b = 0; b < nodes; ++b) {
        auto block = k.template block<Dimension, Dimension>(Dimension * a, Dimension * b);
        block += weight *
                 (material.lambda * g.row(a).transpose() * g.row(b) + material.mu * g.row(b).transpose() * g.row(a));
        const double shear = weight * material.mu * g.row(a).dot(g.row(b));
        for (int i = 0; i < Dimension; ++i) block(i, i) += shear;
      }
  }
  return k;
}

/// Consistent mass: the integral of density N_a N_b for each pair of nodes, by the quadrature of the element. `density`
/// holds a value per node, which the shape functions interpolate. The same entry stands for every direction of space.
/// Where the quadrature has fewer points than there are nodes the matrix is singular.
template <class Element, int Dimension>
type::Mat<ReferenceElement<Element>::nodeCount> elementMass(
    const ElementPoints<Element, Dimension>& x, const type::Vec<ReferenceElement<Element>::nodeCount>& density) {
  using Reference = ReferenceElement<Element>;
  type::Mat<Reference::nodeCount> m;
  m.setZero();
  for (const auto& point : Reference::quadrature()) {
    const auto shape = Reference::shape(point.at);
    const double volume = point.weight * measure(jacobian<Element, Dimension>(x, Reference::gradient(point.at)));
    m += (volume * density.dot(shape)) * (shape * shape.transpose());
  }
  return m;
}

}  // namespace sofa::fem
