// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/ContactMaterials.h"

#include <algorithm>
#include <charconv>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using core::CollisionModel;

bool meansModel(const std::string& word, const CollisionModel& model) {
  if (word == "*") return true;
  int group = 0;
  const char* end = word.data() + word.size();
  const auto [rest, problem] = std::from_chars(word.data(), end, group);
  if (problem == std::errc() && rest == end) return model.d_group.value().contains(group);
  return word == model.name();
}

namespace {
bool isOf(const std::string& material, const CollisionModel& model) {
  return model.d_tags.value().contains(material) || meansModel(material, model);
}

void append(std::string& settings, const char* name, const std::vector<double>& column, std::size_t row) {
  if (column.empty() || column[row] < 0) return;
  settings += fmt::format("{}{}={}", settings.empty() ? "" : "&", name, column[row]);
}
}  // namespace

bool ContactMaterials::hasColumn(const core::BaseData& data, std::size_t size) const {
  if (size == 0 || size == d_first.value().size()) return true;
  error("{} has {} values for {} rows: give one for each pair of first and second, or none.", data.name(), size,
        d_first.value().size());
  return false;
}

void ContactMaterials::init() {
  const std::size_t rows = d_first.value().size();
  if (rows == 0 || d_second.value().size() != rows) {
    error(
        "first has {} materials and second {}: name one pair in each row, e.g. first=\"steel *\" second=\"ice wood\".",
        rows, d_second.value().size());
    return setInvalid();
  }
  if (hasColumn(d_friction, d_friction.value().size()) && hasColumn(d_stiffness, d_stiffness.value().size()) &&
      hasColumn(d_response, d_response.value().size()))
    setValid();
  else
    setInvalid();
}

auto ContactMaterials::find(const CollisionModel& a, const CollisionModel& b) const -> std::optional<Row> {
  if (!isValid()) return std::nullopt;
  const auto &first = d_first.value(), &second = d_second.value();
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (!(isOf(first[i], a) && isOf(second[i], b)) && !(isOf(first[i], b) && isOf(second[i], a))) continue;
    Row row;
    if (const auto& responses = d_response.value(); !responses.empty() && responses[i] != "*")
      row.response = responses[i];
    append(row.settings, "mu", d_friction.value(), i);
    append(row.settings, "stiffness", d_stiffness.value(), i);
    return row;
  }
  return std::nullopt;
}

namespace {
const auto registered = core::Register("ContactMaterials", "Sofa.Component.Collision.Response.Contact",
                                       "friction, stiffness and response by pair of materials")
                            .add<ContactMaterials>();
}  // namespace

}  // namespace sofa::component::collision
