// SPDX-License-Identifier: Apache-2.0
// Products of assembled systems by their components, where these cost less, are those of the matrix.
#include <algorithm>
#include <functional>
#include <random>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/LinearSystem/MatrixLinearSystem.h"
#include "Sofa/Component/SolidMechanics/HexahedronFEMForceField.h"
#include "Sofa/Core/Contract/ContactForce.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::tests {
namespace {

namespace vec = core::vec;
using component::linearsystem::MatrixLinearSystem;

const std::string grid = "<RegularGridTopology n='5 4 3' min='0 0 0' max='4 3 2'/>";
const std::string state = "<MechanicalObject name='dofs'/>";
const std::string mass = "<UniformMass totalMass='7' rayleighMass='0.3'/>";
const std::string hexahedra =
    "<HexahedronFEMForceField name='FEM' youngModulus='500' poissonRatio='0.3' rayleighStiffness='0.2'/>";
const std::string constraints =
    "<FixedProjectiveConstraint indices='0 1 2 5'/><FixedProjectiveConstraint indices='5 6'/>"
    "<PartialFixedProjectiveConstraint indices='2 30' fixedDirections='1 0 1'/>";

/// A contact that pushes a point of the body, with a part of the matrix that its product leaves out.
class Contact : public core::ForceField<type::Vec3Types>, public core::ContactForce, public core::LightProduct {
 public:
  Contact() { setClass("Contact"); }
  void addForce(const core::MechanicalParams&, VecDeriv&, const VecCoord&, const VecDeriv&) override {}
  void addDForce(const core::MechanicalParams&, VecDeriv&, const VecDeriv&, double) override {}
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
    matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate())(30, 30) += -9.;
  }
  std::size_t lightProduct() const override { return 1; }
};

/// A bent and turned body, linearised, and a system of it that is built.
class Body {
 public:
  explicit Body(const std::string& parts, const std::function<void(MatrixLinearSystem&)>& edit = {},
                bool touches = false)
      : m_scene(parts) {
    if (touches) {
      const auto contact = std::make_shared<Contact>();
      m_scene.root->addComponent(contact);
      contact->init();
    }
    m_ops.bind(*m_scene.root);
    auto& x = dofs().writeCoords(vec::position);
    for (auto& p : x) {
      const double angle = .2 * p[0];
      p = type::Vec3(p[0] + .1 * p[1] * p[2], p[1] * std::cos(angle) - p[2] * std::sin(angle),
                     p[1] * std::sin(angle) + p[2] * std::cos(angle));
    }
    m_ops.propagatePosition(vec::position);
    params.mFactor = 1.5;
    params.bFactor = -.2;
    params.kFactor = -.7;
    params.dt = .1;
    linearise();
    system.setClass("MatrixLinearSystem");
    if (edit) edit(system);
    system.bind(*m_scene.root, {});
    system.build(params);
  }

  core::State<type::Vec3Types>& dofs() const { return m_scene.state<type::Vec3Types>(); }
  const Scene& scene() const { return m_scene; }
  void linearise() { m_ops.computeForceAndLinearise(params, vec::force); }

  /// A p for a p of random numbers, as the system and as its matrix have it.
  struct Products {
    std::vector<double> ofSystem, ofMatrix;
    double error() const {
      double error = 0, size = 0;
      for (std::size_t i = 0; i < ofMatrix.size(); ++i) {
        error = std::max(error, std::abs(ofSystem[i] - ofMatrix[i]));
        size = std::max(size, std::abs(ofMatrix[i]));
      }
      return error / size;
    }
  };
  Products products() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    dofs().allocate(vec::dx);
    const auto p = dofs().hostWrite(vec::dx);
    std::ranges::generate(p, [&] { return uniform(random); });
    const std::vector<double> before(p.begin(), p.end());
    system.multiply(vec::dforce, vec::dx);
    const auto q = dofs().hostRead(vec::dforce), after = dofs().hostRead(vec::dx);
    EXPECT_TRUE(std::ranges::equal(before, after)) << "the factor of the product has changed";
    Products result{{q.begin(), q.end()}, std::vector<double>(before.size())};
    system.matrix()->multiply(before, result.ofMatrix);
    return result;
  }

  core::MechanicalParams params;
  MatrixLinearSystem system;

 private:
  Scene m_scene;
  simulation::MechanicalOperations m_ops;
};

