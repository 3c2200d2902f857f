// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Appends `text` as it may stand between quotes.
void appendEscaped(std::string& out, const std::string& text);

/// XML of nodes and components, laid out anew: one line each, indented by two blanks.
class ElementWriter {
 public:
  enum class Includes {
    AsTheyWere,
    ForComparison,  ///< for a comparison: paths as they may be at any time after reading
    Expanded
  };
  using Items = std::span<const core::Base* const>;
  using Attributes = std::vector<std::pair<std::string, std::string>>;

  /// `top` is what will be written, with all below it; relative names of files will start from `folder`.
  ElementWriter(const core::Base& top, std::filesystem::path folder, Includes includes);

  void writeNode(const core::Node& node, const std::string& indent);
  void writeComponent(const core::Component& component, const std::string& indent);
  /// Components and nodes side by side, with includes for what came by those.
  void writeItems(const core::Node& node, Items items, const core::SceneInclude* within, const std::string& indent);

  /// Components and children of a node as the scene mixed them: what stands behind a node may link to what is in it.
  std::vector<const core::Base*> itemsOf(const core::Node& node) const;
  /// Attributes as they have to stand now, but name, template and parents.
  Attributes attributesOf(const core::Base& object) const;
  /// The same of an element that includes a file.
  Attributes attributesOf(const core::SceneInclude& include) const;
  /// Whether what came by an include is what it still stands for.
  bool isUnchanged(const core::Node& node, Items contents, const core::SceneInclude& include) const;
  /// The outermost include by which an object came, of those inside of `within`.
  static const core::SceneInclude* includeBelow(const core::Base& object, const core::SceneInclude* within);
  /// Whether a node with several parents is written below this one.
  bool isLastParent(const core::Node& node, const core::Node& child) const;
  static std::string parentPaths(const core::Node& node);

  std::string out;

 private:
  bool isWritten(const core::Base& object) const { return !m_onlyScene || core::isOfScene(object); }
  template <class List>
  std::vector<const core::Base*> written(const List& list) const;
  void writeIncluded(const core::Node& node, Items contents, const core::SceneInclude& include,
                     const std::string& indent);
  bool isFoundAgain(const core::SceneInclude& include) const;
  void writeComments(const std::vector<std::string>& comments, const std::string& indent);
  void writeCommentsBeside(const std::vector<std::string>& comments);
  const core::Node* lastInOrder(const core::Node& child) const;
  std::string fileNames(const std::string& text, const std::filesystem::path& from) const;
  std::string fileName(const std::string& name, const std::filesystem::path& from) const;

  core::Node* m_top;
  std::filesystem::path m_folder;
  Includes m_includes;
  std::set<const core::SceneInclude*> m_told;
  bool m_onlyScene = false;
};

}  // namespace sofa::simulation
