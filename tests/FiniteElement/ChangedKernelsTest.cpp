// SPDX-License-Identifier: Apache-2.0
// Kernels that take in a change of a few elements have the bits of kernels that are set up from nothing.
#include <gtest/gtest.h>

#include <random>

#include "FiniteElement/ChainMesh.h"
#include "Sofa/FiniteElement/HexaKernel.h"
#include "Sofa/FiniteElement/HyperelasticSolid.h"
#include "Sofa/FiniteElement/TetraKernel.h"
#include "Sofa/FiniteElement/TriangleKernel.h"

using namespace sofa;
using namespace sofa::fem;

namespace {

using namespace test;

/// Elements go, the last one takes each one's place, and come again; points exchange their numbers. Materials go with
/// their elements.
template <class Element, class Material>
struct ChangingMesh : ChainMesh<Element, 3> {
  std::vector<Material> materials;  ///< one, or one each
  std::vector<Element> gone;
  std::vector<Material> goneMaterials;
  std::mt19937 random{5};

  ChangingMesh(int count, std::vector<Material> ofElements)
      : ChainMesh<Element, 3>(count), materials(std::move(ofElements)) {}

  bool hasEach() const { return materials.size() > 1; }
  std::size_t any(std::size_t count) { return random() % count; }

  /// Returns which elements have other nodes.
  std::vector<Index> change(int step) {
    if (step % 10 == 9) return comeBack();
    if (step % 10 == 5)
      return exchangePoints(static_cast<Index>(any(this->x.size())), static_cast<Index>(any(this->x.size())));
    if (step % 10 == 7 && hasEach()) {
      std::swap(materials.front(), materials[any(materials.size())]);
      return {};
    }
    return remove(any(this->elements.size()));
  }