/// That it is the matrix that multiplies.
void expectMatrix(Body& body) {
  EXPECT_FALSE(body.system.multipliesByComponents());
  const auto products = body.products();
  EXPECT_EQ(products.ofSystem, products.ofMatrix);
}

void expectComponents(Body& body) {
  ASSERT_TRUE(body.system.multipliesByComponents());
  const auto products = body.products();
  EXPECT_LT(products.error(), 1e-13);
  EXPECT_GT(products.error(), 0) << "not summed in another order: the matrix was multiplied";
}

TEST(ComponentProduct, IsThatOfTheMatrix) {
  for (const std::string method : {"large", "polar", "small"})
    for (const std::string& held : {std::string(), constraints}) {
      SCOPED_TRACE(method + held);
      Body body(grid + state + mass + "<HexahedronFEMForceField youngModulus='500' poissonRatio='0.3' method='" +
                method + "' rayleighStiffness='0.2'/>" + held);
      expectComponents(body);
    }
}

TEST(ComponentProduct, LeavesConstrainedUnknownsAsTheyAre) {
  Body body(grid + state + mass + hexahedra + constraints);
  ASSERT_TRUE(body.system.multipliesByComponents());
  const auto products = body.products();
  const auto p = body.dofs().hostRead(vec::dx);
  for (const std::size_t i : {0, 1, 2, 3, 5, 6, 8, 15, 17, 18, 20, 90, 92}) EXPECT_EQ(products.ofSystem[i], p[i]) << i;
  for (const std::size_t i : {9, 91}) EXPECT_NE(products.ofSystem[i], p[i]) << i;
}

TEST(ComponentProduct, TakesSeveralForcesAndMasses) {
  for (const std::string lumped :
       {"<DiagonalMass massDensity='2'/>", "<MeshMatrixMass massDensity='2' lumping='true'/>"}) {
    SCOPED_TRACE(lumped);
    Body body(grid + state + lumped + hexahedra + "<ConstantForceField indices='7' forces='1 2 3'/>" +
              "<ParallelHexahedronFEMForceField youngModulus='30' poissonRatio='0.3'/>" + constraints);
    expectComponents(body);
  }
}

TEST(ComponentProduct, WhatIsNotLightIsMultipliedByTheMatrix) {
  const std::string body = grid + state + hexahedra + constraints;
  const std::string mapped = "<MechanicalObject name='points' position='1.5 1 1  2 2 1'/><BarycentricMapping/>";
  const std::pair<const char*, std::string> cases[] = {
      {"springs", body + mass + "<StiffSpringForceField object1='@dofs' object2='@dofs' spring='0 9 5 0 1'/>"},
      {"springs to rest", body + mass + "<RestShapeSpringsForceField stiffness='3'/>"},
      {"a consistent mass", body + "<MeshMatrixMass massDensity='2'/>"},
      {"elements with mass",
       grid + state + "<HexahedronFEMForceFieldAndMass youngModulus='500' lumpedMass='true'/>" + constraints},
      {"stiffnesses that follow the shape",
       grid + state + mass + "<HexahedronFEMForceField youngModulus='500' updateStiffnessMatrix='true'/>"},
      {"matrices that are turned backwards", grid + state + mass + "<HexahedralFEMForceField youngModulus='500'/>"},
      {"a mapped force", body + mass + "<Node>" + mapped + "<RestShapeSpringsForceField stiffness='3'/></Node>"},
      {"a mapped mass", body + mass + "<Node>" + mapped + "<UniformMass vertexMass='1'/></Node>"},
      {"a mapping whose Jacobian changes",
       body + mass +
           "<Node><EdgeSetTopologyContainer name='lines' edges='7 8'/><MechanicalObject template='Vec1'/>"
           "<DistanceMapping topology='@lines'/></Node>"},
      {"elements that are no boxes",
       "<MeshTopology position='0 0 0 1 0 0 1.1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1.2 1' hexahedra='0 1 2 3 4 5 6 7'/>" +
           state + mass + hexahedra},
  };
  for (const auto& [what, scene] : cases) {
    SCOPED_TRACE(what);
    const CapturedMessages messages;
    Body all(scene);
    expectMatrix(all);
    EXPECT_EQ(messages.errors(""), 0u);
  }
}

