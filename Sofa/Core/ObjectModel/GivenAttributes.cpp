#include "Sofa/Core/ObjectModel/GivenAttributes.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_map>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/GivenAttributesTable.h"

namespace sofa::core {
namespace {

struct Table {
  std::mutex mutex;
  std::unordered_map<const Base*, GivenAttributes> entries;
};

/// Never destroyed: objects of static life may go after it.
Table& table() {
  static auto* table = new Table;
  return *table;
}

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
  const std::lock_guard lock(table().mutex);
  const auto it = table().entries.find(&object);
  return it == table().entries.end() ? std::nullopt : std::optional(it->second);
}

bool isOfScene(const Base& object) {
  const std::lock_guard lock(table().mutex);
  const auto it = table().entries.find(&object);
  return it != table().entries.end() && it->second.ofScene;
}

bool isEdited(const Base& object) {
  const std::lock_guard lock(table().mutex);
  const auto it = table().entries.find(&object);
  return it != table().entries.end() && it->second.edited;
}

std::size_t elementSerial(const Base& object) {
  const std::lock_guard lock(table().mutex);
  const auto it = table().entries.find(&object);
  return it == table().entries.end() ? 0 : it->second.serial;
}

ScenePlace scenePlace(const Base& object) {
  const std::lock_guard lock(table().mutex);
  const auto it = table().entries.find(&object);
  return it == table().entries.end() ? ScenePlace{} : it->second.place;
}

void setGivenAttributes(const Base& object, std::optional<GivenAttributes> given) {
  const std::lock_guard lock(table().mutex);
  if (given)
    table().entries[&object] = std::move(*given);
  else
    table().entries.erase(&object);
}

void giveAttribute(const Base& object, std::string_view name, std::string text) {
  if (name == "name") return;
  const std::lock_guard lock(table().mutex);
  auto& given = table().entries[&object];
  if (const auto it = given.values.find(name); it != given.values.end() && it->second == text) return;
  if (const auto* data = object.findData(name); data && data->name() == name) replaceSpellings(given, object, *data);
  given.values.insert_or_assign(std::string(name), std::move(text));
  given.edited = given.edited || given.ofScene;
}

void giveAttributes(const Base& object, const ComponentDescription& description) {
  GivenAttributes given;
  given.serial = nextSerial();
  bool files = false;
  for (const auto& [name, attribute] : description.attributes()) {
    if (name == "name" || name == "template") continue;
    given.values.emplace(name, attribute.value);
    files = files || namesAFile(name);
  }
  std::error_code ignored;
  if (files) given.folder = std::filesystem::current_path(ignored);
  const std::lock_guard lock(table().mutex);
  table().entries[&object] = std::move(given);
}

void noteSource(const Base& object, std::shared_ptr<const SceneComments> comments,
                std::shared_ptr<const SceneInclude> include) {
  const std::lock_guard lock(table().mutex);
  auto& given = table().entries[&object];
  given.comments = std::move(comments);
  given.include = std::move(include);
}

void notePlace(const Base& object, std::shared_ptr<const SceneFile> file, std::size_t element, bool isImplied) {
  const std::lock_guard lock(table().mutex);
  table().entries[&object].place = {std::move(file), element, isImplied, object.name()};
}

void noteElementOrder(const Base& object) {
  const std::lock_guard lock(table().mutex);
  table().entries[&object].serial = nextSerial();
}

void noteParsing(const Base& object, const std::vector<std::string>& legacy,
                 const std::vector<const BaseData*>& changedByLegacy) {
  const std::lock_guard lock(table().mutex);
  const auto it = table().entries.find(&object);
  if (it == table().entries.end()) return;
  auto& given = it->second;
  given.legacy = legacy;
  constexpr std::size_t fewScalars = 64;
  for (const auto* data : changedByLegacy)
    if (data->type().scalarCount(data->rawValue()) <= fewScalars) given.fromLegacy[data->name()] = data->text(0);
  for (const auto* data : object.dataFields())
    if (data->isSet()) given.setByParsing.push_back(data->name());
}

void forgetGivenAttributes(const Base& object) {
  const std::lock_guard lock(table().mutex);
  table().entries.erase(&object);
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
  auto given = givenAttributes(object).value_or(GivenAttributes{});
  if (given.ofScene) return;
  for (auto& [name, text] : valuesSetByProgram(object, given)) given.values[name] = std::move(text);
  given.ofScene = true;
  setGivenAttributes(object, std::move(given));
}

}  // namespace sofa::core
