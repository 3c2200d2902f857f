// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sofa::core {

class Base;
class Node;
class NotCreated;

/// Which objects of a scene lack something because of a few others: those that link to one, and those that find one by
/// where it stands (a mass its state, an integrator its linear solver); and in turn what needs those.
class FollowUps {
 public:
  /// `causes`: elements that became no component, or components that lack an input.
  FollowUps(Node& root, const std::vector<const Base*>& causes);

  /// What `object` lacks, or the cause itself; null if it lacks nothing.
  const Base* causeOf(const Base& object) const;
  /// The cause that the path of `owner` names or would lead through; null if it names something else.
  const Base* causeOfPath(const Base& owner, std::string_view path) const;

 private:
  const Base* causeByPlace(const Base& object) const;
  const Base* causeByLinks(const Base& object) const;
  const NotCreated* elementAt(const Base& owner, std::string_view path) const;

  void addProvider(const Base& object);

  /// What is not there or has no input, so that whoever finds it by place lacks it.
  struct Provider {
    const Base* object;
    std::string module;
  };
  std::unordered_map<const Base*, const Base*> m_causes;
  std::vector<Provider> m_providers;  // the first of each module in each node: others say the same
  std::set<std::pair<std::string, const Node*>> m_provided;
};

}  // namespace sofa::core
