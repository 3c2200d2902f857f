#include "Sofa/Simulation/Scene/SceneElement.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/Results.h"

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

constexpr int maxElementDepth = 512;

class Reader {
 public:
  std::unique_ptr<SceneElement> readFile(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    if (!stream.good() && !stream.eof()) {
      report(Severity::Error, {}, fmt::format("Failed to open {}: the file cannot be read", file.string()));
      return nullptr;
    }
    helper::noteInput(file);
    m_open.push_back(identity(file));
    if (m_open.size() == 1) m_sceneFile = std::make_shared<core::SceneFile>(core::SceneFile{text, {}, {}});
    auto root = readText(text, file.string(), fs::absolute(file).parent_path());
    m_open.pop_back();
    return root;
  }

  std::unique_ptr<SceneElement> readText(std::string_view text, const std::string& name, const fs::path& folder) {
    tinyxml2::XMLDocument document;
    if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
      report(Severity::Error, {name, document.ErrorLineNum()},
             fmt::format("Failed to open {}: {}", name,
                         document.ErrorLineNum() > 0 ? xmlProblem(document) : "it holds no XML element"));
      return nullptr;
    }
    const auto* root = document.RootElement();
    if (!root) {
      report(Severity::Error, {name, 1}, fmt::format("Failed to open {}: it holds no XML element", name));
      return nullptr;
    }
    if (inSceneFile()) numberElements(document);
    auto element = convert(*root, name, folder, 0);
    if (!element) return nullptr;
    std::vector<std::string> before;
    for (const auto* node = root->PreviousSibling(); node; node = node->PreviousSibling())
      if (const auto* comment = node->ToComment()) before.insert(before.begin(), comment->Value());
    element->comments.before.insert(element->comments.before.begin(), before.begin(), before.end());
    for (const auto* node = root->NextSibling(); node; node = node->NextSibling())
      if (const auto* comment = node->ToComment()) element->comments.after.emplace_back(comment->Value());
    return element;
  }

 private:
  bool inSceneFile() const { return m_open.size() == 1; }

  /// Leaves at each element how many stand before it.
  static void numberElements(tinyxml2::XMLDocument& document) {
    class Numbering : public tinyxml2::XMLVisitor {
     public:
      using tinyxml2::XMLVisitor::VisitEnter;
      bool VisitEnter(const tinyxml2::XMLElement& element, const tinyxml2::XMLAttribute*) override {
        const_cast<tinyxml2::XMLElement&>(element).SetUserData(reinterpret_cast<void*>(m_next++));
        return true;
      }

     private:
      std::uintptr_t m_next = 0;
    } numbering;
    document.Accept(&numbering);
  }

  static std::string xmlProblem(const tinyxml2::XMLDocument& document) {
    switch (document.ErrorID()) {
      case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
        return "an element is closed by an end tag of another name";
      case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
        return "an attribute is malformed or given twice (expected name=\"value\")";
      case tinyxml2::XML_ERROR_PARSING_ELEMENT:
        return "an element is malformed or not closed";
      case tinyxml2::XML_ERROR_PARSING_DECLARATION:
        return "an XML declaration <?...?> may only stand at the very beginning";
      case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
        return "the document is empty";
      case tinyxml2::XML_ERROR_PARSING:
        return "the text ends before every element is closed";
      case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
        return "elements are nested too deeply";
      default:
        return std::string("XML error: ") + document.ErrorName();
    }
  }
  /// One path for all ways to write it.
  static fs::path identity(const fs::path& file) {
    std::error_code error;
    fs::path path = fs::canonical(file, error);
    return error ? fs::absolute(file) : path;
  }
  static void report(Severity severity, const helper::SourceLocation& where, std::string text) {
    helper::send(severity, "XMLParser", std::move(text), where);
  }

  std::unique_ptr<SceneElement> convert(const tinyxml2::XMLElement& xml, const std::string& file,
                                        const fs::path& folder, int depth) {
    auto element = std::make_unique<SceneElement>();
    element->location = {file, xml.GetLineNum()};
    element->tag = xml.Name();
    if (inSceneFile()) {
      element->sceneFile = m_sceneFile;
      element->number = reinterpret_cast<std::uintptr_t>(xml.GetUserData());
    }
    for (const auto* a = xml.FirstAttribute(); a; a = a->Next()) element->attributes.push_back({a->Name(), a->Value()});
    const bool known = element->tag == "Node" || element->tag == "Object" || element->tag == "Attribute" ||
                       element->tag == "Data" || element->tag == "include";
    if (!known && element->find("type")) {
      report(Severity::Info, element->location,
             fmt::format("Element {} (name \"{}\") of type {} creation failed: <{}> would create it.", element->tag,
                         element->find("name") ? *element->find("name") : "", *element->find("type"),
                         *element->find("type")));
      return nullptr;
    }
    if (depth > maxElementDepth) {
      report(Severity::Error, element->location, "Elements are nested too deeply.");
      return nullptr;
    }
    if (element->tag == "include") return include(*element, folder);
    if (element->isComponent() && !core::ObjectFactory::instance().find(element->componentType()))
      if (auto object = objectFile(*element, folder)) return object;
    convertChildren(*element, xml, file, folder, depth);
    return element;
  }

  void convertChildren(SceneElement& element, const tinyxml2::XMLElement& xml, const std::string& file,
                       const fs::path& folder, int depth) {
    std::vector<std::string> comments;        // for the element that comes next
    core::SceneComments* besideOn = nullptr;  // of the element before, and the line where it began
    int line = 0;
    for (const auto* child = xml.FirstChild(); child; child = child->NextSibling()) {
      if (const auto* comment = child->ToComment()) {
        auto& list = besideOn && comment->GetLineNum() == line ? besideOn->after : comments;
        list.emplace_back(comment->Value());
      } else if (const auto* below = child->ToElement()) {
        auto converted = convert(*below, file, folder, depth + 1);
        if (!converted) continue;
        besideOn = append(element, std::move(converted));
        line = below->GetLineNum();
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
      report(Severity::Error, element.location, fmt::format("File {} NOT FOUND in {}", *href, data.describe(folder)));
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
    auto root = readFile(file);
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
};

}  // namespace

std::unique_ptr<SceneElement> readSceneElements(const fs::path& file) { return Reader().readFile(file); }

std::unique_ptr<SceneElement> parseSceneElements(std::string_view text, const std::string& name,
                                                 const fs::path& folder) {
  return Reader().readText(text, name, folder);
}

}  // namespace sofa::simulation
