// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/MaterialTangents.h"

/// Energy, forces and stiffness of one element, or of one in each lane of packs, from the values of its nodes: plain
/// arrays in and out, nothing stored, for the host and for devices. Large strains take SpectralTangent.h besides.
namespace sofa::fem {

/// What a material sees of the deformation. X: rest positions, u = R^T x - X, H = sum u_n (x) grad N_n.
struct SmallStrain {  ///< (H + H^T) / 2 with R = I: displacements must stay small
  static constexpr bool isLinear = true, turns = false;
};
struct CorotationalStrain {  ///< the same with the rotation R of the element, which counts as constant in derivatives
  static constexpr bool isLinear = true, turns = true;
};
struct DeformationGradient {  ///< F = sum x_n (x) grad N_n: for materials of large strains
  static constexpr bool isLinear = false, turns = false;
};

/// Nodes: number of nodes; Points: of quadrature points; Dimension: of space. Coordinates beyond it are not read. Sums
/// over nodes leave out node 0, relative to which positions are taken: its gradient is minus the sum of the others.
template <int Nodes, int Points, int Dimension, class Strain, class Material, class Real>
struct ElementMechanics {
  static constexpr int pairs = triangleSize(Nodes);
  using Matrix = SquareMatrix<Real, Dimension>;
  using NodeValues = Real[Nodes][3];

  struct Gradients {
    Real gradient[Points][Nodes - 1][Dimension];  ///< of the shape functions of nodes 1.. by X, 1/m
    Real weight[Points];                          ///< rest volume of the point
  };
  struct GradientsAndPositions : Gradients {
    Real position[Nodes - 1][Dimension];  ///< of nodes 1.. from node 0, m
  };
  /// The element at rest. For surfaces and lines in space the gradients are those in the surface or line.
  using Rest = std::conditional_t<Strain::isLinear, GradientsAndPositions, Gradients>;

  struct ConstantTangent {};
  struct TurnedTangent {
    Matrix rotation;
  };
  struct PointTangents {
    Real stiffness[Points][triangleSize(9)];  ///< weight d2W/dF2
  };
  /// What products and matrices are computed from.
  using Tangent = std::conditional_t<Strain::isLinear,
                                     std::conditional_t<Strain::turns, TurnedTangent, ConstantTangent>, PointTangents>;

  struct NoSuchTangent {};
  struct PointSlopes {
    InvariantTangent<Material, Real> point[Points];  ///< times the weight
  };
  /// The same in less memory, for materials that have it.
  static constexpr bool hasCompactTangent = !Strain::isLinear && PolynomialInvariants<Material>;
  using CompactTangent = std::conditional_t<hasCompactTangent, PointSlopes, NoSuchTangent>;

  struct PointSpectra {
    SpectralTangent<Real> point[Points];  ///< times the weight
  };
  /// In the axes of the principal stretches, where it can be made positive; for isotropic materials.
  static constexpr bool hasSpectralTangent = !Strain::isLinear && IsotropicMaterial<Material>;
  using SpectralTangents = std::conditional_t<hasSpectralTangent, PointSpectra, NoSuchTangent>;

  /// Elastic energy (J).
  static SOFA_DEVICE_FUNCTION Real energy(const NodeValues& x, const Rest& rest, const Material& material,
                                          const Matrix& rotation) {
    Real u[Nodes - 1][Dimension], sum{};
    deformation(x, rest, rotation, u);
    for (int q = 0; q < Points; ++q) {
      Matrix h;
      gradientOf(u, rest.gradient[q], h);
      if constexpr (Strain::isLinear) {
        symmetrise(h);
        sum += rest.weight[q] * material.energy(h);
      } else {
        sum += rest.weight[q] * materialEnergy(material, h);
      }
    }
    return sum;
  }

  /// f_n = -dW/dx_n of every node (N).
  static SOFA_DEVICE_FUNCTION void force(const NodeValues& x, const Rest& rest, const Material& material,
                                         const Matrix& rotation, NodeValues& f) {
    Real u[Nodes - 1][Dimension], sum[Nodes - 1][Dimension] = {};
    deformation(x, rest, rotation, u);
    for (int q = 0; q < Points; ++q) {
      Matrix h, p;
      gradientOf(u, rest.gradient[q], h);
      if constexpr (Strain::isLinear) {
        symmetrise(h);
        material.stress(h, p);
      } else {
        materialStress(material, h, p);
      }
      subtractForces(p, rest.weight[q], rest.gradient[q], sum);
    }
    finish(rotation, sum, f);
  }

