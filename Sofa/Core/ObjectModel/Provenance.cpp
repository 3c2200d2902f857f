// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Provenance.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Helper/SharedText.h"

namespace sofa::core {

Provenance* Provenance::of(const Base& object) { return object.m_provenance.get(); }

Provenance& Provenance::make(const Base& object) {
  if (!object.m_provenance) object.m_provenance = std::make_unique<Provenance>();
  return *object.m_provenance;
}

const std::string* Provenance::find(std::string_view name) const {
  const auto it = std::find_if(values.begin(), values.end(), [&](const auto& value) { return *value.first == name; });
  return it == values.end() ? nullptr : &it->second;
}

Provenance::Rare& Provenance::makeRare() {
  if (!rare) rare = std::make_unique<Rare>();
  return *rare;
}

helper::SourceLocation Base::location() const {
  const auto* known = Provenance::of(*this);
  return known && known->file ? helper::SourceLocation{*known->file, known->line} : helper::SourceLocation{};
}

void Base::setLocation(const helper::SourceLocation& location) {
  if (location.file.empty() && location.line == 0 && !m_provenance) return;
  auto& known = Provenance::make(*this);
  known.file = &helper::sharedText(location.file);
  known.line = location.line;
}

std::filesystem::path Base::folder() const {
  for (const Base* object = this; object;) {
    if (const auto* known = Provenance::of(*object); known && known->folder) return *known->folder;
    const Node* node = object->linkContext();
    object = node == object ? node->parent() : node;
  }
  std::error_code ignored;
  return std::filesystem::current_path(ignored);
}

void Base::setFolder(const std::filesystem::path& folder) {
  Provenance::make(*this).folder = folder.empty() ? nullptr : &helper::sharedText(folder.string());
}

std::shared_ptr<void>& Base::attachment(const std::type_info& type) const {
  auto& all = Provenance::make(*this).attachments;
  if (!all) all = std::make_unique<Provenance::Attachments>();
  const auto it = std::find_if(all->begin(), all->end(), [&](const auto& one) { return one.first == type; });
  return it != all->end() ? it->second : all->emplace_back(type, nullptr).second;
}

}  // namespace sofa::core
