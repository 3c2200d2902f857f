// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/SceneElement.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Printable.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/Results.h"
#include "Sofa/Simulation/Scene/SceneXml.h"

namespace sofa::simulation {

namespace fs = std::filesystem;
using helper::Severity;

const std::string* SceneElement::find(std::string_view name) const {
  const auto it = std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.name == name; });
  return it == attributes.end() ? nullptr : &it->value;
}

void SceneElement::set(std::string_view name, std::string value) {
  const auto it = std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.name == name; });
  if (it == attributes.end())
    attributes.push_back({std::string(name), std::move(value)});
  else
    it->value = std::move(value);
}

void SceneElement::erase(std::string_view name) {
  std::erase_if(attributes, [&](const auto& a) { return a.name == name; });
}

std::string SceneElement::componentType() const {
  if (tag != "Object") return tag;
  const auto* type = find("type");
  return type ? *type : "default";
}

namespace {

class Reader {
 public:
  std::unique_ptr<SceneElement> readFile(const fs::path& file) {
    const auto read = helper::readFile(file);
    if (!read) {
      report(Severity::Error, {}, fmt::format("Failed to open {}: the file cannot be read", file.string()));
      return nullptr;
    }
    const std::string& text = *read;
    m_bytes += text.size();
    helper::noteInput(file);
    m_open.push_back(identity(file));
    if (m_open.size() == 1) m_sceneFile = std::make_shared<core::SceneFile>(core::SceneFile{text, {}, {}});
    auto root = readText(text, file.string(), fs::absolute(file).parent_path());
    m_open.pop_back();
    return root;
  }

  std::unique_ptr<SceneElement> readText(std::string_view text, const std::string& name, const fs::path& folder) {
    SceneXml xml(text);
    if (!xml.problem().empty()) {
      report(Severity::Error, {name, xml.problemLine()}, fmt::format("Failed to open {}: {}", name, xml.problem()));
      return nullptr;
    }
    const auto* root = xml.root();
    if (inSceneFile()) xml.numberElements();
    const auto* outside = std::exchange(m_xml, &xml);
    auto element = convert(*root, name, folder);
    m_xml = outside;
    if (!element || m_isTooLarge) return nullptr;
    std::vector<std::string> before;
    for (const auto* node = root->PreviousSibling(); node; node = node->PreviousSibling())
      if (const auto* comment = node->ToComment()) before.insert(before.begin(), comment->Value());
    element->comments.before.insert(element->comments.before.begin(), before.begin(), before.end());
    for (const auto* node = root->NextSibling(); node; node = node->NextSibling())
      if (const auto* comment = node->ToComment()) element->comments.after.emplace_back(comment->Value());
    return element;
  }

 private:
  /// What a scene may have altogether: a few lines that include each other several times ask for any number.
  static constexpr std::size_t mostNested = 200;  // files within each other
  static constexpr std::size_t mostFiles = 50'000, mostBytes = std::size_t{1} << 30;

  /// Counts up while it lives.
  class Depth {
   public:
    explicit Depth(std::size_t& depth) : m_depth(depth) { ++m_depth; }
    ~Depth() { --m_depth; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    std::size_t& m_depth;
  };

  /// Says so once; the scene is not used.
  std::unique_ptr<SceneElement> stopIncluding(const helper::SourceLocation& where) {
    if (!std::exchange(m_isTooLarge, true))
      report(Severity::Error, where,
             fmt::format("The scene is not read: it includes more than {} files, or {} bytes. Look for files that "
                         "include others several times.",
                         mostFiles, mostBytes));
    return nullptr;
  }

  bool inSceneFile() const { return m_open.size() == 1; }

  /// One path for all ways to write it.
  static fs::path identity(const fs::path& file) {
    std::error_code error;
    fs::path path = fs::canonical(file, error);
    return error ? fs::absolute(file) : path;
  }
  static void report(Severity severity, const helper::SourceLocation& where, std::string text) {
    helper::send(severity, "XMLParser", std::move(text), where);
  }
  /// Names stand in paths and messages: a line break or a command to the terminal has no place there. Bytes of another
  /// encoding stay, as they do in the links to the name.
  static void cleanName(SceneElement& element) {
    const auto* name = element.find("name");
    if (!name) return;
    std::string clean = helper::withoutCommands(*name);
    if (clean == *name) return;
    report(Severity::Warning, element.location,
           fmt::format("A name holds control characters: it becomes \"{}\". Write one without them.", clean));
    element.set("name", std::move(clean));
  }

