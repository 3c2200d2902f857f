// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Compatibility.h"

#include <atomic>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/ObjectModel/Provenance.h"

namespace sofa::core {
namespace {

const std::vector<std::string> words = {"SOFA", "exact"};
constexpr std::size_t exact = 1;

std::atomic<bool> usuallyExact{false};

Choice usual() {
  Choice choice(words);
  if (usuallyExact) choice.select(words[exact]);
  return choice;
}

struct SceneCompatibility {
  explicit SceneCompatibility(Node& root)
      : d_compatibility(&root, "compatibility", usual(),
                        "SOFA: with the defects of SOFA v26.06 that results depend on; exact: without") {}
  Data<Choice> d_compatibility;
};

const SceneCompatibility* find(const Base& root) {
  const auto* known = Provenance::of(root);
  if (!known || !known->attachments) return nullptr;
  for (const auto& [type, value] : *known->attachments)
    if (type == typeid(SceneCompatibility)) return static_cast<const SceneCompatibility*>(value.get());
  return nullptr;
}

std::vector<std::span<const ExactValue>>& exactValues() {
  static std::vector<std::span<const ExactValue>> all;
  return all;
}

}  // namespace

Data<Choice>& compatibilityOf(Node& root) {
  auto& attachment = root.attachment(typeid(SceneCompatibility));
  if (!attachment) attachment = std::make_shared<SceneCompatibility>(root);
  return static_cast<SceneCompatibility*>(attachment.get())->d_compatibility;
}

bool setUsualCompatibility(std::string_view word) {
  const auto known = std::ranges::find(words, word);
  if (known != words.end()) usuallyExact = known == words.begin() + exact;
  return known != words.end();
}

bool reproducesSofa(const Base& object) {
  const Node* node = object.linkContext();
  const auto* said = node ? find(*node->root()) : nullptr;
  return said ? said->d_compatibility.value().index() != exact : !usuallyExact;
}

void tellDefect(const Base& object, std::string_view what, std::string_view remedy) {
  object.warning("As in SOFA v26.06 {}. {}, or compatibility=\"exact\" at the root.", what, remedy);
}

void addExactValues(std::span<const ExactValue> values) { exactValues().push_back(values); }

void forEachExactValue(const std::function<void(const ExactValue&)>& visit) {
  for (const auto& values : exactValues())
    for (const ExactValue& value : values) visit(value);
}

void takeExactValues(Component& component) {
  const bool isExact = !reproducesSofa(component);
  forEachExactValue([&](const ExactValue& value) {
    const bool fits = value.templateName.empty() || value.templateName == component.templateName();
    auto* field = fits && value.component == component.className() ? component.findData(value.data) : nullptr;
    if (!field || field->isSet()) return;
    if (isExact)
      component.setAttribute(value.data, std::string(value.value));
    else if (!field->type().equal(field->rawValue(), field->rawDefault()))  // the scene was exact before
      field->type().copy(field->rawDefault(), field->rawEdit());
    field->unset();  // a default, which is not saved with the scene
  });
}

}  // namespace sofa::core
