// SPDX-License-Identifier: Apache-2.0
// Every component that scenes can create is drawn with everything shown that it can show, in scenes that have what it
// looks for and after what it relies on went away. What is drawn is checked elsewhere; here nothing may break.
#include <fmt/format.h>

#include "CapturedMessages.h"
#include "Component/DrawnForm.h"
#include "Component/LinearSystem/SampleScenes.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::tests {
namespace {

std::vector<core::Component*> allComponents(const Scene& scene) {
  std::vector<core::Component*> all;
  for (auto* node : scene.root->order())
    for (const auto& component : node->components()) all.push_back(component.get());
  return all;
}

void showAll(core::Component& component) {
  for (auto* data : component.dataFields())
    if (auto* flag = dynamic_cast<core::Data<bool>*>(data); flag && data->options().group == "Visualization")
      flag->set(true);
}

std::size_t drawAll(const Scene& scene) {
  std::size_t count = 0;
  for (auto* component : allComponents(scene)) {
    if (!component->isValid()) continue;
    count += DrawnForm(*component, {"showAll"}).count();
    count += DrawnForm(*component, {"showAll", "showOptions"}).count();
  }
  return count;
}

/// Draws at all times of a scene's life.
void live(const std::string& body) {
  const Scene scene(body, "dt='0.001' gravity='1 -2 3'");
  for (auto* component : allComponents(scene)) showAll(*component);
  drawAll(scene);
  std::vector<core::BaseState*> states;
  scene.root->collectDown(states);
  const auto disturb = [&](double value) {
    for (auto* state : states)
      if (state->isMechanical())
        for (double& x : state->hostWrite(core::vec::position)) x = value;
  };
  disturb(std::numeric_limits<double>::quiet_NaN());
  drawAll(scene);
  disturb(0);
  drawAll(scene);
  for (const std::size_t size : {1, 0, 50}) {
    for (auto* state : states)
      if (state->isMechanical()) state->resize(size);
    drawAll(scene);
  }
  // All that others refer to goes away.
  std::vector<core::BaseMeshTopology*> topologies;
  scene.root->collectDown(topologies);
  for (auto* topology : topologies) topology->context()->removeComponent(topology);
  drawAll(scene);
  for (auto* state : states) state->context()->removeComponent(state);
  drawAll(scene);
}

/// Names with the templates they can have, of components that act on a scene rather than on files or the program.
std::vector<std::pair<std::string, std::string>> drawable() {
  constexpr const char* others[] = {".IO",           ".Playback",  ".Setting",       ".SceneUtility", ".LinearSolver",
                                    ".LinearSystem", ".ODESolver", ".AnimationLoop", "Compatibility"};
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& [name, entry] : core::ObjectFactory::instance().entries()) {
    // Other tests of this program define components and load plugins.
    const bool isKnownPlugin = entry.module == "MultiThreading" || entry.module == "SofaDistanceGrid" ||
                               entry.module == "SofaCarving" || entry.module == "SofaSphFluid" ||
                               entry.module == "BeamAdapter";
    if (!entry.module.starts_with("Sofa.") && !isKnownPlugin) continue;
    if (std::any_of(std::begin(others), std::end(others),
                    [&, &module = entry.module](const char* o) { return module.find(o) != std::string::npos; }))
      continue;
    for (const auto& creator : entry.creators)
      if (creator.first.find("Cuda") == std::string::npos) all.emplace_back(name, creator.first);
  }
  return all;
}

TEST(DrawEverything, beforeInitialisation) {
  for (const auto& [name, entry] : core::ObjectFactory::instance().entries())
    for (const auto& creator : entry.creators) {
      SCOPED_TRACE(name + "/" + creator.first);
      const auto component = creator.second.create();
      showAll(*component);
      DrawnForm(*component, {"showAll", "showOptions"});
    }
}

TEST(DrawEverything, withoutAttributes) {
  const CapturedMessages silent;
  for (const auto& [name, types] : drawable()) {
    SCOPED_TRACE(name + "/" + types);
    const std::string first = types.substr(0, types.find(','));
    const bool isState = first.starts_with("Vec") || first.starts_with("Rigid");
    const std::string component = fmt::format("<{} template='{}'/>", name, types);
    const std::string state = fmt::format("<MechanicalObject template='{}'/>", isState ? first : "Vec3d");
    live("<RegularGridTopology n='3 2 2' min='0 0 0' max='2 1 1'/>" + state + component);
    live("<MeshTopology position='0 0 0 1 0 0 0 1 0 0 0 1' tetrahedra='0 1 2 3'/>" + state + component);
    live(state + component);
    live(component);
  }
}

template <class Contract>
bool isA(const std::string& name, const std::string& types) {
  const auto component = core::ObjectFactory::instance().find(name)->creators.at(types).create();
  return dynamic_cast<const Contract*>(component.get()) != nullptr;
}

TEST(DrawEverything, forceFields) {
  const CapturedMessages silent;
  std::size_t scenes = 0;
  for (const auto& [name, types] : drawable()) {
    if (!isA<core::BaseForceField>(name, types)) continue;
    SCOPED_TRACE(name + "/" + types);
    for (const auto& sample : forceFieldSamples(name + "/" + types)) {
      SCOPED_TRACE(sample.body);
      live(sample.body);
      ++scenes;
    }
  }
  EXPECT_GT(scenes, 50u);
}

TEST(DrawEverything, mappings) {
  const CapturedMessages silent;
  std::size_t scenes = 0;
  for (const auto& [name, types] : drawable()) {
    if (!isA<core::BaseMapping>(name, types)) continue;
    for (const auto& body : mappingSamples(name + "/" + types)) {
      SCOPED_TRACE(body);
      live(body);
      ++scenes;
    }
  }
  EXPECT_GT(scenes, 10u);
}

TEST(DrawEverything, asksForNoMemoryTwice) {
  const Scene scene(
      "<RegularGridTopology n='4 4 4' drawEdges='1'/><MechanicalObject showObject='1' showVectors='1'/>"
      "<UniformMass totalMass='1' showGravityCenter='1'/><HexahedronFEMForceField youngModulus='1' poissonRatio='0.3'/>"
      "<FixedProjectiveConstraint/>");
  type::DisplayFlags flags;
  flags.apply("showAll");
  core::DrawList list;
  const auto draw = [&] {
    list.clear();
    for (auto* component : allComponents(scene)) {
      list.begin(*component, flags);
      component->draw(list);
    }
  };
  const auto memory = [&] {
    std::vector<const void*> places;
    for (const auto& batch : list.batches()) places.push_back(batch.vertices.data());
    return places;
  };
  draw();
  const auto before = memory();
  EXPECT_GE(before.size(), 3u);
  draw();
  EXPECT_EQ(memory(), before);
}

}  // namespace
}  // namespace sofa::tests