  std::unique_ptr<SceneElement> convert(const tinyxml2::XMLElement& xml, const std::string& file,
                                        const fs::path& folder) {
    const Depth depth(m_depth);
    auto element = std::make_unique<SceneElement>();
    element->location = {file, m_xml->lineOf(xml)};
    if (m_depth > SceneXml::maxDepth) {
      report(Severity::Error, element->location,
             fmt::format("Elements and includes are nested too deeply, more than {}; this one is dropped.",
                         SceneXml::maxDepth));
      return nullptr;
    }
    element->tag = xml.Name();
    if (inSceneFile()) {
      element->sceneFile = m_sceneFile;
      element->number = SceneXml::numberOf(xml);
    }
    for (const auto* a = xml.FirstAttribute(); a; a = a->Next()) element->attributes.push_back({a->Name(), a->Value()});
    cleanName(*element);
    const bool known = element->tag == "Node" || element->tag == "Object" || element->tag == "Attribute" ||
                       element->tag == "Data" || element->tag == "include";
    if (!known && element->find("type")) {
      report(Severity::Info, element->location,
             fmt::format("Element {} (name \"{}\") of type {} creation failed: <{}> would create it.", element->tag,
                         element->find("name") ? *element->find("name") : "", *element->find("type"),
                         *element->find("type")));
      return nullptr;
    }
    if (element->tag == "include") return include(*element, folder);
    if (element->isComponent() && !core::ObjectFactory::instance().find(element->componentType()))
      if (auto object = objectFile(*element, folder)) return object;
    convertChildren(*element, xml, file, folder);
    return element;
  }

  void convertChildren(SceneElement& element, const tinyxml2::XMLElement& xml, const std::string& file,
                       const fs::path& folder) {
    std::vector<std::string> comments;        // for the element that comes next
    core::SceneComments* besideOn = nullptr;  // of the element before, and the line where it began
    int line = 0;
    for (const auto* child = xml.FirstChild(); child; child = child->NextSibling()) {
      if (const auto* comment = child->ToComment()) {
        auto& list = besideOn && m_xml->lineOf(*comment) == line ? besideOn->after : comments;
        list.emplace_back(comment->Value());
      } else if (const auto* below = child->ToElement()) {
        auto converted = convert(m_xml->whole(*below), file, folder);
        if (!converted) continue;
        besideOn = append(element, std::move(converted));
        line = m_xml->lineOf(*below);
        if (besideOn) besideOn->before.insert(besideOn->before.begin(), comments.begin(), comments.end());
        if (besideOn) comments.clear();
      }
    }
    element.comments.inside = std::move(comments);
    if (!element.isNode()) liftComments(element);
  }

  /// A component is written as one element: comments inside of it go before it.
  static void liftComments(SceneElement& component) {
    auto& before = component.comments.before;
    for (auto& child : component.children)
      for (auto* list : {&child->comments.before, &child->comments.after})
        before.insert(before.end(), list->begin(), list->end());
    before.insert(before.end(), component.comments.inside.begin(), component.comments.inside.end());
    component.comments.inside.clear();
  }

  /// Appends a child, dissolving Group and Merge roots of included files (docs/manual/scenes.md, "Includes"). Where
  /// comments on it belong; null if it has no place of its own.
  static core::SceneComments* append(SceneElement& parent, std::unique_ptr<SceneElement> child) {
    const auto include = child->include;
    core::SceneComments* comments = include ? &outermost(*include).comments : &child->comments;
    if (child->tag == "_Group_") {
      for (auto& grandchild : child->children) {
        addOuter(*grandchild, include);
        parent.children.push_back(std::move(grandchild));
      }
      return child->children.empty() ? nullptr : comments;
    }
    if (child->tag == "_Merge_") {
      for (auto& grandchild : child->children) addOuter(*grandchild, include);
      merge(parent, *child);
      return nullptr;
    }
    parent.children.push_back(std::move(child));
    return comments;
  }

  static void addOuter(SceneElement& element, const std::shared_ptr<core::SceneInclude>& include) {
    if (!element.include)
      element.include = include;
    else if (auto& last = outermost(*element.include); &last != include.get())
      last.outer = include;
  }
  static core::SceneInclude& outermost(core::SceneInclude& include) {
    return include.outer ? outermost(*include.outer) : include;
  }

  static void merge(SceneElement& into, SceneElement& from) {
    for (const auto& a : from.attributes)
      if (a.name != "name") into.set(a.name, a.value);
    for (auto& child : from.children) {
      const auto* name = child->find("name");
      const auto same = std::find_if(into.children.begin(), into.children.end(), [&](const auto& other) {
        const auto* otherName = other->find("name");
        return name && otherName && !name->empty() && *name == *otherName && other->tag == child->tag &&
               other->componentType() == child->componentType();
      });
      if (same == into.children.end())
        into.children.push_back(std::move(child));
      else
        merge(**same, *child);
    }
  }