 private:
  std::vector<Index> comeBack() {
    this->elements.insert(this->elements.end(), gone.begin(), gone.end());
    if (hasEach()) materials.insert(materials.end(), goneMaterials.begin(), goneMaterials.end());
    gone.clear();
    goneMaterials.clear();
    return {};
  }
  std::vector<Index> remove(std::size_t e) {
    const auto takeOut = [e](auto& from, auto& to) {
      to.push_back(from[e]);
      from[e] = from.back();
      from.pop_back();
    };
    takeOut(this->elements, gone);
    if (hasEach()) takeOut(materials, goneMaterials);
    return e < this->elements.size() ? std::vector<Index>{static_cast<Index>(e)} : std::vector<Index>();
  }
  std::vector<Index> exchangePoints(Index a, Index b) {
    std::swap(this->rest[a], this->rest[b]);
    std::swap(this->x[a], this->x[b]);
    for (auto& element : gone) exchange(element, a, b);
    std::vector<Index> changed;
    for (std::size_t e = 0; e < this->elements.size(); ++e)
      if (exchange(this->elements[e], a, b)) changed.push_back(static_cast<Index>(e));
    return changed;
  }
  static bool exchange(Element& element, Index a, Index b) {
    bool named = false;
    for (Index& n : element)
      if (n == a || n == b) {
        n = n == a ? b : a;
        named = true;
      }
    return named;
  }
};

template <class Kernel, class Points>
std::vector<double> bitsOf(Kernel& kernel, const Points& x) {
  auto f = zeros(x), df = f;
  kernel.addForceAndLinearise(x, f);
  kernel.addDForce(x, df, 0.7);
  std::vector<double> all{kernel.energy(x)};
  for (const auto* points : {&f, &df})
    for (const auto& p : *points) all.insert(all.end(), p.begin(), p.end());
  return all;
}
template <class Kernel, class Points>
std::vector<double> productBits(const Kernel& kernel, const Points& x) {
  auto df = zeros(x);
  kernel.addDForce(x, df, 0.7);
  return {df.data()->data(), df.data()->data() + 3 * df.size()};
}

template <class Kernel, class Mesh, class Init>
void expectFollows(Mesh mesh, const Init& init) {
  Kernel kernel;
  init(kernel, mesh, nullptr);
  for (int step = 0; step < 60; ++step) {
    const auto changed = mesh.change(step);
    init(kernel, mesh, &changed);
    Kernel fresh;
    init(fresh, mesh, nullptr);
    if (step == 0) {
      ASSERT_EQ(productBits(kernel, mesh.x), productBits(fresh, mesh.x)) << "before it is linearised";
    }
    ASSERT_EQ(bitsOf(kernel, mesh.x), bitsOf(fresh, mesh.x)) << step;
    ASSERT_EQ(kernel.elementCount(), mesh.elements.size());
    ASSERT_EQ(kernel.element(mesh.elements.size() - 1), mesh.elements.back());
  }
}

constexpr int count = 1300;  // several parts of blocks

template <class Material, class Make>
std::vector<Material> each(int elements, const Make& make) {
  std::vector<Material> all;
  for (int e = 0; e < elements; ++e) all.push_back(make(100. + e % 7, 0.1 + 0.05 * (e % 5)));
  return all;
}

TEST(ChangedKernels, corotationalTetrahedra) {
  const auto material = [](double young, double poisson) { return lame(young, poisson); };
  const int elements = 5000;  // parts are larger
  for (const auto frame : {TetraFrame::nodes, TetraFrame::edges, TetraFrame::none})
    for (const auto& materials : {each<Lame>(1, material), each<Lame>(elements, material)})
      expectFollows<TetraKernel>(ChangingMesh<type::Tetrahedron, Lame>(elements, materials),
                                 [&](auto& kernel, const auto& mesh, const std::vector<Index>* changed) {
                                   kernel.init(mesh.elements, mesh.rest, mesh.materials, frame, changed);
                                 });
}

template <class Element>
void expectElasticFollows(ElementRotation rotation) {
  const auto material = [](double young, double poisson) {
    const Lame l = lame(young, poisson);
    return HookeLaw<double>{l.lambda, l.mu};
  };
  using Kernel = ElementKernel<Element, 3, CorotationalStrain, HookeLaw>;
  for (const auto& materials : {each<HookeLaw<double>>(1, material), each<HookeLaw<double>>(count, material)})
    expectFollows<Kernel>(ChangingMesh<Element, HookeLaw<double>>(count, materials),
                          [&](auto& kernel, const auto& mesh, const std::vector<Index>* changed) {
                            kernel.init(mesh.elements, mesh.rest, mesh.materials, rotation, changed);
                          });
}

TEST(ChangedKernels, elasticElementsOfOtherKinds) {
  expectElasticFollows<type::Edge>(ElementRotation::identity);
  expectElasticFollows<type::Triangle>(ElementRotation::nodes);
  expectElasticFollows<type::Quad>(ElementRotation::stablePolar);
}

template <class Element>
void expectHyperelasticFollows(std::string_view name) {
  ChangingMesh<Element, int> mesh(count, {0});
  mesh.x = mesh.rest;
  for (auto& p : mesh.x) p += 0.02 * Vec3(std::sin(p.y()), std::cos(p.x()), std::sin(3 * p.z()));
  const std::vector<double> parameters(HyperelasticSolid<Element>::parameterCount(name), 70);
  expectFollows<HyperelasticSolid<Element>>(mesh,
                                            [&](auto& kernel, const auto& now, const std::vector<Index>* changed) {
                                              kernel.init(name, parameters, now.elements, now.rest, changed);
                                            });
}

TEST(ChangedKernels, hyperelasticSolids) {
  for (const auto* name : {"NeoHookean", "StVenantKirchhoff", "StableNeoHookean"}) {
    expectHyperelasticFollows<type::Tetrahedron>(name);
    expectHyperelasticFollows<type::Hexahedron>(name);
  }
}

TEST(ChangedKernels, positiveTangentsOfHyperelasticSolids) {
  ChangingMesh<type::Tetrahedron, int> mesh(count, {0});
  const double parameters[] = {70, 90};
  HyperelasticSolid<type::Tetrahedron> kernel, fresh;
  kernel.init("NeoHookean", parameters, mesh.elements, mesh.rest);
  for (int step = 0; step < 8; ++step) {
    kernel.linearise(mesh.x, step % 3 != 2);
    const auto changed = mesh.change(step);
    kernel.init("NeoHookean", parameters, mesh.elements, mesh.rest, &changed);
    fresh.init("NeoHookean", parameters, mesh.elements, mesh.rest);
    for (const bool positive : {true, false}) {
      kernel.linearise(mesh.x, positive);
      fresh.linearise(mesh.x, positive);
      ASSERT_EQ(productBits(kernel, mesh.x), productBits(fresh, mesh.x)) << step;
    }
  }
}

/// Cubes apart from each other, or a chain in which each has another shape.
ChangingMesh<type::Hexahedron, HexaKernel::Material> hexahedra(bool alike,
                                                               std::vector<HexaKernel::Material> materials) {
  ChangingMesh<type::Hexahedron, HexaKernel::Material> mesh(count, std::move(materials));
  if (!alike) return mesh;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    for (Index n = 0; n < 8; ++n) {
      if (mesh.rest.size() < 8 * (e + 1)) mesh.rest.resize(8 * (e + 1)), mesh.x.resize(8 * (e + 1));
      mesh.elements[e][n] = static_cast<Index>(8 * e + n);
      mesh.rest[8 * e + n] = Vec3(3. * static_cast<double>(e), 0, 0) + mesh.referencePoint(static_cast<int>(n));
      mesh.x[8 * e + n] = mesh.rest[8 * e + n] + 0.1 * Vec3(std::sin(n * e), std::cos(n), 0.1 * n);
    }
  return mesh;
}

TEST(ChangedKernels, corotationalHexahedra) {
  const auto alike = [](double young, double) { return HexaKernel::Material{young, 0.3}; };
  const auto some = [](double young, double poisson) { return HexaKernel::Material{young, poisson}; };
  const auto stiffness = [](const HexaPoints& shape, double poisson) { return hexaStiffness(shape, lame(1, poisson)); };
  for (const bool sameShape : {true, false})
    for (const auto& materials : {each<HexaKernel::Material>(1, alike), each<HexaKernel::Material>(count, alike),
                                  each<HexaKernel::Material>(count, some)})
      for (const bool update : {false, true})
        expectFollows<HexaKernel>(
            hexahedra(sameShape, materials), [&](auto& kernel, const auto& mesh, const std::vector<Index>* changed) {
              kernel.init(mesh.elements, mesh.rest, mesh.materials, HexaFrame::axes, stiffness, update, changed);
            });
}

TriangleMaterial membrane(double young, double poisson) { return {planeLaw(lame(young, poisson, 2)), 0.01 * young}; }

TEST(ChangedKernels, membranesOfTriangles) {
  using Gradients = TriangleRule::Gradients;
  for (const TriangleRule& rule : {TriangleRule{true, Gradients::current}, TriangleRule{true, Gradients::rest},
                                   TriangleRule{false, Gradients::currentAlongX}})
    for (const auto& materials : {each<TriangleMaterial>(1, membrane), each<TriangleMaterial>(count, membrane)})
      expectFollows<TriangleKernel>(ChangingMesh<type::Triangle, TriangleMaterial>(count, materials),
                                    [&](auto& kernel, const auto& mesh, const std::vector<Index>* changed) {
                                      kernel.init(mesh.elements, mesh.rest, mesh.materials, rule, changed);
                                    });
}

/// What is set at rest by hand is known to the one who set it only.
TEST(ChangedKernels, membranesWithShapesOfTheirOwnAreSetUpWhole) {
  ChangingMesh<type::Triangle, TriangleMaterial> mesh(count, {membrane(100, 0.3)});
  TriangleKernel kernel, fresh;
  kernel.init(mesh.elements, mesh.rest, mesh.materials, {});
  kernel.scaleRest(0.9);
  const auto changed = mesh.change(0);
  kernel.init(mesh.elements, mesh.rest, mesh.materials, {}, &changed);
  fresh.init(mesh.elements, mesh.rest, mesh.materials, {});
  EXPECT_EQ(bitsOf(kernel, mesh.x), bitsOf(fresh, mesh.x));
}

/// What is not told counts all the same where a look at the points and materials shows it.
TEST(ChangedKernels, noticeWhatIsNotTold) {
  ChangingMesh<type::Tetrahedron, Lame> mesh(30, {lame(1, 0.1)});
  const std::vector<Index> nothing;
  TetraKernel kernel, fresh;
  const auto same = [&] {
    kernel.init(mesh.elements, mesh.rest, mesh.materials, TetraFrame::nodes, &nothing);
    fresh.init(mesh.elements, mesh.rest, mesh.materials, TetraFrame::nodes);
    EXPECT_EQ(bitsOf(kernel, mesh.x), bitsOf(fresh, mesh.x));
  };
  same();
  mesh.rest[5] += Vec3(0.1, 0, 0);
  same();
  mesh.materials[0] = lame(3, 0.2);
  same();
  mesh.materials.assign(30, lame(3, 0.2));
  same();
  mesh.materials[7] = lame(4, 0.1);
  same();
}

/// Also of a point that a changed element names, where another one does too.
TEST(ChangedKernels, noticePointsThatMovedBesideAChange) {
  ChangingMesh<type::Tetrahedron, Lame> mesh(30, {lame(1, 0.1)});
  TetraKernel kernel, fresh;
  kernel.init(mesh.elements, mesh.rest, mesh.materials, TetraFrame::nodes);
  const std::vector<Index> changed{7};
  mesh.rest[mesh.elements[7][0]] += Vec3(0.1, 0, 0);  // the last node of element 6
  kernel.init(mesh.elements, mesh.rest, mesh.materials, TetraFrame::nodes, &changed);
  fresh.init(mesh.elements, mesh.rest, mesh.materials, TetraFrame::nodes);
  EXPECT_EQ(bitsOf(kernel, mesh.x), bitsOf(fresh, mesh.x));
}

}  // namespace
