// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "Sofa/Core/ObjectModel/Data.h"
#include "Sofa/Core/ObjectModel/DataFields.h"
#include "Sofa/Core/ObjectModel/Link.h"
#include "Sofa/Helper/Message.h"

namespace sofa::core {

class Node;
struct Provenance;

enum class ComponentState { Undefined, Loading, Valid, Dirty, Busy, Invalid };

/// What nodes and components share: a name, Data, links, messages, and where in a file they were written.
class Base : public std::enable_shared_from_this<Base> SOFA_AUTHOR(Base) {
  friend class BaseData;
  friend class BaseLink;
  friend struct Provenance;
  // First members: the Data and links below register themselves here while they are constructed.
  std::vector<std::int16_t> m_dataDistances;          // of the Data, in the order of declaration; 0: the next of m_far
  std::unique_ptr<std::vector<BaseData*>> m_farData;  // those that are too far away to be told by a distance
  std::vector<BaseLink*> m_links;
  std::vector<BaseLink*> m_incoming;  // links of others that point here
  const std::string* m_className;
  const std::string* m_templateName;
  mutable std::unique_ptr<Provenance> m_provenance;  // null for what a program made

 public:
  Base();
  virtual ~Base();
  Base(const Base&) = delete;
  Base& operator=(const Base&) = delete;

  Data<std::string> d_name{this, "name", "", "name, by which paths refer to this object", {.autoLink = false}};
  Data<bool> d_printLog{this, "printLog", false, "if true, informative messages are printed too", {.autoLink = false}};
  Data<type::TagSet> d_tags{
      this, "tags", {}, "words by which operations can be restricted to some components", {.autoLink = false}};
  Data<type::BoundingBox> d_bbox{this, "bbox", {}, "axis-aligned bounding box: min then max", {.autoLink = false}};

  const std::string& name() const { return d_name.value(); }
  void setName(std::string name) { d_name.set(std::move(name)); }
  /// Class and template as scenes write them; set by the factory.
  const std::string& className() const { return *m_className; }
  const std::string& templateName() const { return *m_templateName; }
  void setClass(std::string_view className, std::string_view templateName = {});
  /// Path from the root of the scene, e.g. "/Liver/dofs".
  virtual std::string path() const { return name(); }
  /// Node from which paths of this object's links start.
  virtual Node* linkContext() const = 0;

  /// All Data in the order of their declaration.
  DataFields dataFields() const { return {*this, m_dataDistances, m_farData.get()}; }
  const std::vector<BaseLink*>& links() const { return m_links; }
  BaseData* findData(std::string_view nameOrAlias) const;
  /// All Data of that name or alias, the one so named first: an alias may stand for several, or be the name of another.
  std::vector<BaseData*> findAllData(std::string_view nameOrAlias) const;
  BaseLink* findLink(std::string_view name) const;
  /// Names of all Data and links, for suggestions.
  std::vector<std::string> attributeNames() const;

  /// Where in a file the object is written; line 0 for what a program made.
  helper::SourceLocation location() const;
  void setLocation(const helper::SourceLocation& location);
  /// Folder that relative file names among its attributes start from: that of the scene file, or of the included file,
  /// in which it stands; for what a program added to a scene that of its node, else the working directory.
  std::filesystem::path folder() const;
  void setFolder(const std::filesystem::path& folder);

  /// Place for what belongs to this object and goes with it, one per type, e.g. a view of it for another interface.
  /// Null at first.
  std::shared_ptr<void>& attachment(const std::type_info& type) const;

  template <class... Args>
  void info(fmt::format_string<Args...> format, Args&&... args) const {
    if (d_printLog.value()) message(helper::Severity::Info, fmt::format(format, std::forward<Args>(args)...));
  }
  template <class... Args>
  void deprecated(fmt::format_string<Args...> format, Args&&... args) const {
    message(helper::Severity::Deprecated, fmt::format(format, std::forward<Args>(args)...));
  }
  template <class... Args>
  void warning(fmt::format_string<Args...> format, Args&&... args) const {
    message(helper::Severity::Warning, fmt::format(format, std::forward<Args>(args)...));
  }
  template <class... Args>
  void error(fmt::format_string<Args...> format, Args&&... args) const {
    message(helper::Severity::Error, fmt::format(format, std::forward<Args>(args)...));
  }
  void message(helper::Severity severity, std::string text) const;

  /// Sets a Data or link from text, as scenes and --set do: "@path" links. Messages on failure; false if there is none
  /// of that name.
  bool setAttribute(std::string_view name, const std::string& text);

 private:
  void addData(BaseData& data);
  void removeData(BaseData& data);
  void setDataText(BaseData& data, const std::string& text);
};

}  // namespace sofa::core

namespace sofa::type {
template <>
struct TextTraits<core::ComponentState> {
  static std::string name() { return "ComponentState"; }
  static bool read(TextReader& in, core::ComponentState& value);
  static void write(std::string& out, const core::ComponentState& value, int precision);
};
}  // namespace sofa::type
