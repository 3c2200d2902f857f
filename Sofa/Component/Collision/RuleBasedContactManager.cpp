// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/RuleBasedContactManager.h"

#include <sstream>

#include "Sofa/Component/Collision/ContactMaterials.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using core::CollisionModel;

namespace {
constexpr std::size_t ruleSize = 3;
}  // namespace

void RuleBasedContactManager::prepareAttributes(const core::ComponentDescription& description) {
  CollisionResponse::prepareAttributes(description);
  m_variables.clear();
  std::istringstream names(description.has("variables") ? description.get("variables") : "");
  for (std::string name; names >> name;)
    m_variables.push_back(std::make_unique<core::Data<std::string>>(this, name, "", "stands for $" + name + "$"));
}

void RuleBasedContactManager::init() {
  CollisionResponse::init();
  const std::size_t rest = d_rules.value().size() % ruleSize;
  if (rest != 0)
    warning("rules are triples of two models and a response: the last {} of {} words are left out.", rest,
            d_rules.value().size());
}

std::string RuleBasedContactManager::withVariables(const std::string& response) const {
  std::string result;
  for (std::size_t at = 0; at < response.size();) {
    const std::size_t open = response.find('$', at);
    result += response.substr(at, open - at);
    if (open == response.npos) break;
    const std::size_t close = response.find('$', open + 1);
    if (close == response.npos) {
      error("\"{}\": the last $ has no partner; write $name$.", response);
      return result + response.substr(open);
    }
    const std::string name = response.substr(open + 1, close - open - 1);
    const auto variable = std::ranges::find(m_variables, name, [](const auto& v) { return std::string(v->name()); });
    if (variable != m_variables.end())
      result += (*variable)->value();
    else
      error("\"{}\": {} is not one of the variables \"{}\".", response, name, d_variables.value());
    at = close + 1;
  }
  return result;
}

std::int64_t RuleBasedContactManager::ownSettings() const {
  std::int64_t sum = CollisionResponse::ownSettings() + d_variables.counter() + d_rules.counter();
  for (const auto& variable : m_variables) sum += variable->counter();
  return sum;
}

std::string RuleBasedContactManager::responseFor(const CollisionModel& a, const CollisionModel& b) const {
  for (const auto* model : {&a, &b})
    if (!model->d_contactResponse.value().empty()) return model->d_contactResponse.value();
  const auto& rules = d_rules.value();
  for (std::size_t i = 0; i + ruleSize <= rules.size(); i += ruleSize)
    if ((meansModel(rules[i], a) && meansModel(rules[i + 1], b)) ||
        (meansModel(rules[i], b) && meansModel(rules[i + 1], a)))
      return withVariables(rules[i + 2]);
  return CollisionResponse::responseFor(a, b);
}

namespace {
const auto registered = core::Register("RuleBasedContactManager", "Sofa.Component.Collision.Response.Contact",
                                       "answers contacts as rules for pairs of models say")
                            .wasCalled("RuleBasedCollisionResponse", "SOFA v24.12")
                            .add<RuleBasedContactManager>();
}  // namespace

}  // namespace sofa::component::collision
