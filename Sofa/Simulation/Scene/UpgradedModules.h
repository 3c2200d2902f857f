// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sofa::simulation {

/// The modules that a file requires. The components of a former module are in several modules today. So the first
/// former module of a file becomes all modules that its components need and no other line names; other former modules
/// go.
class UpgradedModules {
 public:
  /// Adds a component of the file by its class name of today.
  void addComponent(std::string_view className);
  /// Adds the names of one RequiredPlugin. Call it in the order of the file.
  void addRequired(std::vector<std::string> names, std::size_t line);

  /// The names of such a line today. They are empty if the whole line goes.
  struct Line {
    std::vector<std::string> names;
    std::vector<std::string> renamed, left;  ///< what the user is told of it
    bool isChanged() const { return !renamed.empty(); }
  };
  /// Returns a line for each addRequired().
  std::vector<Line> today() const;

 private:
  struct Required {
    std::vector<std::string> names;
    std::size_t line;
  };
  /// Returns the needed modules that no line names, sorted.
  std::vector<std::string> missing() const;

  std::set<std::string, std::less<>> m_needed;
  std::vector<Required> m_required;
};

}  // namespace sofa::simulation
