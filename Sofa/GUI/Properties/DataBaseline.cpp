// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/DataBaseline.h"

#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"

namespace sofa::gui {

void DataBaseline::record(simulation::Node& root) {
  core::forEachNode(root, [&](core::Node& node) {
    record(static_cast<core::Base&>(node));
    for (const auto& component : node.components()) record(*component);
  });
}

void DataBaseline::record(core::Base& object) {
  Object& known = m_objects[&object];
  if (!known.object.expired()) return;  // after a reset: what was loaded still counts
  known.object = object.weak_from_this();
  known.texts.clear();
  known.given.clear();
  if (const auto given = core::givenAttributes(object))
    for (const auto& [name, text] : given->values) known.given[name] = std::hash<std::string>()(text);
  for (const auto* data : object.dataFields()) {
    // A dirty Data would have to be computed, which nobody asked for.
    const bool kept = !data->options().readOnly && !data->type().isList() && !data->isDirty();
    std::string text = kept ? data->text(0) : std::string();
    constexpr std::size_t longest = 500;
    if (kept && text.size() <= longest)
      known.texts.emplace_back(std::move(text));
    else
      known.texts.emplace_back();
  }
}

const std::string* DataBaseline::find(const core::BaseData& data) const {
  if (!data.owner()) return nullptr;
  const auto it = m_objects.find(data.owner());
  if (it == m_objects.end() || it->second.object.expired()) return nullptr;
  const auto& fields = data.owner()->dataFields();
  const auto position = std::find(fields.begin(), fields.end(), &data) - fields.begin();
  if (it->second.texts.size() != fields.size()) return nullptr;
  const auto& text = it->second.texts[static_cast<std::size_t>(position)];
  return text ? &*text : nullptr;
}

bool DataBaseline::isGivenAnew(const core::BaseData& data) const {
  if (!data.owner() || !core::isEdited(*data.owner())) return false;
  const auto it = m_objects.find(data.owner());
  const auto given = core::givenAttributes(*data.owner());
  if (it == m_objects.end() || !given) return false;
  const auto now = given->values.find(data.name());
  const auto before = it->second.given.find(data.name());
  if (now == given->values.end()) return false;
  return before == it->second.given.end() || before->second != std::hash<std::string>()(now->second);
}

}  // namespace sofa::gui
