// SPDX-License-Identifier: Apache-2.0
// Creation of components; attributes of an element and the order in which they act.
#include "Sofa/Core/Service/ObjectFactory.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "SampleComponents.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/Service/FormerNames.h"
#include "Sofa/Core/Service/ReferenceComponents.h"
#include "Sofa/Core/Service/TemplateNames.h"

namespace sofa::test {
namespace {

using core::Component;
using core::ComponentDescription;
using core::Node;
using simulation::Node;
using tests::CapturedMessages;

/// Can be created if the node's name says so.
template <int N>
class Chosen : public Component {
 public:
  static std::string staticTemplateName() { return "T" + std::to_string(N); }
  static bool canCreate(Node& node, const ComponentDescription&, std::string& why) {
    if (node.name().find(std::to_string(N)) != std::string::npos) return true;
    why = "the node is not for " + std::to_string(N);
    return false;
  }
};

const auto sample = core::Register("FactorySample", "Tests", "for tests").add<Sample>();
const auto withDefault =
    core::Register("FactoryDefault", "Tests", "").add<Chosen<3>>().add<Chosen<2>>(true).add<Chosen<1>>();
const auto without = core::Register("FactoryNoDefault", "Tests", "").add<Chosen<2>>().add<Chosen<1>>();

/// Has what another version had a use for.
class Settled : public Component {
 public:
  core::Data<int> d_passes{this, "passes", 3, "no effect: there is one pass"};
  core::Data<double> d_blur{this, "blur", 0.1, "no effect: there is one pass"};
  core::Data<bool> d_cached{this, "cached", false, "kept for scenes that set it; affects speed only"};
  core::Link<Component> l_owner{this, "owner", "no effect: it belongs to nobody"};
};
const auto settled = core::Register("FactorySettled", "Tests", "").add<Settled>();

/// Lacks something that it needs to be, or to take its attributes.
class Poor : public Component {
 public:
  Poor() {
    if (lacksLibrary) throw std::runtime_error("libNeeded.so cannot be loaded. Install it anew.");
  }
  static inline bool lacksLibrary = false;

 protected:
  void parseExtra(ComponentDescription&) override { throw std::bad_alloc(); }
};
const auto poor = core::Register("FactoryPoor", "Tests", "").add<Poor>();

class Factory : public testing::Test {
 protected:
  std::shared_ptr<Node> node = Node::createRoot();
  CapturedMessages said;

