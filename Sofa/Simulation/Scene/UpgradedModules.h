// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sofa::simulation {

/// The modules that a file requires. What a module of a former version held is in several ones today: the first former
/// module of a file becomes all those that its components need and no other line names; the others go.
class UpgradedModules {
 public:
  /// A component of the file, by its class name of today.
  void addComponent(std::string_view className);
  /// What one RequiredPlugin names; in the order of the file.
  void addRequired(std::vector<std::string> names, std::size_t line);

  /// What such a line names today: nothing where the whole line is to go.
  struct Line {
    std::vector<std::string> names;
    std::vector<std::string> renamed, left;  ///< what the user is told of it
    bool isChanged() const { return !renamed.empty(); }
  };
  /// One for each addRequired().
  std::vector<Line> today() const;

 private:
  struct Required {
    std::vector<std::string> names;
    std::size_t line;
  };
  /// Those that no line names yet, sorted.
  std::vector<std::string> missing() const;

  std::set<std::string, std::less<>> m_needed;
  std::vector<Required> m_required;
};

}  // namespace sofa::simulation
