// SPDX-License-Identifier: Apache-2.0
// Matrices of systems with mapped states: J^T K J along every path equals the product made by the components.
#include "CapturedMessages.h"
#include "Component/LinearSystem/ComponentMatrices.h"
#include "Component/LinearSystem/SampleScenes.h"
#include "Component/SceneText.h"
#include "Sofa/Component/LinearSystem/MatrixFreeSystem.h"
#include "Sofa/Component/LinearSystem/MatrixLinearSystem.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::tests {
namespace {

namespace vec = core::vec;

/// x_out = sum over the inputs of factor x_in.
class SumMapping : public core::BaseMapping {
 public:
  using State = core::State<type::Vec3Types>;
  std::vector<std::pair<State*, double>> terms;
  std::vector<State*> out;

  SumMapping() { setClass("SumMapping"); }
  std::vector<core::BaseState*> inputs() const override {
    std::vector<core::BaseState*> all;
    for (const auto& [state, factor] : terms) all.push_back(state);
    return all;
  }
  std::vector<core::BaseState*> outputs() const override { return {out.begin(), out.end()}; }
  void mapPositions(core::VecCoordId o, core::VecCoordId i) override {
    for (std::size_t k = 0; k < out.size(); ++k) {
      auto& x = out[k]->writeCoords(o);
      x.assign(out[k]->size(), type::Vec3::Zero());
      for (const auto& [state, factor] : terms)
        for (std::size_t j = 0; j < x.size(); ++j) x[j] += (k + 1.) * factor * state->coords(i)[j];
    }
  }
  void mapVelocities(core::VecDerivId o, core::VecDerivId i) override {
    for (std::size_t k = 0; k < out.size(); ++k) {
      auto& v = out[k]->writeDerivs(o);
      v.assign(out[k]->size(), type::Vec3::Zero());
      for (const auto& [state, factor] : terms)
        for (std::size_t j = 0; j < v.size(); ++j) v[j] += (k + 1.) * factor * state->derivs(i)[j];
    }
  }
  void accumulateForces(core::VecDerivId i, core::VecDerivId o) override {
    for (std::size_t k = 0; k < out.size(); ++k)
      for (const auto& [state, factor] : terms)
        for (std::size_t j = 0; j < out[k]->size(); ++j)
          state->writeDerivs(i)[j] += (k + 1.) * factor * out[k]->derivs(o)[j];
  }
};

/// The assembled matrix of a scene and the same matrix found from products.
struct Matrices {
  DenseMatrix assembled, products;
};

Matrices matricesOf(simulation::Node& root, double m = 1.5, double b = -.2, double k = -.7) {
  simulation::MechanicalOperations ops;
  ops.bind(root);
  core::MechanicalParams params;
  ops.computeForceAndLinearise(params, vec::force);
  params.mFactor = m;
  params.bFactor = b;
  params.kFactor = k;

  component::linearsystem::MatrixLinearSystem assembled;
  assembled.setClass("MatrixLinearSystem");
  assembled.bind(root, {});
  assembled.build(params);
  component::linearsystem::MatrixFreeSystem free;
  free.bind(root, {});
  free.build(params);

  const States states(assembled.states().begin(), assembled.states().end());
  const int n = scalars(states);
  Matrices result{assembled.matrix()->dense(), DenseMatrix(n, n)};
  for (int j = 0; j < n; ++j) {
    scatter(states, vec::dx, DenseVector::Unit(n, j));
    clear(states, vec::dforce);
    free.multiply(vec::dforce, vec::dx);
    result.products.col(j) = gather(states, vec::dforce);
  }
  return result;
}

void expectEqual(const std::string& body) {
  const Scene scene(body);
  const auto m = matricesOf(*scene.root);
  EXPECT_GT(m.assembled.rows(), 0);
  expectClose(m.assembled, m.products, 1e-12, body);
}

/// Both ways of solving end at the same place.
void expectSameSteps(const std::string& body) {
  const auto run = [&](const std::string& solver) {
    const CapturedMessages silence;
    const Scene scene("<EulerImplicitSolver rayleighStiffness='.1' rayleighMass='.1'/>" + solver + body,
                      "dt='.02' gravity='0 -9.81 0'");
    scene.step(5);
    std::vector<double> x;
    for (auto* node : scene.root->order())
      if (auto* state = core::localMechanicalState(*node))
        for (const double c : state->hostRead(vec::position)) x.push_back(c);
    return DenseVector(Eigen::Map<DenseVector>(x.data(), static_cast<Eigen::Index>(x.size())));
  };
  const auto free = run("<CGLinearSolver iterations='1000' tolerance='1e-15' threshold='1e-40'/>");
  const auto assembled = run("<SparseLDLSolver/>");
  ASSERT_EQ(free.size(), assembled.size());
  EXPECT_TRUE(free.allFinite());
  EXPECT_LT((free - assembled).cwiseAbs().maxCoeff(), 1e-10) << body;
}

void expectSame(const std::string& body) {
  expectEqual(body);
  expectSameSteps(body);
}

const std::string points = stateText("Vec3d", 5, "name='x'") + "<UniformMass vertexMass='1.5'/>";
const std::string springsOf5 =
    "<SpringForceField spring='0 1 50 1 .8 1 2 40 1 .7 2 3 30 1 .6 3 4 20 0 .6 0 4 20 0 3'/>";
const std::string bodies =
    stateText("Rigid3d", 3, "name='q'") + "<UniformMass vertexMass='2 1 1.2 .1 .2 .1 1.5 .3 .2 .3 2'/>";

std::string node(const std::string& name, const std::string& content) {
  return "<Node name='" + name + "'>" + content + "</Node>";
}

TEST(MappedSystem, SpringsMassAndDampingOnMappedPoints) {
  expectSame(points + springsOf5 +
             node("child",
                  "<MechanicalObject name='y'/><SubsetMapping indices='4 1 1 2' handleTopologyChange='0'/>"
                  "<SpringForceField spring='0 1 20 1 .5 2 3 15 1 .5 0 3 10 0 .4'/><UniformMass vertexMass='.7'/>"
                  "<UniformVelocityDampingForceField dampingCoefficient='.4' implicit='1'/>"));
}

TEST(MappedSystem, NothingButMappedComponents) {
  expectSame(
      stateText("Vec3d", 5, "name='x'") +
      node("child", "<MechanicalObject name='y'/><IdentityMapping/><UniformMass vertexMass='.7'/>" + springsOf5));
}

TEST(MappedSystem, AChainOfThreeMappings) {
  expectSame(
      bodies +
      node("a",
           stateText("Vec3d", 6, "name='y'") + "<RigidMapping rigidIndexPerPoint='0 1 2 1 0 2'/>" +
               node("b", "<MechanicalObject name='z'/><SubsetMapping indices='5 0 3 2' handleTopologyChange='0'/>" +
                             node("c",
                                  "<MechanicalObject name='w'/><IdentityMapping/>"
                                  "<SpringForceField spring='0 1 20 0 .5 2 3 15 0 .5 0 3 10 0 .4'/>"))));
}

TEST(MappedSystem, TwoMappedStatesBoundToEachOtherAndToTheirParent) {
  expectSame(points + springsOf5 +
             node("a", "<MechanicalObject name='y'/><SubsetMapping indices='4 1 2' handleTopologyChange='0'/>") +
             node("b", "<MechanicalObject name='z'/><SubsetMapping indices='0 3' handleTopologyChange='0'/>") +
             "<SpringForceField object1='@a/y' object2='@b/z' spring='0 1 20 0 .5 2 0 15 0 .5 1 1 9 0 .2'/>"
             "<SpringForceField object1='@b/z' object2='@x' spring='1 2 12 0 .5 0 4 8 0 .5'/>");
}

TEST(MappedSystem, BodiesBesidePoints) {
  // Blocks of three: bodies are two of them.
  expectSame(
      node("bodies",
           bodies + node("arms", stateText("Vec3d", 4, "name='y'") + "<RigidMapping rigidIndexPerPoint='0 1 2 1'/>"
                                                                     "<SpringForceField spring='0 1 20 0 .5'/>")) +
      node("points", points + springsOf5) +
      "<SpringForceField object1='@bodies/arms/y' object2='@points/x' spring='0 1 20 0 .5 2 0 15 0 .5 3 4 9 0 .2'/>");
}

TEST(MappedSystem, PointsOfThePlaneOnBodies) {
  // No common block but the real.
  expectSame(stateText("Rigid2d", 2, "name='q'") + "<UniformMass vertexMass='2 1 .5'/>" +
             node("child", stateText("Vec2d", 3, "name='y'") +
                               "<RigidMapping rigidIndexPerPoint='0 1 1'/>"
                               "<SpringForceField template='Vec2d' spring='0 1 20 0 .5 0 2 30 0 .1'/>"));
}

TEST(MappedSystem, LengthsOfEdges) {
  expectSame("<MeshTopology name='mesh' edges='0 1 1 2 2 3 3 4 4 0'/>" + points +
             node("child",
                  "<MechanicalObject template='Vec1d' name='lengths'/>"
                  "<DistanceMapping topology='@../mesh' geometricStiffness='None'/>"
                  "<RestShapeSpringsForceField stiffness='40'/>"));
}

TEST(MappedSystem, LengthsLeaveTheBlocksOfPointsWhole) {
  const Scene scene("<EulerImplicitSolver/><SparseLDLSolver/><MeshTopology name='mesh' edges='0 1 1 2 2 3'/>" + points +
                    node("child",
                         "<MechanicalObject template='Vec1d' name='lengths'/><DistanceMapping topology='@../mesh'/>"
                         "<RestShapeSpringsForceField stiffness='40'/>"));
  scene.step(1);
  const auto& system = scene.first<component::linearsystem::MatrixLinearSystem>();
  EXPECT_EQ(system.matrix()->blockSize(), 3);
  EXPECT_NE(system.matrix()->value(0, 3), 0);
}

TEST(MappedSystem, PointsInTetrahedra) {
  expectSame("<MeshTopology name='mesh' tetrahedra='0 1 2 3 1 2 3 4'/>" + points +
             node("child",
                  "<MechanicalObject name='y' position='.3 .1 0 1.2 .2 .1 2 0 0'/><BarycentricMapping/>"
                  "<SpringForceField spring='0 1 20 0 .5 2 1 30 0 .1'/><UniformMass vertexMass='.3'/>"));
}

TEST(MappedSystem, ExactGeometricStiffness) {
  const std::string body =
      bodies + node("child", stateText("Vec3d", 4, "name='y'") +
                                 "<RigidMapping rigidIndexPerPoint='0 1 2 1' geometricStiffness='Exact'/>"
                                 "<ConstantForceField forces='1 2 -3  -1 .5 2  .3 .4 -.5  1 1 1'/>");
  const Scene scene(body);
  const auto m = matricesOf(*scene.root);
  expectClose(m.assembled, m.products, 1e-13, body);
  EXPECT_GT((m.assembled - m.assembled.transpose()).norm(), .1) << "the exact one is not symmetric";
}

TEST(MappedSystem, SeveralPathsInputsAndOutputs) {
  const Scene scene(
      points + springsOf5 + node("a", "<MechanicalObject name='y'/><IdentityMapping/>") +
      node("b", "<MechanicalObject name='z'/><SubsetMapping indices='4 3 2 1 0' handleTopologyChange='0'/>") +
      node("main", stateText("Vec3d", 5, "name='u'") + "<UniformMass vertexMass='2'/>") +
      node("sum", stateText("Vec3d", 5, "name='s'") + springsOf5 + node("other", stateText("Vec3d", 5, "name='t'"))) +
      "<SpringForceField object1='@sum/s' object2='@sum/other/t' spring='0 1 20 0 .5 2 0 15 0 .5 4 3 9 0 .2'/>");
  const auto state = [&](const std::string& path) {
    core::Node* at = scene.root.get();
    for (const char* name : {"a", "b", "main", "sum", "other"})
      if (path.find(std::string(name) + "/") != std::string::npos)
        for (const auto& child : at->children())
          if (child->name() == name) {
            at = child.get();
            break;
          }
    return dynamic_cast<SumMapping::State*>(core::localMechanicalState(*at));
  };
  auto mapping = std::make_shared<SumMapping>();
  mapping->terms = {{state("a/"), 1.}, {state("b/"), -.5}, {state("main/"), .25}};
  mapping->out = {state("sum/"), state("sum/other/")};
  for (const auto& child : scene.root->children())
    if (child->name() == "sum") child->addComponent(mapping);
  mapping->mapPositions(vec::position, vec::position);
  const auto m = matricesOf(*scene.root);
  EXPECT_EQ(m.assembled.rows(), 30);
  expectClose(m.assembled, m.products, 1e-12, "paths");
  EXPECT_GT(m.assembled.block(0, 15, 15, 15).norm(), .1) << "the main states are coupled";
}

TEST(MappedSystem, ForcesThatAreNotMappedStillCountInAMatrix) {
  // As in reference trajectories (docs/manual/solvers.md, "Mapped states"): J^T K J does not ask for mapForces,
  // products do.
  const Scene scene(points + node("child",
                                  "<MechanicalObject name='y'/><IdentityMapping mapForces='0'/>"
                                  "<UniformMass vertexMass='.5'/>"));
  const auto m = matricesOf(*scene.root, 1, 0, 0);
  expectClose(m.assembled, 2 * DenseMatrix::Identity(15, 15), 1e-14, "assembled");
  expectClose(m.products, 1.5 * DenseMatrix::Identity(15, 15), 1e-14, "products");
}

TEST(MappedSystem, FollowsPositionsAndIndices) {
  const Scene scene(bodies +
                    node("child", stateText("Vec3d", 3, "name='y'") + "<RigidMapping rigidIndexPerPoint='0 1 2'/>" +
                                      node("some",
                                           "<MechanicalObject name='z'/><SubsetMapping name='subset' indices='0 2' "
                                           "handleTopologyChange='0'/><SpringForceField spring='0 1 20 0 .5'/>")));
  auto* subset = dynamic_cast<core::BaseMapping*>(scene.root->children()[0]->children()[0]->local<core::BaseMapping>());
  component::linearsystem::MatrixLinearSystem system;
  system.bind(*scene.root, {});
  const auto check = [&](const std::string& what) {
    simulation::MechanicalOperations ops;
    ops.bind(*scene.root);
    ops.propagatePosition(vec::position);
    ops.computeForceAndLinearise({}, vec::force);
    core::MechanicalParams params;
    params.kFactor = 1;
    system.build(params);
    expectClose(system.matrix()->dense(), matricesOf(*scene.root, 0, 0, 1).products, 1e-13, what);
  };
  check("at first");
  const SavedPositions x({&scene.state<type::Rigid3Types>()});
  x.move(randomVector(18, 3), .5);
  check("moved");
  subset->findData("indices")->read("1 2");
  check("other indices");
}

}  // namespace
}  // namespace sofa::tests
