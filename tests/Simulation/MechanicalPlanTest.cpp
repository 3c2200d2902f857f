// SPDX-License-Identifier: Apache-2.0
// What is planned anew when the graph changes: nothing where the mechanics stay, contacts alone where they come and go;
// and that a changed scene goes on as the same scene, loaded.
#include "Sofa/Simulation/Mechanics/MechanicalPlan.h"

#include <gtest/gtest.h>

#include <functional>

#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Component/LinearSolver/SparseLDLSolver.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "SolidScenes.h"

namespace sofa::test {
namespace {

using component::collision::PenalityContactForceField;
using component::linearsolver::SparseLDLSolver;
using simulation::detectActivation;
using simulation::mechanicalPlan;
using simulation::MechanicalPlan;
using simulation::Node;
using simulation::planAnew;

const std::string ldl =
    "<EulerImplicitSolver rayleighStiffness='0.1' rayleighMass='0.1'/><SparseLDLSolver "
    "template='CompressedRowSparseMatrixMat3x3d'/>";
const std::string contactForce = "PenalityContactForceField";

struct Versions {
  std::size_t structure, unknowns, contacts;
  explicit Versions(MechanicalPlan& plan)
      : structure(plan.structureVersion()), unknowns(plan.unknownsVersion()), contacts(plan.contactsVersion()) {}
  bool operator==(const Versions&) const = default;
};

/// A beam of tetrahedra with a direct solver.
class Plan : public testing::Test {
 protected:
  Plan()
      : root(start(tetraBeam(4, 3, 3, ldl))),
        body(*root->children()[1]),
        solver(*body.local<SparseLDLSolver>()),
        plan(mechanicalPlan(body)) {
    steps(*root, 2);
  }
  std::size_t pattern() const { return solver.linearSystem()->matrix()->patternVersion(); }
  const double* addressOfVelocities() const {
    return body.local<core::BaseState>()->hostRead(core::vec::velocity).data();
  }
  /// Steps, and says whether anything was made anew.
  void expectNothingAnew() {
    const Versions before(plan);
    const auto analyses = solver.analyses(), places = pattern();
    const auto* velocities = addressOfVelocities();
    steps(*root, 1);
    EXPECT_TRUE(Versions(plan) == before);
    EXPECT_EQ(solver.analyses(), analyses);
    EXPECT_EQ(pattern(), places);
    EXPECT_EQ(addressOfVelocities(), velocities);
  }