TEST(ComponentProduct, WhatActsOnNothingDoesNotMatter) {
  Body body(grid + state + mass + hexahedra + constraints +
            "<Node><MechanicalObject position='1.5 1 1  2 2 1'/><BarycentricMapping/></Node>");
  expectComponents(body);
}

TEST(ComponentProduct, SeveralStatesAreMultipliedByTheMatrix) {
  Body body(grid + state + mass + hexahedra +
            "<Node><MechanicalObject position='0 0 9'/><UniformMass totalMass='1'/></Node>");
  EXPECT_FALSE(body.system.multipliesByComponents());
}

TEST(ComponentProduct, BodiesThatTouchAreMultipliedByTheMatrix) {
  Body body(grid + state + mass + hexahedra + constraints, {}, true);
  expectMatrix(body);
}

TEST(ComponentProduct, PartsOfTheMatrixAreMultipliedByTheMatrix) {
  for (const char* name : {"enableAssembly", "assembleStiffness", "assembleMass", "assembleDamping",
                           "assembleGeometricStiffness", "applyProjectiveConstraints", "applyMappedComponents"}) {
    SCOPED_TRACE(name);
    Body body(grid + state + mass + hexahedra + constraints,
              [&](MatrixLinearSystem& system) { system.findData(name)->read("false"); });
    expectMatrix(body);
  }
}

TEST(ComponentProduct, ATangentThatMovedIsNotThatOfTheMatrix) {
  Body body(grid + state + mass + hexahedra + constraints);
  ASSERT_TRUE(body.system.multipliesByComponents());
  for (auto& x : body.dofs().writeCoords(vec::position)) x = type::Vec3(x[0], -x[2], x[1]);
  body.linearise();
  expectMatrix(body);
  body.system.build(body.params);
  expectComponents(body);
  auto& fem = body.scene().first<component::solidmechanics::HexahedronFEMForceField>();
  fem.d_youngModulus.set({900});
  fem.reinit();
  expectMatrix(body);
  body.system.build(body.params);
  expectComponents(body);
}

TEST(ComponentProduct, DampingEditedAfterTheBuildIsNotThatOfTheMatrix) {
  Body body(grid + state + mass + hexahedra + constraints);
  for (const char* name : {"rayleighStiffness", "rayleighMass"}) {
    SCOPED_TRACE(name);
    for (const auto& component : body.scene().root->components())
      if (auto* data = component->findData(name)) data->read("0.7");
    expectMatrix(body);
    body.system.build(body.params);
    expectComponents(body);
  }
}

TEST(ComponentProduct, GivesTheSameBitsForAnyNumberOfThreads) {
  std::vector<std::vector<double>> results;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    Body body("<RegularGridTopology n='17 17 17' min='0 0 0' max='16 16 16'/>" + state + mass + hexahedra +
              constraints);
    EXPECT_TRUE(body.system.multipliesByComponents());
    results.push_back(body.products().ofSystem);
  }
  helper::setThreadCount(1);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace sofa::tests
