// SPDX-License-Identifier: Apache-2.0
// Components find meshes by one rule: a link that names no mesh is not replaced by another mesh, and what a component
// that needs one says is the same for all.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::tests {
namespace {

using MeshLink = core::Link<core::BaseMeshTopology>;

/// Classes and templates of components that take a mesh by a link `topology`.
std::vector<std::pair<std::string, std::string>> takersOfMeshes() {
  std::vector<std::pair<std::string, std::string>> takers;
  auto& factory = core::ObjectFactory::instance();
  for (const auto& [className, entry] : factory.entries())
    if (entry.module.starts_with("Sofa."))  // other tests load plugins
      for (const auto& [templateName, creator] : entry.creators)
        if (dynamic_cast<const MeshLink*>(creator.create()->findLink("topology")))
          takers.emplace_back(className, templateName);
  return takers;
}

/// A scene of one component beside a mesh and a state of its kind.
std::shared_ptr<simulation::Node> sceneOf(const std::string& className, const std::string& templateName,
                                          const std::string& mesh, const std::string& attributes) {
  const std::string first = templateName.substr(0, templateName.find(','));
  const bool isState = first.starts_with("Vec") || first.starts_with("Rigid");
  const auto root = simulation::readSceneText(
      fmt::format("<Node name='root'>{}<MechanicalObject template='{}'/><{} name='taker' template='{}' {}/></Node>",
                  mesh, isState ? first : "Vec3d", className, templateName, attributes));
  if (root) simulation::initRoot(*root);
  return root;
}

core::Component* takerOf(const std::shared_ptr<simulation::Node>& root) {
  if (!root) return nullptr;
  for (const auto& component : root->components())
    if (component->name() == "taker") return component.get();
  return nullptr;
}

constexpr auto mesh = "<MeshTopology name='mesh' position='0 0 0 1 0 0 0 1 0 0 0 1' tetrahedra='0 1 2 3'/>";

TEST(MeshLinks, thatNameNothingAreNotReplaced) {
  std::size_t tried = 0;
  for (const auto& [className, templateName] : takersOfMeshes()) {
    const CapturedMessages said;
    const auto root = sceneOf(className, templateName, mesh, "topology='@nowhere'");
    const auto* taker = takerOf(root);
    if (!taker || !dynamic_cast<const MeshLink*>(taker->findLink("topology"))) continue;
    ++tried;
    EXPECT_FALSE(taker->findLink("topology")->isResolved()) << className << " " << templateName;
    EXPECT_GT(said.errors("") + said.warnings(""), 0u) << className << " " << templateName;
  }
  EXPECT_GT(tried, 60u);
}

TEST(MeshLinks, thatAreMissingAreToldInOneWording) {
  std::size_t needing = 0;
  for (const auto& [className, templateName] : takersOfMeshes()) {
    const CapturedMessages said;
    const auto root = sceneOf(className, templateName, "", "");
    for (const auto& message : said.messages) {
      const bool isOfMesh =
          message.text.find("No mesh") == 0 || message.text.find("opology is visible") != std::string::npos;
      if (!isOfMesh) continue;
      ++needing;
      EXPECT_NE(message.text.find("is visible from this node: add one (such as "), std::string::npos)
          << className << ": " << message.text;
    }
  }
  EXPECT_GT(needing, 30u);
}

}  // namespace
}  // namespace sofa::tests
