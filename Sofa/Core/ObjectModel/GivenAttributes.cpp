// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/GivenAttributes.h"

#include <algorithm>
#include <atomic>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/Provenance.h"
#include "Sofa/Helper/SharedText.h"

namespace sofa::core {
namespace {

std::size_t nextSerial() {
  static std::atomic<std::size_t> last = 0;
  return ++last;
}

bool namesAFile(std::string_view attribute) {
  std::string lower(attribute);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower.find("file") != lower.npos || lower.find("texture") != lower.npos || lower.find("image") != lower.npos ||
         lower.find("path") != lower.npos;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Other attributes that set `data` make way for the one that bears its name. An alias of several Data goes on to set
/// the others, under their names.
void replaceSpellings(GivenAttributes& given, const Base& object, const BaseData& data) {
  for (const auto& alias : data.options().aliases) {
    const auto it = given.values.find(alias);
    if (it == given.values.end() || alias == data.name()) continue;
    const auto named = object.findAllData(alias);
    const bool isName =
        std::any_of(named.begin(), named.end(), [&](const auto* other) { return other->name() == alias; });
    if (isName && alias < data.name()) continue;  // attributes are read in the order of their names
    const std::string text = it->second;
    given.values.erase(it);
    for (const auto* other : named)
      if (other != &data && other->name() != alias) given.values.try_emplace(other->name(), text);
  }
  if (!given.fromLegacy.contains(data.name())) return;
  for (const auto& attribute : given.legacy) given.values.erase(attribute);
  for (auto& [name, text] : given.fromLegacy) given.values.insert_or_assign(name, std::move(text));
  given.legacy.clear();
  given.fromLegacy.clear();
}

bool isUnsaved(const BaseData& data) { return data.name() == "name" || data.name() == "bbox"; }

}  // namespace

std::optional<GivenAttributes> givenAttributes(const Base& object) {
  const auto* known = Provenance::of(object);
  if (!known || !known->isGiven) return std::nullopt;
  GivenAttributes given;
  for (const auto& [name, text] : known->values) given.values.emplace_hint(given.values.end(), *name, text);
  if (known->namesFiles && known->folder) given.folder = *known->folder;
  for (const auto* data : object.dataFields())
    if (data->isSetByParsing()) given.setByParsing.push_back(data->name());
  given.serial = known->serial;
  given.edited = known->edited;
  given.ofScene = known->ofScene;
  if (known->place) given.place = *known->place;
  if (const auto* rare = known->rare.get()) {
    given.type = rare->type;
    given.legacy = rare->legacy;
    given.fromLegacy = rare->fromLegacy;
    given.comments = rare->comments;
    given.include = rare->include;
  }
  return given;
}

bool isOfScene(const Base& object) {
  const auto* known = Provenance::of(object);
  return known && known->ofScene;
}

bool isEdited(const Base& object) {
  const auto* known = Provenance::of(object);
  return known && known->edited;
}

std::size_t elementSerial(const Base& object) {
  const auto* known = Provenance::of(object);
  return known ? known->serial : 0;
}

ScenePlace scenePlace(const Base& object) {
  const auto* known = Provenance::of(object);
  return known && known->place ? *known->place : ScenePlace{};
}

void setGivenAttributes(const Base& object, std::optional<GivenAttributes> wanted) {
  if (!wanted && !Provenance::of(object)) return;
  auto& known = Provenance::make(object);
  known.isGiven = wanted.has_value();
  GivenAttributes given = std::move(wanted).value_or(GivenAttributes{});
  known.values.clear();
  known.values.reserve(given.values.size());
  for (auto& [name, text] : given.values) known.values.emplace_back(&helper::sharedText(name), std::move(text));
  known.namesFiles = !given.folder.empty();
  if (known.namesFiles) known.folder = &helper::sharedText(given.folder.string());
  known.serial = given.serial;
  known.edited = given.edited;
  known.ofScene = given.ofScene;
  known.place = given.place.file ? std::make_unique<ScenePlace>(std::move(given.place)) : nullptr;
  known.rare.reset();
  if (!given.type.empty() || !given.legacy.empty() || !given.fromLegacy.empty() || given.comments || given.include)
    known.rare = std::make_unique<Provenance::Rare>(
        Provenance::Rare{std::move(given.type), std::move(given.legacy), std::move(given.fromLegacy),
                         std::move(given.comments), std::move(given.include)});
}

void giveAttribute(const Base& object, std::string_view name, std::string text) {
  if (name == "name") return;
  if (const auto* known = Provenance::of(object))
    if (const auto* value = known->find(name); value && *value == text) return;
  auto given = givenAttributes(object).value_or(GivenAttributes{});
  if (const auto* data = object.findData(name); data && data->name() == name) replaceSpellings(given, object, *data);
  given.values.insert_or_assign(std::string(name), std::move(text));
  given.edited = given.edited || given.ofScene;
  setGivenAttributes(object, std::move(given));
}

void giveAttributes(const Base& object, const ComponentDescription& description) {
  auto& known = Provenance::make(object);
  known.isGiven = true;
  known.serial = nextSerial();
  known.values.clear();
  known.values.reserve(description.attributes().size());
  for (const auto& [name, attribute] : description.attributes()) {
    if (name == "name" || name == "template") continue;
    known.values.emplace_back(&helper::sharedText(name), attribute.value);
    known.namesFiles = known.namesFiles || namesAFile(name);
  }
  if (known.namesFiles) known.folder = &helper::sharedText(object.folder().string());
}

void noteSource(const Base& object, std::shared_ptr<const SceneComments> comments,
                std::shared_ptr<const SceneInclude> include) {
  auto& known = Provenance::make(object);
  known.isGiven = true;
  if (!comments && !include && !known.rare) return;
  known.makeRare().comments = std::move(comments);
  known.makeRare().include = std::move(include);
}

void notePlace(const Base& object, std::shared_ptr<const SceneFile> file, std::size_t element, bool isImplied) {
  auto& known = Provenance::make(object);
  known.isGiven = true;
  known.place = std::make_unique<ScenePlace>(ScenePlace{std::move(file), element, isImplied, object.name()});
}

void noteElementOrder(const Base& object) {
  auto& known = Provenance::make(object);
  known.isGiven = true;
  known.serial = nextSerial();
}

void noteParsing(const Base& object, const ComponentDescription& description, const std::vector<std::string>& legacy,
                 const std::vector<const BaseData*>& changedByLegacy) {
  auto* known = Provenance::of(object);
  if (!known || !known->isGiven) return;
  std::erase_if(known->values, [&](const auto& value) {
    return !description.has(*value.first) &&
           std::ranges::any_of(changedByLegacy, [&](const BaseData* data) { return data->name() == *value.first; });
  });
  if (!legacy.empty() || !changedByLegacy.empty()) {
    auto& rare = known->makeRare();
    rare.legacy = legacy;
    constexpr std::size_t fewScalars = 64;
    for (const auto* data : changedByLegacy)
      if (data->type().scalarCount(data->rawValue()) <= fewScalars) rare.fromLegacy[data->name()] = data->text(0);
  }
  for (auto* data : object.dataFields())
    if (data->isSet()) data->markSetByParsing();
}

GivenAttributes::Values valuesSetByProgram(const Base& object, const GivenAttributes& given) {
  GivenAttributes::Values values;
  const auto isGiven = [&](const BaseData& data) {
    const auto& aliases = data.options().aliases;
    return given.values.contains(data.name()) || contains(given.setByParsing, data.name()) ||
           std::any_of(aliases.begin(), aliases.end(), [&](const auto& a) { return given.values.contains(a); });
  };
  for (const auto* data : object.dataFields()) {
    // What an engine or a link keeps up to date is not the scene's.
    if (!data->isSet() || data->options().readOnly || isUnsaved(*data) || isGiven(*data)) continue;
    if (const auto* parent = data->parent())
      values[data->name()] = "@" + parent->owner()->path() + "." + parent->name();
    else if (!data->isDirty())
      values[data->name()] = data->text(0);
  }
  return values;
}

void markAsScene(const Base& object) {
  if (isOfScene(object)) return;
  auto given = givenAttributes(object).value_or(GivenAttributes{});
  for (auto& [name, text] : valuesSetByProgram(object, given)) given.values[name] = std::move(text);
  given.ofScene = true;
  setGivenAttributes(object, std::move(given));
}

}  // namespace sofa::core
