// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/CollisionResponse.h"

namespace sofa::component::collision {

/// A CollisionResponse whose response depends on the pair: that of the first rule which fits the two models in either
/// order, else the one of all pairs. What a model wishes for itself goes before (docs/manual/collision.md, "Responses
/// by rules").
class RuleBasedContactManager : public CollisionResponse {
 public:
  core::Data<std::string> d_variables{this, "variables", "",
                                      "names of further attributes, whose values stand for $name$ in responses"};
  core::Data<std::vector<std::string>> d_rules{
      this, "rules", {}, "triples A B response; A and B are names of models, numbers of groups, or * for all"};

  void init() override;

 protected:
  void prepareAttributes(const core::ComponentDescription& description) override;
  std::string responseFor(const core::CollisionModel& a, const core::CollisionModel& b) const override;
  std::int64_t ownSettings() const override;

 private:
  std::string withVariables(const std::string& response) const;

  std::vector<std::unique_ptr<core::Data<std::string>>> m_variables;
};

}  // namespace sofa::component::collision