  std::string create(const std::string& nodeName, const std::string& type, const std::string& templ) {
    node->setName(nodeName);
    ComponentDescription d(type);
    if (!templ.empty()) d.set("template", templ);
    const auto made = node->add(std::move(d));
    return made ? made->templateName() : "nothing";
  }
};

TEST_F(Factory, theDefaultTemplateComesFirst) {
  EXPECT_EQ(create("123", "FactoryDefault", ""), "T2");
  EXPECT_EQ(create("123", "FactoryDefault", "T1"), "T1");
  EXPECT_TRUE(said.messages.empty());
}

TEST_F(Factory, ifTheDefaultIsImpossibleTheOthersAreTriedAlphabetically) {
  EXPECT_EQ(create("13", "FactoryDefault", ""), "T1");
  EXPECT_EQ(said.warnings("used T1 in the list: T1, T3"), 1u);
  EXPECT_EQ(create("3", "FactoryDefault", ""), "T3");
  EXPECT_EQ(said.messages.size(), 1u) << "a single candidate is no ambiguity";
}

TEST_F(Factory, withoutADefaultSeveralCandidatesAreWorthAWarning) {
  EXPECT_EQ(create("12", "FactoryNoDefault", ""), "T1");
  EXPECT_EQ(said.warnings("Template '' incorrect, used T1 in the list: T1, T2"), 1u);
}

TEST_F(Factory, anotherTemplateThanTheOneAskedForIsAnError) {
  EXPECT_EQ(create("2", "FactoryDefault", "T1"), "T2");
  EXPECT_EQ(said.errors("Requested template 'T1' is not compatible with the current context. Falling back to the first "
                        "compatible template: 'T2'."),
            1u);
  EXPECT_EQ(create("2", "FactoryDefault", "T9"), "T2");
  EXPECT_EQ(
      said.errors(
          "Requested template 'T9' cannot be found in the list of available templates [T1, T2, T3]. Falling back"),
      1u);
}

TEST_F(Factory, ofAClassWithoutTemplatesOnlyUnknownDataTypesAreTold) {
  create("node", "FactorySample", "Vec3q");
  ASSERT_EQ(said.messages.size(), 1u);
  EXPECT_EQ(said.messages[0].severity, helper::Severity::Warning);
  EXPECT_EQ(said.messages[0].text.find("template=\"Vec3q\" has no effect: FactorySample has no templates, and 'Vec3q' "
                                       "is no data type. Did you mean"),
            0u)
      << said.messages[0].text;
  EXPECT_NE(said.messages[0].text.find("Vec3d"), std::string::npos);
  create("node", "FactorySample", "Vec3d,Tetrahedrn");
  EXPECT_EQ(said.warnings("'Tetrahedrn' is no data type. Did you mean \"Tetrahedron\""), 1u);
  said.messages.clear();
  // Types of this version, of SOFA, and of scenes from before.
  for (const char* name : {"Vec3", "Vec3d", "Rigid3,Vec3", "Vec3d,Tetrahedron", "vector<Vec3d>", "fixed_array<I,3>",
                           "CompressedRowSparseMatrix", "BTDMatrix6d", "string", "bool", "T1", "ExtVec3f", "ExtVec3",
                           "CudaVec3f", "CudaVec3f1", "CudaRigid3f", "Vec3f,ExtVec3f"})
    create("node", "FactorySample", name);
  for (const auto& message : said.messages)
    if (message.text.find("deprecated") == std::string::npos) ADD_FAILURE() << message.text;
}

TEST_F(Factory, whatAConstructorThrowsIsTold) {
  Poor::lacksLibrary = true;
  EXPECT_EQ(create("node", "FactoryPoor", ""), "nothing");
  Poor::lacksLibrary = false;
  ASSERT_EQ(said.messages.size(), 1u);
  EXPECT_EQ(said.errors("Object type FactoryPoor was not created: libNeeded.so cannot be loaded. Install it anew."),
            1u);
  EXPECT_EQ(node->components().size(), 1u) << "the element stays, for whoever has what it takes";
}

TEST_F(Factory, whatIsThrownWhileAttributesAreTakenIsTold) {
  node->add("FactoryPoor", {{"name", "poor"}});
  ASSERT_EQ(said.messages.size(), 1u);
  EXPECT_EQ(said.errors("Its attributes cannot be taken: there is not enough memory"), 1u);
  EXPECT_EQ(said.messages[0].path, "/poor");
}

TEST_F(Factory, whatCannotBeCreatedIsReplacedByAnInfo) {
  EXPECT_EQ(create("none", "FactoryDefault", ""), "nothing");
  EXPECT_EQ(said.errors("Object type FactoryDefault was not created"), 1u);
  EXPECT_EQ(said.errors("with template 'T2': the node is not for 2"), 1u);
  EXPECT_EQ(said.errors("with template 'T1': the node is not for 1"), 1u);
  ASSERT_EQ(node->components().size(), 1u);
  EXPECT_EQ(node->components()[0]->name(), "Not created (FactoryDefault)");
}

TEST_F(Factory, unknownNamesGetTheNearestOnes) {
  EXPECT_EQ(create("x", "MechanicalObjct", "Vec3"), "nothing");
  EXPECT_EQ(said.errors("Object type MechanicalObjct<Vec3> was not created. The component 'MechanicalObjct' cannot be "
                        "found in the factory. "
                        "But the following object(s) exist: MechanicalObject"),
            1u);
  EXPECT_EQ(create("x", "Zzzzzzzzzz", ""), "nothing");
  EXPECT_EQ(said.errors("following object(s)"), 1u) << "nothing is near";
}

TEST_F(Factory, removedNamesSayWhatToWrite) {
  create("x", "Mesh", "");
  EXPECT_EQ(said.errors("removed in SOFA v24.12. Write MeshTopology instead of Mesh."), 1u);
  create("x", "SphereModel", "");
  EXPECT_EQ(said.errors("SphereCollisionModel"), 1u);
  create("x", "SparseLUSolver", "");
  EXPECT_EQ(said.errors("CSparseSolvers"), 1u);
  create("x", "GenericConstraintSolver", "");
  EXPECT_EQ(said.errors("BlockGaussSeidelConstraintSolver"), 1u);
}

TEST_F(Factory, renamedNamesAreAccepted) {
  node->add("MechanicalObject", {{"position", "0 0 0"}});
  const auto fixed = node->add("FixedConstraint", {{"indices", "0"}});
  ASSERT_TRUE(fixed);
  EXPECT_EQ(fixed->className(), "FixedProjectiveConstraint");
  EXPECT_EQ(fixed->name(), "FixedProjectiveConstraint1");
  EXPECT_TRUE(said.messages.empty());
}

TEST_F(Factory, attributesThatLostTheirEffectAreToldWithTheRemedy) {
  node->add("MechanicalObject", {{"position", "0 0 0"}});
  const auto mass = node->add("UniformMass", {{"totalMass", "1"}, {"compute_mapping_inertia", "1"}});
  ASSERT_TRUE(mass);
  EXPECT_EQ(mass->findData("compute_mapping_inertia"), nullptr);
  EXPECT_EQ(said.count(helper::Severity::Deprecated, "Attribute 'compute_mapping_inertia' has no effect: "), 1u);
  EXPECT_EQ(said.warnings("Unused Attribute"), 0u);
}

TEST_F(Factory, dataWithoutEffectAreToldTogetherWhereTheSceneAsksForMore) {
  const auto object = node->add("FactorySettled", {{"passes", "4"}, {"blur", "0.2"}, {"cached", "1"}});
  EXPECT_EQ(object->findData("passes")->text(), "4");  // links may read it
  EXPECT_EQ(said.messages.size(), 1u);
  EXPECT_EQ(said.warnings("passes, blur have no effect: there is one pass."), 1u);
}

TEST_F(Factory, usualValuesOfDataWithoutEffectAreNotTold) {
  node->add("FactorySettled", {{"passes", " 3 "}, {"blur", "1e-1"}});
  EXPECT_TRUE(said.messages.empty());
  const auto source = node->add("FactorySettled", {{"name", "source"}});
  node->add("FactorySettled", {{"src", "@source"}});  // what comes along with others is not asked for
  EXPECT_TRUE(said.messages.empty());
  node->add("FactorySettled", {{"passes", "@source.passes"}, {"owner", "@source"}});
  EXPECT_EQ(said.warnings("passes has no effect: there is one pass."), 1u);
  EXPECT_EQ(said.warnings("owner has no effect: it belongs to nobody."), 1u);
  EXPECT_EQ(said.messages.size(), 2u);
}

TEST_F(Factory, noFormerNameIsAnotherClass) {
  const auto& factory = core::ObjectFactory::instance();
  for (const auto& [name, entry] : factory.entries())
    EXPECT_EQ(factory.formerName(name), nullptr) << name << " is a class and a former name";
}

TEST_F(Factory, classesThatAreHereTellTheirFormerNamesThemselves) {
  const auto& factory = core::ObjectFactory::instance();
  for (const auto& [name, entry] : factory.entries())
    for (const auto& former : core::formerReferenceNames(name))
      EXPECT_NE(factory.formerName(former), core::formerReferenceName(former))
          << name << " should be registered with .wasCalled(\"" << former << "\")";
}

TEST(TemplateNames, aliases) {
  using core::canonicalTemplate;
  EXPECT_EQ(canonicalTemplate("Vec3"), "Vec3d");
  EXPECT_EQ(canonicalTemplate("Vec3d"), "Vec3d");
  EXPECT_EQ(canonicalTemplate("Rigid3,Vec3"), "Rigid3d,Vec3d");
  EXPECT_EQ(canonicalTemplate("Vec3, Vec3"), "Vec3d, Vec3") << "parts are not trimmed";
  std::string deprecated;
  EXPECT_EQ(canonicalTemplate("Vec3,Rigid", &deprecated), "Vec3d,Rigid3d");
  EXPECT_EQ(deprecated, "Rigid");
  deprecated.clear();
  EXPECT_EQ(canonicalTemplate("Vec3f", &deprecated), "Vec3d");
  EXPECT_EQ(deprecated, "Vec3f");
  deprecated.clear();
  canonicalTemplate("Rigid3", &deprecated);
  EXPECT_EQ(deprecated, "");
}

TEST_F(Factory, aDeprecatedTemplateIsUsedWithAWord) {
  const auto state = node->add("MechanicalObject", {{"template", "Rigid"}});
  ASSERT_TRUE(state);
  EXPECT_EQ(state->templateName(), "Rigid3d");
  EXPECT_EQ(said.count(helper::Severity::Deprecated, "The deprecated template 'Rigid' has been replaced by Rigid3d."),
            1u);
}

TEST_F(Factory, forceFieldsTakeTheTypeOfTheState) {
  EXPECT_FALSE(node->add("UniformMass"));
  EXPECT_EQ(
      said.errors("with templates 'Rigid2d, Rigid3d, Vec1d, Vec2d, Vec3d, Vec6d': Since the attribute 'mstate' has not "
                  "been specified, a mechanical state with the datatype one of these has been searched in the current "
                  "context, but not found"),
      1u);
  node->add("MechanicalObject", {{"template", "Rigid3"}});
  EXPECT_EQ(node->add("UniformMass")->templateName(), "Rigid3d");
  auto child = node->createChild("child");
  EXPECT_EQ(child->add("UniformMass")->templateName(), "Rigid3d") << "of the nearest ancestor";
}

TEST_F(Factory, namesCountPerNodeAndClass) {
  auto child = node->createChild("child");
  EXPECT_EQ(node->add("MechanicalObject")->name(), "MechanicalObject1");
  EXPECT_EQ(node->add("MechanicalObject", {{"name", "dofs"}})->name(), "dofs");
  EXPECT_EQ(node->add("MechanicalObject")->name(), "MechanicalObject2");
  EXPECT_EQ(node->add("UniformMass")->name(), "UniformMass1");
  EXPECT_EQ(child->add("MechanicalObject")->name(), "MechanicalObject1");
}

TEST_F(Factory, attributesAreAppliedInByteOrderOfTheirNames) {
  // "both" sorts before "integer" and "real", so these override the alias.
  const auto made = std::dynamic_pointer_cast<Sample>(node->add("FactorySample", {{"real", "2"}, {"both", "4"}}));
  EXPECT_EQ(made->d_real.value(), 2);
  EXPECT_EQ(made->d_integer.value(), 4);
  const auto other = std::dynamic_pointer_cast<Sample>(node->add("FactorySample", {{"number", "4"}, {"both", "3"}}));
  EXPECT_EQ(other->d_real.value(), 4);
}

TEST_F(Factory, unusedAttributesAreNamedWithTheNearest) {
  node->add("FactorySample", {{"reel", "2"}, {"_comment", "x"}, {"NOreal", "3"}});
  EXPECT_EQ(said.warnings("Unused Attribute: \"reel\" with value: \"2\". Did you mean \"real\"?"), 1u);
  EXPECT_EQ(said.messages.size(), 1u);
}

TEST_F(Factory, previousComponentsWhileParsing) {
  node->add("FactorySample", {{"indices", "1-3"}});
  node->add("FactorySample", {{"indices", "7"}});
  const auto third =
      std::dynamic_pointer_cast<Sample>(node->add("FactorySample", {{"indices", "@[-2].indices"}, {"other", "@[-1]"}}));
  EXPECT_EQ(third->d_indices.value(), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(third->l_other.get(), node->components()[1].get());
}

TEST_F(Factory, srcLinksDataOfTheSameName) {
  const auto source = std::dynamic_pointer_cast<Sample>(
      node->add("FactorySample", {{"name", "source"}, {"real", "2"}, {"integer", "3"}, {"flag", "1"}}));
  const auto made =
      std::dynamic_pointer_cast<Sample>(node->add("FactorySample", {{"src", "@source"}, {"integer", "5"}}));
  EXPECT_EQ(made->d_real.value(), 2);
  EXPECT_EQ(made->d_integer.value(), 5) << "written in the element";
  EXPECT_EQ(made->name(), "FactorySample1") << "names are not linked";
  source->d_flag.set(false);
  source->d_real.set(8);
  EXPECT_EQ(made->d_real.value(), 8) << "a live link, no copy";
  EXPECT_FALSE(made->d_flag.value());
  EXPECT_TRUE(said.messages.empty());
}

TEST_F(Factory, srcAboveTheRootStaysThere) {
  node->add("FactorySample", {{"name", "source"}, {"real", "3"}});
  const auto made =
      std::dynamic_pointer_cast<Sample>(node->createChild("child")->add("FactorySample", {{"src", "@../../source"}}));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->d_real.value(), 3);
  EXPECT_TRUE(said.messages.empty());
}

TEST_F(Factory, srcThatCannotWork) {
  node->add("FactorySample", {{"src", "@nobody"}});
  EXPECT_EQ(said.errors("Source object \"@nobody\" NOT FOUND."), 1u);
  node->add("FactorySample", {{"src", "source"}});
  node->add("FactorySample", {{"src", ""}});
  EXPECT_EQ(said.errors("'src' attribute value should be a link using '@'"), 2u);
  node->add("FactorySample", {{"src", "@"}});
  EXPECT_EQ(said.warnings("'src=@' does nothing."), 1u);
  node->add("FactorySample", {{"src", "@[-1"}});
  EXPECT_EQ(said.errors("NOT FOUND"), 2u);
}

type::Vec3 firstPoint(Node& node) {
  return dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(node)).positions().at(0);
}

TEST_F(Factory, legacyScalarsAreReadInSinglePrecision) {
  node->add("MechanicalObject", {{"position", "0 0 0"}, {"dx", "0.1"}});
  for (const auto& c : node->components()) c->init();
  EXPECT_EQ(firstPoint(*node).x(), 0.10000000149011612);
  EXPECT_EQ(firstPoint(*node).y(), 0);
}

TEST(LegacyNumbers, wholeTextOrNothing) {
  ComponentDescription d("T", {{"a", "0.1"}, {"b", " 2 "}, {"c", "1.5mm"}, {"d", "7"}, {"e", "7.5"}, {"f", ""}});
  std::string bad;
  EXPECT_EQ(d.takeFloat("a", &bad), 0.1f);
  EXPECT_EQ(d.takeFloat("a", &bad), std::nullopt) << "taken";
  EXPECT_EQ(d.takeFloat("b", &bad), 2.f);
  EXPECT_EQ(bad, "");
  EXPECT_EQ(d.takeFloat("c", &bad), std::nullopt);
  EXPECT_EQ(bad, "c=\"1.5mm\"");
  EXPECT_EQ(d.takeInteger("d", &bad), 7);
  EXPECT_EQ(d.takeInteger("e", &bad), std::nullopt);
  EXPECT_EQ(d.takeFloat("f", &bad), std::nullopt);
}

}  // namespace
}  // namespace sofa::test
