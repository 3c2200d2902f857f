// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualStyle.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/DisplayWords.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::component::visual {

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
    const auto& known = core::displayFlagWords();
    const auto like = helper::nearest(word, known, 1);
    if (!ignored.apply(word)) continue;  // what reads the value tells of it
    if (std::find(known.begin(), known.end(), word) == known.end() && !like.empty())
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