  /// The tangent at x.
  static SOFA_DEVICE_FUNCTION void linearise(const NodeValues& x, const Rest& rest, const Material& material,
                                             const Matrix& rotation, Tangent& tangent) {
    if constexpr (Strain::turns) tangent.rotation = rotation;
    if constexpr (!Strain::isLinear)
      forEachGradient(x, rest, rotation, [&](int q, const Matrix& f) {
        materialTangent(material, f, rest.weight[q], tangent.stiffness[q]);
      });
  }
  static SOFA_DEVICE_FUNCTION void linearise(const NodeValues& x, const Rest& rest, const Material& material,
                                             const Matrix& rotation,
                                             CompactTangent& tangent) requires hasCompactTangent {
    forEachGradient(x, rest, rotation,
                    [&](int q, const Matrix& f) { lineariseMaterial(material, f, rest.weight[q], tangent.point[q]); });
  }

  /// positive: without negative curvatures of the material.
  static SOFA_DEVICE_FUNCTION void linearise(const NodeValues& x, const Rest& rest, const Material& material,
                                             const Matrix& rotation, bool positive,
                                             PointSpectra& tangent) requires hasSpectralTangent {
    forEachGradient(x, rest, rotation, [&](int q, const Matrix& f) {
      lineariseMaterial(material, f, rest.weight[q], positive, tangent.point[q]);
    });
  }

  /// df = factor (df/dx) dx, from any form of the tangent.
  template <class AnyTangent>
  static SOFA_DEVICE_FUNCTION void product(const NodeValues& dx, const Rest& rest, const Material& material,
                                           const AnyTangent& tangent, const Real& factor, NodeValues& df) {
    Real u[Nodes - 1][Dimension], sum[Nodes - 1][Dimension] = {};
    const Matrix rotation = rotationOf(tangent);
    turned(dx, rotation, u);
    for (int q = 0; q < Points; ++q) {
      Matrix h, p;
      gradientOf(u, rest.gradient[q], h);
      if constexpr (Strain::isLinear) {
        symmetrise(h);
        material.stress(h, p);
        subtractForces(p, factor * rest.weight[q], rest.gradient[q], sum);
      } else {
        stressChange(material, tangent, q, h, p);
        subtractForces(p, factor, rest.gradient[q], sum);
      }
    }
    finish(rotation, sum, df);
  }

  /// k[pair][Dimension j + i] = d f_a,i / d x_b,j for the pairs of nodes a <= b in the order (0,0), (0,1), .. (1,1),
  /// ..; distinctOnly: pairs (a, a) come out as zero.
  template <bool distinctOnly = false>
  static SOFA_DEVICE_FUNCTION void stiffness(const Rest& rest, const Material& material, const Tangent& tangent,
                                             Real (&k)[pairs][Dimension * Dimension]) {
    constexpr int skipped = distinctOnly ? 1 : 0;
    clear(k);
    const Matrix square = squareOf(rotationOf(tangent));
    for (int q = 0; q < Points; ++q) {
      Real g[Nodes][Dimension];
      allGradients(rest.gradient[q], g);
      if constexpr (Strain::isLinear) {
        Real turned[Nodes][Dimension];
        turnGradients(rotationOf(tangent), g, turned);
        for (int a = 0; a < Nodes; ++a)
          for (int b = a + skipped; b < Nodes; ++b) {
            Real dot = g[a][0] * g[b][0];
            for (int i = 1; i < Dimension; ++i) dot += g[a][i] * g[b][i];
            subtractLinear(turned[a], turned[b], dot, square, rest.weight[q], material, k[triangleIndex(Nodes, a, b)]);
          }
      } else {
        for (int a = 0; a < Nodes; ++a) {
          Real left[3][9];  // g_a . A, by rows i of node a
          for (int i = 0; i < 3; ++i)
            for (int column = 0; column < 9; ++column) {
              left[i][column] = Real{};
              for (int j = 0; j < 3; ++j)
                left[i][column] += g[a][j] * tangent.stiffness[q][triangleIndex(9, 3 * i + j, column)];
            }
          for (int b = a + skipped; b < Nodes; ++b)
            for (int i = 0; i < 3; ++i)
              for (int j = 0; j < 3; ++j)
                for (int l = 0; l < 3; ++l) k[triangleIndex(Nodes, a, b)][3 * j + i] -= left[i][3 * j + l] * g[b][l];
        }
      }
    }
  }
  /// The same.
  template <bool distinctOnly = false>
  static SOFA_DEVICE_FUNCTION void stiffness(const Rest& rest, const Material& material, const CompactTangent& tangent,
                                             Real (&k)[pairs][Dimension * Dimension]) requires hasCompactTangent {
    clear(k);
    for (int q = 0; q < Points; ++q) {
      Real g[Nodes][Dimension];
      allGradients(rest.gradient[q], g);
      subtractPairTangents<distinctOnly>(material, tangent.point[q], g, k);
    }
  }
  template <bool distinctOnly = false>
  static SOFA_DEVICE_FUNCTION void stiffness(const Rest& rest, const Material&, const PointSpectra& tangent,
                                             Real (&k)[pairs][Dimension * Dimension]) requires hasSpectralTangent {
    clear(k);
    for (int q = 0; q < Points; ++q) {
      Real g[Nodes][Dimension];
      allGradients(rest.gradient[q], g);
      subtractPairTangents<distinctOnly>(tangent.point[q], g, k);
    }
  }