  std::shared_ptr<Node> root;
  Node& body;
  SparseLDLSolver& solver;
  MechanicalPlan& plan;
};

TEST_F(Plan, isOnePerNodeAndTags) {
  EXPECT_EQ(&mechanicalPlan(body), &plan);
  auto& tagged = mechanicalPlan(body, {"mine"});
  EXPECT_NE(&tagged, &plan);
  EXPECT_EQ(&mechanicalPlan(body, {"mine"}), &tagged);
  EXPECT_NE(&mechanicalPlan(*root), &plan);
}

TEST_F(Plan, staysWhenAnEmptyNodeComesAndGoes) {
  for (auto* parent : {root.get(), &body}) {
    const auto child = parent->createChild("empty");
    expectNothingAnew();
    parent->removeChild(child.get());
    expectNothingAnew();
  }
}

TEST_F(Plan, staysWhenAVisualModelComesAndGoes) {
  const auto child = body.createChild("visual");
  child->add("OglModel", {{"name", "model"}, {"position", "0 0 0 1 0 0 0 1 0"}, {"triangles", "0 1 2"}})->init();
  child->add("IdentityMapping", {{"input", "@../dofs"}, {"output", "@model"}})->init();
  expectNothingAnew();
  const auto& state = *child->local<core::BaseState>();
  EXPECT_EQ(state.hostRead(core::vec::position)[1], body.local<core::BaseState>()->hostRead(core::vec::position)[1])
      << "but the model follows";
  body.removeChild(child.get());
  expectNothingAnew();
}

TEST_F(Plan, staysWhenAComponentWithoutMechanicsComesAndGoes) {
  const auto mesh = body.add("MeshTopology");
  expectNothingAnew();
  body.removeComponent(mesh.get());
  expectNothingAnew();
}

TEST_F(Plan, staysWhenTheMechanicsOfAnotherNodeChange) {
  const auto other = root->createChild("other");
  other->add("MechanicalObject", {{"position", "0 0 0"}})->init();
  expectNothingAnew();
}

TEST_F(Plan, knowsAContactThatComesAndGoes) {
  const Versions before(plan);
  const auto analyses = solver.analyses(), places = pattern();
  // Both ends on neighbouring points: the pattern of the body has room for it.
  auto& contact =
      dynamic_cast<core::BaseForceField&>(*body.add(contactForce, {{"object1", "@dofs"}, {"object2", "@dofs"}}));
  steps(*root, 1);
  const Versions with(plan);
  EXPECT_EQ(with.structure, before.structure);
  EXPECT_EQ(with.unknowns, before.unknowns);
  EXPECT_NE(with.contacts, before.contacts);
  body.removeComponent(&contact);
  steps(*root, 1);
  const Versions after(plan);
  EXPECT_EQ(after.structure, before.structure);
  EXPECT_NE(after.contacts, with.contacts);
  EXPECT_EQ(solver.analyses(), analyses);
  EXPECT_EQ(pattern(), places);
}

TEST_F(Plan, doesNotTakeAContactForTheOneThatLayThere) {
  for (int i = 0; i < 3; ++i) {
    const auto before = plan.contactsVersion();
    const auto contact = body.add(contactForce, {{"object1", "@dofs"}, {"object2", "@dofs"}});
    body.removeComponent(contact.get());
    body.add(contactForce, {{"object1", "@dofs"}, {"object2", "@dofs"}});
    EXPECT_NE(plan.contactsVersion(), before);
    auto* last = body.components().back().get();
    body.removeComponent(last);
  }
}

TEST_F(Plan, aForceThatFitsIntoThePatternKeepsTheSymbolicFactorisation) {
  const auto analyses = solver.analyses(), places = pattern();
  const auto structure = plan.structureVersion();
  const auto springs = body.add("RestShapeSpringsForceField", {{"points", "3 4"}, {"stiffness", "10"}});
  springs->init();
  steps(*root, 1);
  EXPECT_NE(plan.structureVersion(), structure);
  body.removeComponent(springs.get());
  steps(*root, 1);
  EXPECT_EQ(solver.analyses(), analyses);
  EXPECT_EQ(pattern(), places);
}

TEST_F(Plan, followsWhatMatters) {
  auto version = plan.structureVersion();
  const auto expectAnew = [&](const char* what) {
    EXPECT_NE(std::exchange(version, plan.structureVersion()), plan.structureVersion()) << what;
  };
  body.d_sleeping.set(true);
  detectActivation(*root);
  expectAnew("asleep");
  body.d_sleeping.set(false);
  detectActivation(*root);
  expectAnew("awake");
  auto child = body.createChild("mapped");
  child->add("MechanicalObject", {{"position", "0 0 0"}})->init();
  expectAnew("a state came");
  const auto mapping = child->add("SubsetMapping", {{"indices", "5"}});
  mapping->init();
  expectAnew("a mapping came");
  detectActivation(*root);
  version = plan.structureVersion();
  dynamic_cast<core::BaseMapping&>(*mapping).d_mapForces.set(false);
  detectActivation(*root);
  expectAnew("mapForces");
  child->removeComponent(mapping.get());
  expectAnew("a mapping went");
  const auto unknowns = plan.unknownsVersion();
  child->local<core::BaseState>()->resize(3);
  EXPECT_NE(plan.unknownsVersion(), unknowns);
  planAnew(*root);
  expectAnew("asked for");
}

/// A scene, an edit of it, and the scene with the edit done when it is loaded.
struct EditCase {
  const char* name;
  std::string before, after;
  std::function<void(Node&)> edit;
};

Node& child(Node& node, std::size_t i) { return *node.children().at(i); }
void init(core::Component& component) {
  component.init();
  component.bwdInit();
}

void removeLast(Node& node, const std::string& className) {
  for (auto i = node.components().size(); i-- > 0;)
    if (node.components()[i]->className() == className) {
      node.removeComponent(node.components()[i].get());
      return;
    }
  FAIL() << "there is no " << className;
}

const std::string points = "<MechanicalObject name='dofs' position='0 0 0  1 0.1 0  0.2 1 0.3  0.1 0.2 1'/>";
const std::string mass = "<UniformMass vertexMass='0.7'/>";
const std::string springs = "<SpringForceField spring='0 1 60 0.5 1.1  1 2 45 0.8 0.9  2 3 70 0.1 1.5  3 0 30 0.6 1'/>";
const std::string held = "<FixedProjectiveConstraint indices='0'/>";
const std::string load = "<ConstantForceField indices='1' forces='1 2 3'/>";
const std::string mappedLoad =
    "<MechanicalObject name='mapped' position='0 0 0'/>%<RestShapeSpringsForceField stiffness='8'/>"
    "<ConstantForceField forces='3 -1 1'/>";

std::string withMapping(const std::string& mapping) {
  std::string text = mappedLoad;
  return "<Node name='child'>" + text.replace(text.find('%'), 1, mapping) + "</Node>";
}

std::vector<EditCase> editCases(const std::string& solver) {
  const std::string body = solver + points + mass + springs + held;
  const std::string other = "<Node name='b'>" + solver + "<MechanicalObject name='dofs' position='3 0 0'/>" + mass +
                            "<ConstantForceField forces='0 1 1'/></Node>";
  const std::string between = "<SpringForceField object1='@a/dofs' object2='@b/dofs' spring='1 0 20 0.1 0.3'/>";
  return {
      {"massRemoved", body + mass, body, [](Node& root) { removeLast(child(root, 0), "UniformMass"); }},
      {"constraintRemoved", body + "<FixedProjectiveConstraint indices='3'/>", body,
       [](Node& root) { removeLast(child(root, 0), "FixedProjectiveConstraint"); }},
      {"forceAdded", body, body + load,
       [](Node& root) {
         init(*child(root, 0).add("ConstantForceField", {{"indices", "1"}, {"forces", "1 2 3"}}));
       }},
      {"springsAdded", body, body + "<SpringForceField spring='0 2 33 0.2 1  1 3 11 0 1'/>",
       [](Node& root) {
         init(*child(root, 0).add("SpringForceField", {{"spring", "0 2 33 0.2 1  1 3 11 0 1"}}));
       }},
      {"mappingAdded", body + "<Node name='child'/>", body + withMapping("<SubsetMapping indices='2'/>"),
       [](Node& root) {
         auto& node = child(child(root, 0), 0);
         init(*node.add("MechanicalObject", {{"name", "mapped"}, {"position", "0 0 0"}}));
         init(*node.add("SubsetMapping", {{"indices", "2"}}));
         const auto springs = node.add("RestShapeSpringsForceField", {{"stiffness", "8"}});
         init(*springs);
         init(*node.add("ConstantForceField", {{"forces", "3 -1 1"}}));
       }},
      {"mapForcesSwitched", body + withMapping("<SubsetMapping indices='2'/>"),
       body + withMapping("<SubsetMapping indices='2' mapForces='0'/>"),
       [](Node& root) { child(child(root, 0), 0).local<core::BaseMapping>()->d_mapForces.set(false); }},
      {"interactionOfTwoTrees", body + "</Node>" + other + "<Node>", body + "</Node>" + other + between + "<Node>",
       [](Node& root) {
         init(*root.add("SpringForceField",
                        {{"object1", "@a/dofs"}, {"object2", "@b/dofs"}, {"spring", "1 0 20 0.1 0.3"}}));
       }},
  };
}

std::string scene(const std::string& content) { return sceneAround("<Node name='a'>" + content + "</Node>"); }

/// Positions, velocities and rest positions of all states.
void copyStates(Node& from, Node& to) {
  std::vector<core::BaseState*> sources, targets;
  from.collectDown(sources);
  to.collectDown(targets);
  ASSERT_EQ(sources.size(), targets.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto copy = [&](auto id) { std::ranges::copy(sources[i]->hostRead(id), targets[i]->hostWrite(id).begin()); };
    copy(core::vec::position);
    copy(core::vec::velocity);
    copy(core::vec::restPosition);
  }
}

void expectAsLoaded(const EditCase& edit) {
  SCOPED_TRACE(edit.name);
  const auto edited = start(scene(edit.before)), loaded = start(scene(edit.after));
  steps(*edited, 3);
  edit.edit(*edited);
  steps(*edited, 1);
  copyStates(*edited, *loaded);
  steps(*edited, 4);
  steps(*loaded, 4);
  EXPECT_EQ(bits(*edited), bits(*loaded));
}

TEST(EditedScene, goesOnAsTheSameSceneLoaded) {
  for (const auto& solver : {ldl, implicitSolver, std::string("<RungeKutta4Solver/>")}) {
    SCOPED_TRACE(solver);
    for (const auto& edit : editCases(solver)) expectAsLoaded(edit);
  }
}

TEST(EditedScene, followsATagThatChanges) {
  const auto text = [](const std::string& tag) {
    return scene(
        "<EulerExplicitSolver tags='mine'/><MechanicalObject tags='mine' position='0 0 0'/>"
        "<UniformMass tags='mine' vertexMass='1'/><ConstantForceField tags='mine' forces='1 0 0'/>"
        "<ConstantForceField name='second' tags='" +
        tag + "' forces='0 1 0'/>");
  };
  const auto edited = start(text("mine")), loaded = start(text("other"));
  steps(*edited, 2);
  child(*edited, 0).components().back()->d_tags.set({"other"});
  copyStates(*edited, *loaded);
  steps(*edited, 3);
  steps(*loaded, 3);
  EXPECT_EQ(bits(*edited), bits(*loaded));
}

TEST(EditedScene, followsAStateThatIsResized) {
  const std::string rest = mass + "<ConstantForceField indices='0' forces='1 2 3'/>";
  const auto text = [&](const std::string& position) {
    return scene(ldl + "<MechanicalObject position='" + position + "'/>" + rest);
  };
  const auto edited = start(text("0 0 0  1 0 0  2 0 0")), loaded = start(text("0 0 0  1 0 0"));
  steps(*edited, 2);
  child(*edited, 0).local<core::BaseState>()->resize(2);
  copyStates(*edited, *loaded);
  steps(*edited, 3);
  steps(*loaded, 3);
  EXPECT_EQ(bits(*edited), bits(*loaded));
}

/// Two bodies of two points each, tied by a spring of zero stiffness within, in one system.
class Contacts : public testing::Test {
 protected:
  using Vec3State = core::State<type::Vec3Types>;
  static std::string bodyText(const char* name, const char* points) {
    return "<Node name='" + std::string(name) + "'><MechanicalObject name='dofs' position='" + points + "'/>" + mass +
           "<SpringForceField spring='0 1 0 0 1'/></Node>";
  }
  Contacts()
      : root(start(scene("<EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>" +
                         bodyText("x", "0 0 0  0 1 0") + bodyText("y", "1 0 0  1 1 0")))),
        body(child(*root, 0)),
        solver(*body.local<SparseLDLSolver>()) {
    steps(*root, 1);
  }
  Vec3State& state(std::size_t i) { return *child(body, i).local<Vec3State>(); }
  /// Pushes two points apart along x by springs that are far from loose.
  std::shared_ptr<PenalityContactForceField> touch(Vec3State& first, type::Index i, Vec3State& second, type::Index j) {
    auto force = std::make_shared<PenalityContactForceField>();
    force->setClass(contactForce, PenalityContactForceField::staticTemplateName());
    force->setName("contact");
    force->l_object1.set(&first);
    force->l_object2.set(&second);
    force->setValid();
    force->add({i, j, type::Vec3(1, 0, 0), 5, stiffness});
    body.addComponent(force);
    return force;
  }
  Eigen::MatrixXd matrix() const { return solver.linearSystem()->matrix()->dense(); }
  std::size_t pattern() const { return solver.linearSystem()->matrix()->patternVersion(); }
  /// The part of a contact along x of the unknowns p and q.
  Eigen::MatrixXd expected(int p, int q) const {
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(12, 12);
    const double k = 0.02 * 0.02 * stiffness;
    m(p, p) += k;
    m(q, q) += k;
    m(p, q) -= k;
    m(q, p) -= k;
    return m;
  }

