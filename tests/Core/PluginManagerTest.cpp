// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/PluginManager.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "SampleComponents.h"

namespace sofa::core {
namespace {

TEST(BuildDifference, nothingIfEqual) {
  EXPECT_EQ(buildDifference("26.1;type=Release;simd=avx2", "26.1;type=Release;simd=avx2"), "");
}

TEST(BuildDifference, namesWhatDiffers) {
  EXPECT_EQ(buildDifference("26.1;type=Release", "26.2;type=Release"),
            "it was built for version 26.2, this is version 26.1");
  EXPECT_EQ(buildDifference("26.1;type=Release;simd=avx2", "26.1;type=Debug;simd=avx2"),
            "it was built with type=Debug, this program with type=Release");
  const std::string both = buildDifference("26.1;a=1;b=2", "25.0;a=3;b=2");
  EXPECT_NE(both.find("version 25.0"), std::string::npos);
  EXPECT_NE(both.find("a=3"), std::string::npos);
  EXPECT_EQ(both.find("b="), std::string::npos);
  EXPECT_EQ(buildDifference("26.1;a=1", "26.1"), "it was built with nothing, this program with a=1");
  EXPECT_EQ(buildDifference("26.1", "26.1;a=1"), "it was built with a=1, this program with nothing");
}

TEST(PluginManager, builtInModulesCountAsLoaded) {
  for (const char* name : {"Sofa.Component.StateContainer", "Sofa.GL.Component", "Sofa.GUI.Component"}) {
    const auto result = PluginManager::instance().load(name);
    EXPECT_TRUE(result.loaded) << name;
    EXPECT_EQ(result.message, "") << name;
  }
}

TEST(PluginManager, modulesOfFormerVersionsCountAsLoaded) {
  for (const char* name : {"SofaBaseAnimationLoop",
                           "SofaBaseCollision",
                           "SofaBaseLinearSolver",
                           "SofaBaseMechanics",
                           "SofaBaseTopology",
                           "SofaBaseUtils",
                           "SofaBaseVisual",
                           "SofaBoundaryCondition",
                           "SofaCommon",
                           "SofaComponentAll",
                           "SofaConstraint",
                           "SofaDeformable",
                           "SofaDenseSolver",
                           "SofaEigen2Solver",
                           "SofaEngine",
                           "SofaExplicitOdeSolver",
                           "SofaExporter",
                           "SofaGeneralAnimationLoop",
                           "SofaGeneralEngine",
                           "SofaGeneralLinearSolver",
                           "SofaGraphComponent",
                           "SofaHaptics",
                           "SofaImplicitOdeSolver",
                           "SofaLoader",
                           "SofaMeshCollision",
                           "SofaMiscCollision",
                           "SofaMiscFem",
                           "SofaMiscForceField",
                           "SofaNonUniformFem",
                           "SofaObjectInteraction",
                           "SofaOpenglVisual",
                           "SofaPreconditioner",
                           "SofaRigid",
                           "SofaSimpleFem",
                           "SofaSparseSolver",
                           "SofaTopologyMapping",
                           "SofaUserInteraction",
                           "SofaValidation",
                           "SofaVolumetricData",
                           "SofaSimulationGraph",
                           "SofaCore",
                           "SofaHelper",
                           "SofaDefaultType",
                           "Sofa.Component.SolidMechanics",
                           "Sofa.LinearAlgebra",
                           "Sofa.Metis"})
    EXPECT_TRUE(PluginManager::instance().load(name).loaded) << name;
  for (const char* name : {"SofaSomethingElse", "Mesh", "SofaMesh"})
    EXPECT_FALSE(PluginManager::instance().load(name).loaded) << name;
}

TEST(PluginManager, whatIsNotThereIsSearchedAndNamed) {
  const auto result = PluginManager::instance().load("NoSuchPlugin");
  EXPECT_FALSE(result.loaded);
  EXPECT_NE(result.message.find("Plugin not found: \"NoSuchPlugin\""), std::string::npos);
  EXPECT_NE(result.message.find("libNoSuchPlugin.so"), std::string::npos);
  EXPECT_NE(result.message.find("SOFA_PLUGIN_PATH"), std::string::npos);
  EXPECT_FALSE(PluginManager::instance().load("/no/such/file.so").loaded);
}

TEST(RequiredPlugin, missingPluginsAreErrorsOrWarnings) {
  auto node = simulation::Node::createRoot();
  tests::CapturedMessages said;
  node->add("RequiredPlugin", {{"pluginName", "NoSuchPlugin"}});
  EXPECT_EQ(said.errors("Plugin not found: \"NoSuchPlugin\""), 1u);
  node->add("RequiredPlugin", {{"pluginName", "NoSuchPlugin"}, {"requireAll", "0"}});
  EXPECT_EQ(said.errors(), 1u);
  EXPECT_GE(said.warnings("NoSuchPlugin"), 1u);
}

}  // namespace
}  // namespace sofa::core