 private:
  static SOFA_DEVICE_FUNCTION void clear(Real (&k)[pairs][Dimension * Dimension]) {
    for (auto& block : k)
      for (Real& entry : block) entry = Real{};
  }
  /// Of all nodes.
  static SOFA_DEVICE_FUNCTION void allGradients(const Real (&others)[Nodes - 1][Dimension],
                                                Real (&g)[Nodes][Dimension]) {
    for (int i = 0; i < Dimension; ++i) {
      g[0][i] = Real{};
      for (int n = 1; n < Nodes; ++n) {
        g[n][i] = others[n - 1][i];
        g[0][i] -= g[n][i];
      }
    }
  }
  static SOFA_DEVICE_FUNCTION void turnGradients(const Matrix& rotation, const Real (&g)[Nodes][Dimension],
                                                 Real (&turned)[Nodes][Dimension]) {
    for (int n = 0; n < Nodes; ++n)
      for (int i = 0; i < Dimension; ++i) {
        turned[n][i] = g[n][i];
        if constexpr (!Strain::turns) continue;
        turned[n][i] = rotation(i, 0) * g[n][0];
        for (int j = 1; j < Dimension; ++j) turned[n][i] += rotation(i, j) * g[n][j];
      }
  }
  /// R R^T: not the identity where an element leaves open what it turns, as a line does.
  static SOFA_DEVICE_FUNCTION Matrix squareOf(const Matrix& r) {
    if constexpr (!Strain::turns) return r;
    Matrix square{};
    for (int i = 0; i < Dimension; ++i)
      for (int j = 0; j < Dimension; ++j)
        for (int l = 0; l < Dimension; ++l) square.m[i][j] += r(i, l) * r(j, l);
    return square;
  }
  static SOFA_DEVICE_FUNCTION Matrix identity() {
    Matrix one{};
    for (int i = 0; i < Dimension; ++i) one.m[i][i] = Real{} + 1.0;
    return one;
  }
  template <class AnyTangent>
  static SOFA_DEVICE_FUNCTION Matrix rotationOf(const AnyTangent& tangent) {
    if constexpr (Strain::turns)
      return tangent.rotation;
    else
      return identity();
  }

  /// Calls visit(q, F) for the points.
  template <class Visit>
  static SOFA_DEVICE_FUNCTION void forEachGradient(const NodeValues& x, const Rest& rest, const Matrix& rotation,
                                                   const Visit& visit) {
    Real u[Nodes - 1][Dimension];
    deformation(x, rest, rotation, u);
    for (int q = 0; q < Points; ++q) {
      Matrix f;
      gradientOf(u, rest.gradient[q], f);
      visit(q, f);
    }
  }
  static SOFA_DEVICE_FUNCTION void stressChange(const Material&, const PointTangents& tangent, int q, const Matrix& h,
                                                Matrix& p) {
    for (int row = 0; row < 9; ++row) {
      Real entry{};
      for (int column = 0; column < 9; ++column)
        entry += tangent.stiffness[q][triangleIndex(9, row, column)] * h(column / 3, column % 3);
      p.m[row / 3][row % 3] = entry;
    }
  }
  static SOFA_DEVICE_FUNCTION void stressChange(const Material& material, const PointSlopes& tangent, int q,
                                                const Matrix& h, Matrix& p) {
    materialProduct(material, tangent.point[q], h, p);
  }
  static SOFA_DEVICE_FUNCTION void stressChange(const Material&, const PointSpectra& tangent, int q, const Matrix& h,
                                                Matrix& p) {
    tangentProduct(tangent.point[q], h, p);
  }