  static constexpr double stiffness = 30;
  std::shared_ptr<Node> root;
  Node& body;
  SparseLDLSolver& solver;
};

TEST_F(Contacts, addTheirTermsInPlaceWhereTheBodiesHaveRoom) {
  const auto alone = matrix();
  const auto analyses = solver.analyses(), places = pattern();
  const auto contact = touch(state(0), 0, state(0), 1);
  for (int i = 0; i < 2; ++i) {
    steps(*root, 1);
    EXPECT_NEAR((matrix() - alone - expected(0, 3)).norm(), 0, 1e-12);
    EXPECT_EQ(pattern(), places);
  }
  body.removeComponent(contact.get());
  steps(*root, 1);
  EXPECT_EQ(matrix(), alone);
  EXPECT_EQ(pattern(), places);
  EXPECT_EQ(solver.analyses(), analyses);
}

TEST_F(Contacts, areAddedToTheBodiesWhereTheyJoinThem) {
  const auto alone = matrix();
  const auto places = pattern();
  const auto contact = touch(state(0), 1, state(1), 0);
  steps(*root, 1);
  EXPECT_NEAR((matrix() - alone - expected(3, 6)).norm(), 0, 1e-12);
  const auto joined = pattern();
  EXPECT_NE(joined, places);
  const auto second = touch(state(0), 0, state(0), 1);
  steps(*root, 1);
  EXPECT_NEAR((matrix() - alone - expected(3, 6) - expected(0, 3)).norm(), 0, 1e-12);
  EXPECT_EQ(pattern(), joined) << "the second brings no new place";
  body.removeComponent(contact.get());
  steps(*root, 1);
  EXPECT_NEAR((matrix() - alone - expected(0, 3)).norm(), 0, 1e-12);
  EXPECT_EQ(pattern(), places) << "that of the bodies";
  body.removeComponent(second.get());
  steps(*root, 1);
  EXPECT_EQ(matrix(), alone);
}

TEST_F(Contacts, actOnMappedStatesThroughTheirMapping) {
  auto& mapped = *body.children()[0]->createChild("mapped");
  init(*mapped.add("MechanicalObject", {{"position", "0 0 0"}}));
  init(*mapped.add("SubsetMapping", {{"indices", "1"}}));
  steps(*root, 1);
  const auto alone = matrix();
  auto& point = dynamic_cast<Vec3State&>(*mapped.local<core::BaseState>());
  const auto contact = touch(point, 0, state(1), 1);
  for (int i = 0; i < 2; ++i) {
    steps(*root, 1);
    EXPECT_NEAR((matrix() - alone - expected(3, 9)).norm(), 0, 1e-12);
  }
  body.removeComponent(contact.get());
  steps(*root, 1);
  EXPECT_EQ(matrix(), alone);
}

TEST_F(Contacts, mappedBodiesKeepTheirPatternWhenForcesChange) {
  auto& mapped = *body.children()[0]->createChild("mapped");
  init(*mapped.add("MechanicalObject", {{"name", "points"}, {"position", "0 0 0 0 1 0"}}));
  init(*mapped.add("SubsetMapping", {{"indices", "0 1"}}));
  init(
      *mapped.add("SpringForceField", {{"object1", "@points"}, {"object2", "@/a/y/dofs"}, {"spring", "0 0 20 0 0.5"}}));
  steps(*root, 1);
  const auto joins = [&] {
    return solver.linearSystem()->matrix()->find(0, 2) != linearalgebra::BlockMatrix::notStored;
  };
  EXPECT_TRUE(joins());
  const auto places = pattern();
  const auto analyses = solver.analyses();
  const auto load = child(body, 1).add("ConstantForceField", {{"forces", "0 0 1"}});
  init(*load);
  steps(*root, 1);
  body.children()[1]->removeComponent(load.get());
  steps(*root, 1);
  EXPECT_EQ(pattern(), places);
  EXPECT_EQ(solver.analyses(), analyses);
  body.children()[0]->removeChild(&mapped);
  steps(*root, 1);
  EXPECT_FALSE(joins()) << "the spring went, and its places with it";
}

}  // namespace
}  // namespace sofa::test
