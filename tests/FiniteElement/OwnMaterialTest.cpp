// SPDX-License-Identifier: Apache-2.0
// A material and a strain of one's own: the example of docs/manual/elements.md.
#include <gtest/gtest.h>

#include "Sofa/FiniteElement/ElementKernelBodies.h"
#include "Sofa/FiniteElement/Hyperelastic.h"
#include "Sofa/FiniteElement/SpectralTangent.h"

using namespace sofa::fem;

namespace {

/// W = -mu m/2 ln(1 - (I1 - 3)/m) - mu ln J + k/2 (J - 1)^2: rubber whose chains are stretched out where I1 = m + 3.
/// (A. N. Gent, A new constitutive relation for rubber, 1996.)
template <class Real>
struct Gent : FirstInvariantAndVolume {
  Real mu, m, k;

  template <class S>
  S energy(const S (&i)[2]) const {
    return -0.5 * mu * m * logarithm(1.0 - (i[0] - 3.0) / m) - mu * logarithm(i[1]) +
           0.5 * k * (i[1] - 1.0) * (i[1] - 1.0);
  }
};

/// A function of F itself: the distance to the identity, which is no material but shows the form.
template <class Real>
struct DistanceToIdentity {
  Real modulus;

  template <class S>
  S energy(const Matrix3<S>& f) const {
    S sum{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const S entry = f(i, j) - (i == j ? 1.0 : 0.0);
        sum = sum + entry * entry;
      }
    return 0.5 * modulus * sum;
  }
};

struct Tetrahedron {
  std::vector<Vec3> rest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<Vec3> x = {{0, 0, 0}, {1.2, 0.1, 0}, {0.1, 0.9, 0}, {0, 0.2, 1.1}};
  std::vector<sofa::type::Tetrahedron> elements = {{0, 1, 2, 3}};
};

template <class Kernel>
void expectForceIsGradient(const Kernel& kernel, const Tetrahedron& mesh) {
  std::vector<Vec3> f(4, Vec3::Zero());
  kernel.addForce(mesh.x, f);
  const double h = 1e-6;
  for (int n = 0; n < 4; ++n)
    for (int c = 0; c < 3; ++c) {
      auto high = mesh.x, low = mesh.x;
      high[n][c] += h;
      low[n][c] -= h;
      EXPECT_NEAR(f[n][c], -(kernel.energy(high) - kernel.energy(low)) / (2 * h), 1e-6);
    }
}

TEST(OwnMaterial, ofInvariantsHasForces) {
  const Tetrahedron mesh;
  const Gent<double> material{{}, 30, 4, 50};
  ElementKernel<sofa::type::Tetrahedron, 3, DeformationGradient, Gent> kernel;
  kernel.init(mesh.elements, mesh.rest, {&material, 1});
  expectForceIsGradient(kernel, mesh);
}

TEST(OwnMaterial, ofTheDeformationGradientHasForces) {
  const Tetrahedron mesh;
  const DistanceToIdentity<double> material{12};
  ElementKernel<sofa::type::Tetrahedron, 3, DeformationGradient, DistanceToIdentity> kernel;
  kernel.init(mesh.elements, mesh.rest, {&material, 1});
  expectForceIsGradient(kernel, mesh);
}

}  // namespace