  /// R^T (x_n - x_0).
  static SOFA_DEVICE_FUNCTION void turned(const NodeValues& x, const Matrix& rotation,
                                          Real (&u)[Nodes - 1][Dimension]) {
    for (int n = 1; n < Nodes; ++n) {
      Real d[Dimension];
      for (int i = 0; i < Dimension; ++i) d[i] = x[n][i] - x[0][i];
      for (int i = 0; i < Dimension; ++i) {
        if constexpr (Strain::turns) {
          u[n - 1][i] = rotation(0, i) * d[0];
          for (int j = 1; j < Dimension; ++j) u[n - 1][i] += rotation(j, i) * d[j];
        } else {
          u[n - 1][i] = d[i];
        }
      }
    }
  }
  /// Displacements in the frame of the element for linear strains, positions for others.
  static SOFA_DEVICE_FUNCTION void deformation(const NodeValues& x, const Rest& rest, const Matrix& rotation,
                                               Real (&u)[Nodes - 1][Dimension]) {
    turned(x, rotation, u);
    if constexpr (Strain::isLinear)
      for (int n = 0; n < Nodes - 1; ++n)
        for (int i = 0; i < Dimension; ++i) u[n][i] -= rest.position[n][i];
  }
  static SOFA_DEVICE_FUNCTION void gradientOf(const Real (&u)[Nodes - 1][Dimension],
                                              const Real (&g)[Nodes - 1][Dimension], Matrix& h) {
    for (int i = 0; i < Dimension; ++i)
      for (int j = 0; j < Dimension; ++j) {
        h.m[i][j] = u[0][i] * g[0][j];
        for (int n = 1; n < Nodes - 1; ++n) h.m[i][j] += u[n][i] * g[n][j];
      }
  }
  static SOFA_DEVICE_FUNCTION void symmetrise(Matrix& h) {
    for (int i = 0; i < Dimension; ++i)
      for (int j = 0; j < i; ++j) h.m[i][j] = h.m[j][i] = 0.5 * (h(i, j) + h(j, i));
  }
  static SOFA_DEVICE_FUNCTION void subtractForces(const Matrix& p, const Real& factor,
                                                  const Real (&g)[Nodes - 1][Dimension],
                                                  Real (&f)[Nodes - 1][Dimension]) {
    Matrix scaled;
    for (int i = 0; i < Dimension; ++i)
      for (int j = 0; j < Dimension; ++j) scaled.m[i][j] = factor * p(i, j);
    for (int n = 0; n < Nodes - 1; ++n)
      for (int i = 0; i < Dimension; ++i)
        for (int j = 0; j < Dimension; ++j) f[n][i] -= scaled(i, j) * g[n][j];
  }
  /// Turns the forces of nodes 1.. into the world; node 0 has minus their sum.
  static SOFA_DEVICE_FUNCTION void finish(const Matrix& rotation, const Real (&local)[Nodes - 1][Dimension],
                                          NodeValues& f) {
    for (auto& force : f)
      for (Real& c : force) c = Real{};
    for (int n = 1; n < Nodes; ++n)
      for (int i = 0; i < Dimension; ++i) {
        if constexpr (Strain::turns) {
          for (int j = 0; j < Dimension; ++j) f[n][i] += rotation(i, j) * local[n - 1][j];
        } else {
          f[n][i] = local[n - 1][i];
        }
        f[0][i] -= f[n][i];
      }
  }

  /// -weight (lambda a b^T + mu b a^T + mu dot square): the same as of g_a, g_b, their product and the identity,
  /// turned.
  static SOFA_DEVICE_FUNCTION void subtractLinear(const Real (&a)[Dimension], const Real (&b)[Dimension],
                                                  const Real& dot, const Matrix& square, const Real& weight,
                                                  const Material& material, Real (&k)[Dimension * Dimension]) {
    const Real lambda = weight * material.lambda, mu = weight * material.mu;
    for (int i = 0; i < Dimension; ++i) {
      for (int j = 0; j < Dimension; ++j) {
        k[Dimension * j + i] -= lambda * a[i] * b[j] + mu * b[i] * a[j];
        if constexpr (Strain::turns) k[Dimension * j + i] -= mu * dot * square(i, j);
      }
      if constexpr (!Strain::turns) k[Dimension * i + i] -= mu * dot;
    }
  }
};

}  // namespace sofa::fem
