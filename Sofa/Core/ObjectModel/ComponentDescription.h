// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Helper/Message.h"

namespace sofa::core {

/// One scene element before its component exists: class, attributes as text, and where it was written.
class ComponentDescription {
 public:
  struct Attribute {
    std::string value;
    mutable bool used = false;
  };

  explicit ComponentDescription(std::string type, helper::SourceLocation location = {})
      : m_type(std::move(type)), m_location(std::move(location)) {}
  ComponentDescription(std::string type, std::initializer_list<std::pair<const std::string, std::string>> attributes)
      : m_type(std::move(type)) {
    for (const auto& [name, value] : attributes) set(name, value);
  }

  const std::string& type() const { return m_type; }
  void setType(std::string type) { m_type = std::move(type); }
  const helper::SourceLocation& location() const { return m_location; }
  /// Folder that relative file names among the attributes start from; empty: that of the node.
  const std::filesystem::path& folder() const { return m_folder; }
  void setFolder(std::filesystem::path folder) { m_folder = std::move(folder); }

  const std::map<std::string, Attribute, std::less<>>& attributes() const { return m_attributes; }
  std::vector<std::string> attributeNames() const;
  void set(std::string name, std::string value) { m_attributes[std::move(name)] = {std::move(value)}; }
  bool has(std::string_view name) const { return m_attributes.contains(name); }
  void markUsed(std::string_view name) const;
  /// Value or "" and, for take(), nothing; reading counts as use.
  const std::string& get(std::string_view name) const;
  std::optional<std::string> take(std::string_view name);
  /// A whole number or real in single precision, as legacy attributes are read (docs/manual/scenes.md, "Numbers in
  /// single precision"). Nothing if the attribute is absent or is not entirely a number; `bad` then names it.
  std::optional<float> takeFloat(std::string_view name, std::string* bad = nullptr);
  std::optional<long> takeInteger(std::string_view name, std::string* bad = nullptr);
  std::vector<std::string> unused() const;

 private:
  std::string m_type;
  helper::SourceLocation m_location;
  std::filesystem::path m_folder;
  std::map<std::string, Attribute, std::less<>> m_attributes;  // byte-wise sorted
};

}  // namespace sofa::core