  std::unique_ptr<SceneElement> include(const SceneElement& element, const fs::path& folder) {
    const auto* href = element.find("href");
    if (!href || href->empty()) {
      report(Severity::Error, element.location, "Xml include tag requires non empty filename or href attribute.");
      return nullptr;
    }
    const auto& data = helper::ResourcePath::data();
    const auto file = data.find(*href, folder);
    if (!file) {
      std::error_code ignored;
      const fs::path direct = folder / *href;
      report(Severity::Error, element.location,
             fs::exists(direct, ignored) && !fs::is_regular_file(direct, ignored)
                 ? fmt::format("File {} cannot be included: it is a folder or a device", direct.string())
                 : fmt::format("File {} NOT FOUND in {}", *href, data.describe(folder)));
      report(Severity::Error, element.location, fmt::format("Failed to parse {}", *href));
      return nullptr;
    }
    return includeFile(*file, element, "href", folder);
  }

  std::unique_ptr<SceneElement> objectFile(const SceneElement& element, const fs::path& folder) {
    const auto file = helper::ResourcePath::data().find("Objects/" + element.componentType() + ".xml", folder);
    return file ? includeFile(*file, element, "type", folder) : nullptr;
  }

  std::unique_ptr<SceneElement> includeFile(const fs::path& file, const SceneElement& element,
                                            std::string_view consumed, const fs::path& folder) {
    if (std::find(m_open.begin(), m_open.end(), identity(file)) != m_open.end()) {
      report(Severity::Error, element.location,
             fmt::format("{} includes itself; this element is dropped.", file.string()));
      return nullptr;
    }
    if (m_open.size() >= mostNested) {
      report(Severity::Error, element.location,
             fmt::format("Includes are nested too deeply, more than {}; this one is dropped.", mostNested));
      return nullptr;
    }
    if (++m_files > mostFiles || m_bytes > mostBytes) return stopIncluding(element.location);
    auto root = readFile(file);
    if (m_isTooLarge) return nullptr;
    if (!root) {
      report(Severity::Error, element.location, fmt::format("Failed to parse {}", file.string()));
      return nullptr;
    }
    const std::string ownName = root->find("name") ? *root->find("name") : "";
    const std::string newName = element.find("name") ? *element.find("name") : "";
    auto include = std::make_shared<core::SceneInclude>();
    include->tag = element.tag;
    include->file = fs::absolute(file);
    include->folder = folder;
    if (element.sceneFile) element.sceneFile->includes[include] = element.number;
    for (const auto& a : element.attributes) include->attributes.emplace_back(a.name, a.value);
    for (const auto& a : element.attributes) {
      if (a.name == consumed || a.name == "name") continue;
      replaceAttribute(*root, a.name, a.value);
      markMixed(*root);
    }
    const auto isGroup = [](const std::string& name) { return name == "Group" || name == "_Group_"; };
    if (isGroup(ownName) || isGroup(newName)) {
      root->tag = "_Group_";
      include->isGroup = true;
    } else if (ownName == "_Merge_" || newName == "_Merge_") {
      root->tag = "_Merge_";
      include->isMixed = true;
    } else {
      if (!newName.empty()) root->set("name", newName);
      if (root->isNode()) root->folder = fs::absolute(file).parent_path();
    }
    addOuter(*root, include);
    return root;
  }

  /// What is included inside is no longer what its file says.
  static void markMixed(SceneElement& element) {
    for (auto* include = element.include.get(); include; include = include->outer.get()) include->isMixed = true;
    for (auto& child : element.children) markMixed(*child);
  }

  /// Overrides an attribute wherever a component of the subtree already has it; "elt__attr" only in elements named elt.
  static void replaceAttribute(SceneElement& element, const std::string& name, const std::string& value) {
    const auto separator = name.find("__");
    const std::string target = separator == name.npos ? "" : name.substr(0, separator);
    const std::string attribute = separator == name.npos ? name : name.substr(separator + 2);
    if (element.isComponent()) {
      const auto* own = element.find("name");
      const bool named = target.empty() || (own && *own == target);
      if (named && element.find(attribute)) element.set(attribute, value);
      for (auto& child : element.children) {
        const auto* type = child->find("type");
        if (named && child->tag == "Attribute" && type && *type == attribute)
          for (auto& data : child->children) data->set("value", value);
      }
    }
    for (auto& child : element.children)
      if (child->tag != "Attribute") replaceAttribute(*child, name, value);
  }

  std::vector<fs::path> m_open;  // files being read, the scene first
  std::shared_ptr<core::SceneFile> m_sceneFile;
  const SceneXml* m_xml = nullptr;  // that is converted
  std::size_t m_files = 0, m_bytes = 0, m_depth = 0;
  bool m_isTooLarge = false;
};

}  // namespace

std::unique_ptr<SceneElement> readSceneElements(const fs::path& file) { return Reader().readFile(file); }

std::unique_ptr<SceneElement> parseSceneElements(std::string_view text, const std::string& name,
                                                 const fs::path& folder) {
  return Reader().readText(text, name, folder);
}

}  // namespace sofa::simulation
