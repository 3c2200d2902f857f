#include "Sofa/Simulation/SceneReader.h"

#include <algorithm>

#include "Sofa/Simulation/SceneElement.h"

namespace sofa::simulation {

namespace fs = std::filesystem;
using helper::Severity;

namespace {

/// Makes relative file names start from a folder for as long as it lives.
class WorkingDirectory {
 public:
  explicit WorkingDirectory(const fs::path& folder) {
    std::error_code ignored;
    m_before = fs::current_path(ignored);
    if (!folder.empty()) fs::current_path(folder, ignored);
  }
  ~WorkingDirectory() {
    std::error_code ignored;
    fs::current_path(m_before, ignored);
  }
  WorkingDirectory(const WorkingDirectory&) = delete;
  WorkingDirectory& operator=(const WorkingDirectory&) = delete;

 private:
  fs::path m_before;
};

void report(Severity severity, const SceneElement& element, std::string text) {
  helper::send(severity, "SceneLoaderXML", std::move(text), element.location);
}

class Builder {
 public:
  bool allCreated() const { return m_allCreated; }

  std::shared_ptr<Node> buildNode(const SceneElement& element, Node* parent) {
    const auto* type = element.find("type");
    if (type && *type != "default" && *type != "Node") {
      report(Severity::Error, element,
             fmt::format("There is no node of type \"{}\"; its components are not created.", *type));
      m_allCreated = false;
      return nullptr;
    }
    const auto* name = element.find("name");
    auto node = Node::createRoot(name ? *name : "");
    node->setLocation(element.location);
    if (parent) parent->addChild(node);
    applyNodeAttributes(*node, element);
    const WorkingDirectory inside(element.folder.empty() ? fs::current_path() : element.folder);
    for (const auto& child : element.children) buildChild(*child, *node);
    return node;
  }

 private:
  void buildChild(const SceneElement& element, Node& node) {
    if (element.isNode())
      buildNode(element, &node);
    else if (element.isComponent())
      buildComponent(element, node);
    else
      report(Severity::Info, element,
             fmt::format("Element {} has no meaning inside a node; it is dropped.", element.tag));
  }

  void buildComponent(const SceneElement& element, Node& node) {
    core::ComponentDescription description(element.componentType(), element.location);
    for (const auto& a : element.attributes)
      if (a.name != "type") description.set(a.name, a.value);
    for (const auto& child : element.children) {
      if (child->tag == "Attribute")
        applyAttributeElement(description, *child);
      else
        complainAboutNesting(*child, element);
    }
    if (auto companions = phasesOf(description.type()); !companions.empty())
      for (const auto& companion : companions)
        if (auto phase = node.add(core::ComponentDescription(companion, element.location))) phase->setName(companion);
    if (!node.add(std::move(description))) m_allCreated = false;
  }

  static std::vector<std::string> phasesOf(const std::string& type) {
    if (type == "BruteForceDetection") return {"BruteForceBroadPhase", "BVHNarrowPhase"};
    if (type == "DirectSAP") return {"BruteForceBroadPhase", "DirectSAPNarrowPhase"};
    if (type == "RayTraceDetection") return {"BruteForceBroadPhase", "RayTraceNarrowPhase"};
    return {};
  }

  void complainAboutNesting(const SceneElement& child, const SceneElement& parent) {
    m_allCreated = m_allCreated && !child.isComponent();
    if (child.isNode())
      report(Severity::Info, child,
             fmt::format("A node cannot be a child of the component {}; it is dropped.", parent.componentType()));
    else
      report(Severity::Error, child,
             fmt::format("Cannot access to a valid component from parent element: {} stands inside the component {}; "
                         "close that element first.",
                         child.componentType(), parent.componentType()));
  }

  static void applyAttributeElement(core::ComponentDescription& description, const SceneElement& attribute) {
    const auto* name = attribute.find("type");
    if (!name) return;
    for (const auto& data : attribute.children)
      if (const auto* value = data->find("value")) description.set(*name, *value);
  }

  void applyNodeAttributes(Node& node, const SceneElement& element) {
    core::ComponentDescription description("Node", element.location);
    for (const auto& a : element.attributes) description.set(a.name, a.value);
    std::string flags;
    for (const auto& name : description.attributeNames()) {
      if (name == "name") continue;
      if (name.starts_with("show") && name != "showBoundingTree") {
        const std::string& value = description.get(name);
        const bool on = value != "0" && value != "false" && value != "False";
        flags += (flags.empty() ? "" : " ") + std::string(on ? "show" : "hide") + name.substr(4);
      } else {
        node.setAttribute(name, description.get(name));
      }
    }
    if (flags.empty()) return;
    node.deprecated("show... attributes of a node are deprecated; write <VisualStyle displayFlags=\"{}\"/> instead.",
                    flags);
    node.add("VisualStyle", {{"displayFlags", flags}});
  }

  bool m_allCreated = true;
};

std::shared_ptr<Node> build(const SceneElement& root, const fs::path& folder) {
  if (!root.isNode()) {
    report(Severity::Fatal, root,
           fmt::format("XML Root Node is not an Element: a scene starts with <Node>, this one with <{}>.", root.tag));
    return nullptr;
  }
  const WorkingDirectory inside(folder);
  Builder builder;
  auto node = builder.buildNode(root, nullptr);
  if (node && !builder.allCreated())
    helper::send(Severity::Error, "SceneLoaderXML", "Node initialization failed.", root.location);
  return node;
}

}  // namespace

std::shared_ptr<Node> readScene(const std::string& file) {
  const auto fail = [&](std::string text) {
    helper::send(Severity::Error, "SceneLoader", std::move(text));
    return nullptr;
  };
  if (file.empty()) return fail("No scene file was given.");
  std::string extension = fs::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (extension.empty())
    return fail(fmt::format("The scene file {} has no extension; .scn or .xml is expected.", file));
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return fail(fmt::format("The scene file {} cannot be found.", file));
  if (extension == ".py" || extension == ".py3" || extension == ".pyscn" || extension == ".py3scn")
    return fail(
        fmt::format("{}: the extension {} is only supported if the plugin SofaPython3 is loaded.", file, extension));
  if (extension != ".scn" && extension != ".xml")
    return fail(fmt::format("{}: the extension ({}) is not supported; .scn or .xml is expected.", file, extension));
  const auto root = readSceneElements(file);
  return root ? build(*root, fs::absolute(file).parent_path()) : nullptr;
}

std::shared_ptr<Node> readSceneText(std::string_view xml, const fs::path& folder) {
  const auto root = parseSceneElements(xml, "scene text", folder);
  return root ? build(*root, folder) : nullptr;
}

}  // namespace sofa::simulation
