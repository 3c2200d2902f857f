// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualStyle.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::component::visual {
namespace {

const std::vector<std::string>& knownWords() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (const char* verb : {"show", "hide"})
      for (const char* name : {"All",
                               "Visual",
                               "VisualModels",
                               "Behavior",
                               "BehaviorModels",
                               "ForceFields",
                               "InteractionForceFields",
                               "Collision",
                               "CollisionModels",
                               "BoundingCollisionModels",
                               "DetectionOutputs",
                               "Mapping",
                               "Mappings",
                               "MechanicalMappings",
                               "Root",
                               "Options",
                               "AdvancedRendering",
                               "Rendering",
                               "Wireframe",
                               "Normals"})
        all.push_back(std::string(verb) + name);
    return all;
  }();
  return words;
}

}  // namespace

void VisualStyle::init() {
  if (core::slotOf<VisualStyle>(*context()) != this) return;
  const auto all = context()->allLocal<VisualStyle>();
  if (all.size() > 1)
    warning("Only one VisualStyle is permitted in a node: this one replaces {}.", all[all.size() - 2]->path());
}

type::DisplayFlags VisualStyle::merged(const type::DisplayFlags& above) const {
  type::DisplayFlags result = d_displayFlags.value();
  for (std::size_t i = 0; i < result.states.size(); ++i)
    if (result.states[i] == type::DisplayFlags::State::unset) result.states[i] = above.states[i];
  return result;
}

void VisualStyle::parseExtra(core::ComponentDescription& description) {
  type::TextReader in(description.get("displayFlags"));
  if (in.peek() == '@') return;
  for (auto word = in.word(); !word.empty(); word = in.word()) {
    type::DisplayFlags ignored;
    const auto& known = knownWords();
    const auto like = helper::nearest(word, known, 1);
    if (!ignored.apply(word))
      error(
          "Unknown display flag \"{}\".{} A flag is show or hide followed by All, Visual, Behavior, Collision, "
          "Mapping, Options or one of their members.",
          word, helper::didYouMean(word, known));
    else if (std::find(known.begin(), known.end(), word) == known.end() && !like.empty())
      warning("Display flag \"{}\" is spelt \"{}\".", word, like.front());
    else if (word == "showRendering" || word == "hideRendering")
      deprecated("Display flag \"{0}\" has been renamed: write \"{1}AdvancedRendering\".", word, word.substr(0, 4));
  }
}

namespace {
const auto registered =
    core::Register("VisualStyle", "Sofa.Component.Visual", "what is drawn of its node and below").add<VisualStyle>();
}  // namespace

}  // namespace sofa::component::visual
