// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "FiniteElement/AssembledStiffness.h"
#include "FiniteElement/ChainMesh.h"
#include "Sofa/FiniteElement/ElementKernel.h"
#include "Sofa/Type/AngleAxis.h"

using namespace sofa;
using namespace sofa::fem;

namespace {

using namespace test;

template <class Element, int Dimension>
using Elastic = ElementKernel<Element, Dimension, CorotationalStrain, HookeLaw>;

template <class Type, int D>
struct Kind {
  using Element = Type;
  static constexpr int dimension = D;
};
using Kinds = testing::Types<Kind<type::Edge, 1>, Kind<type::Edge, 2>, Kind<type::Edge, 3>, Kind<type::Triangle, 2>,
                             Kind<type::Triangle, 3>, Kind<type::Quad, 2>, Kind<type::Quad, 3>, Kind<type::Prism, 3>,
                             Kind<type::Pyramid, 3>>;

template <class K>
class ElementKernels : public testing::Test {
 public:
  using Element = typename K::Element;
  static constexpr int dimension = K::dimension;
  using Kernel = Elastic<Element, dimension>;
  using Shape = ChainMesh<Element, dimension>;
  using Points = std::vector<type::Vec<dimension>>;

  Shape mesh{21};
  Kernel kernel;
  void init(ElementRotation rotation) {
    std::vector<HookeLaw<double>> materials;
    for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
      const Lame l = lame(100. + e, 0.3, dimension);
      materials.push_back({l.lambda, l.mu});
    }
    kernel.init(mesh.elements, mesh.rest, materials, rotation);
  }
  /// Rules that give rotations in this space.
  static std::vector<ElementRotation> rules() {
    std::vector<ElementRotation> all = {ElementRotation::identity};
    if (dimension > 1 && Shape::nodes > 2) all.push_back(ElementRotation::stablePolar);
    if (dimension == ReferenceElement<Element>::dimension && dimension > 1) all.push_back(ElementRotation::polar);
    if (dimension == 3 && Shape::nodes > 2) all.push_back(ElementRotation::nodes);
    return all;
  }
};
TYPED_TEST_SUITE(ElementKernels, Kinds);

TYPED_TEST(ElementKernels, forceIsThatOfTheStiffnessOfEachElement) {
  constexpr int d = TestFixture::dimension, nodes = TestFixture::Shape::nodes;
  for (const auto rule : this->rules()) {
    this->init(rule);
    const auto& mesh = this->mesh;
    auto f = zeros(mesh.x), expected = f;
    this->kernel.addForceAndLinearise(mesh.x, f);
    for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
      ElementPoints<typename TestFixture::Element, d> rest;
      type::Vec<nodes * d> u;
      const auto r = this->kernel.rotation(e);
      const auto& element = mesh.elements[e];
      for (int n = 0; n < nodes; ++n) {
        rest[n] = mesh.rest[element[n]];
        u.template segment<d>(d * n) =
            r.transpose() * (mesh.x[element[n]] - mesh.x[element[0]]) - (mesh.rest[element[n]] - mesh.rest[element[0]]);
      }
      const type::Vec<nodes* d> force =
          elementStiffness<typename TestFixture::Element, d>(rest, lame(100. + e, 0.3, d)) * u;
      for (int n = 0; n < nodes; ++n) expected[element[n]] -= r * force.template segment<d>(d * n);
    }
    EXPECT_LT(largest(difference(f, expected)), 1e-12 * (1 + largest(expected))) << static_cast<int>(rule);
    EXPECT_GT(largest(f), 1);
    auto alone = zeros(mesh.x);
    this->kernel.addForce(mesh.x, alone);
    EXPECT_EQ(largest(difference(f, alone)), 0);
  }
}

TYPED_TEST(ElementKernels, assembledMatrixIsThatOfProducts) {
  for (const auto rule : this->rules()) {
    this->init(rule);
    this->kernel.linearise(this->mesh.x);
    auto df = zeros(this->mesh.x);
    this->kernel.addDForce(this->mesh.rest, df, 1);
    const auto matrix = test::assembledStiffness(this->kernel, df.size(), TestFixture::dimension);
    EXPECT_LT(largest(difference(df, test::product(matrix, this->mesh.rest))), 1e-11 * (1 + largest(df)));
  }
}

TYPED_TEST(ElementKernels, followsARotationOfTheBody) {
  constexpr int d = TestFixture::dimension;
  if constexpr (d > 1) {
    type::Mat<d> turn;
    if constexpr (d == 2)
      turn = sofa::type::planeRotation(2.5);
    else
      turn = sofa::type::AngleAxis(2.5, Vec3(1, 2, 2) / 3).toRotationMatrix();
    auto x = this->mesh.rest;
    for (auto& p : x) p = turn * p + 3 * type::Vec<d>::Ones();
    for (const auto rule : this->rules()) {
      if (rule == ElementRotation::identity) continue;
      this->init(rule);
      auto f = zeros(x);
      this->kernel.addForceAndLinearise(x, f);
      EXPECT_LT(largest(f), 1e-10) << static_cast<int>(rule);
      EXPECT_NEAR(this->kernel.energy(x), 0, 1e-10);
      if (d == ReferenceElement<typename TestFixture::Element>::dimension) {
        EXPECT_LT((this->kernel.rotation(0) - turn).norm(), 1e-12);
      }
    }
  }
}

TYPED_TEST(ElementKernels, evaluatingForcesAndEnergiesChangesNothing) {
  this->init(this->rules().back());
  this->kernel.linearise(this->mesh.rest);
  auto before = zeros(this->mesh.x), after = before;
  this->kernel.addDForce(this->mesh.x, before, 1);
  const double energy = this->kernel.energy(this->mesh.x);
  auto f = zeros(this->mesh.x);
  this->kernel.addForce(this->mesh.x, f);
  this->kernel.addDForce(this->mesh.x, after, 1);
  EXPECT_EQ(largest(difference(before, after)), 0);
  EXPECT_EQ(this->kernel.energy(this->mesh.x), energy);
}

TYPED_TEST(ElementKernels, sameBitsForAnyNumberOfThreads) {
  this->mesh = typename TestFixture::Shape(5000);
  this->init(this->rules().back());
  expectSameBits(this->kernel, this->mesh);
}

}  // namespace
