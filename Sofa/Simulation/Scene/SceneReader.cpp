// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/SceneReader.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Core/Service/FormerNames.h"
#include "Sofa/Core/Service/SceneProblems.h"
#include "Sofa/Helper/Results.h"
#include "Sofa/Helper/Suggest.h"
#include "Sofa/Simulation/Scene/SceneElement.h"
#include "Sofa/Simulation/Scene/SceneLimit.h"
#include "Sofa/Simulation/Scene/SceneLoader.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"

namespace sofa::simulation {

namespace fs = std::filesystem;
using helper::Severity;

namespace {

void report(Severity severity, const SceneElement& element, std::string text) {
  helper::send(severity, "SceneLoaderXML", std::move(text), element.location);
}

fs::path absoluteFolder(const fs::path& folder) {
  std::error_code ignored;
  return folder.empty() ? fs::current_path(ignored) : fs::absolute(folder, ignored);
}

class Builder {
 public:
  /// Relative file names start from `folder`, but in what is included from elsewhere.
  explicit Builder(fs::path folder) : m_folder(std::move(folder)) {}

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
    const fs::path outside = m_folder;
    if (!element.folder.empty()) m_folder = element.folder;
    if (!parent || m_folder != parent->folder()) node->setFolder(m_folder);
    core::noteElementOrder(*node);
    noteSource(*node, element);
    if (parent)
      addToParents(*node, *parent, element);
    else
      core::compatibilityOf(*node);  // an attribute that a root may have
    applyNodeAttributes(*node, element);
    for (const auto& child : element.children) buildChild(*child, *node);
    noteIncludes(*node, element);
    m_folder = outside;
    return node;
  }

  /// How the contents of each include are written as long as nobody edits them.
  static void noteIncludes(const Node& node, const SceneElement& element) {
    std::map<const core::SceneInclude*, std::string> texts;
    for (const auto& child : element.children)
      for (auto* include = child->include.get(); include; include = include->outer.get()) {
        if (texts.empty()) texts = includedTexts(node);
        if (include->text.empty()) include->text = std::exchange(texts[include], {});
      }
  }

  void buildChild(const SceneElement& element, Node& node) {
    if (!countSceneObject())
      m_allCreated = false;
    else if (element.isNode())
      buildNode(element, &node);
    else if (element.isComponent())
      buildComponent(element, node);
    else
      report(Severity::Info, element,
             fmt::format("Element {} has no meaning inside a node; it is dropped.", element.tag));
  }

 private:
  /// parents="@/a @/b" lists all parents of a node that has several, in order. The enclosing one is among them.
  static void addToParents(Node& node, Node& enclosing, const SceneElement& element) {
    const auto child = std::static_pointer_cast<core::Node>(node.shared_from_this());
    const auto* paths = element.find("parents");
    type::TextReader words(paths ? std::string_view(*paths) : std::string_view());
    for (auto path = words.word(); !path.empty(); path = words.word()) {
      auto* parent = dynamic_cast<core::Node*>(core::findObjectByPath(enclosing, path));
      if (!parent)
        report(Severity::Error, element,
               fmt::format("parents: {} is no node that stands before this one.{}", path,
                           core::suggestPath(enclosing, path)));
      else if (!isParent(node, *parent))
        parent->addChild(child);
    }
    if (!isParent(node, enclosing)) enclosing.addChild(child);
  }
  static bool isParent(const Node& node, const core::Node& parent) {
    return std::find(node.parents().begin(), node.parents().end(), &parent) != node.parents().end();
  }

  /// A source that a file names for whoever includes it to say which, and nobody did.
  static bool isUnfilled(const SceneElement::Attribute& attribute, const SceneElement& element) {
    return element.include && attribute.name == "src" && (attribute.value.empty() || attribute.value == "@");
  }

  void buildComponent(const SceneElement& element, Node& node) {
    core::ComponentDescription description(element.componentType(), element.location);
    description.setFolder(m_folder);
    for (const auto& a : element.attributes)
      if (a.name != "type" && !isUnfilled(a, element)) description.set(a.name, a.value);
    for (const auto& child : element.children) {
      if (child->tag == "Attribute")
        applyAttributeElement(description, *child);
      else
        complainAboutNesting(*child, element);
    }
    if (const auto renaming = core::acceptedRenaming(description); !renaming.className.empty())
      description = core::renamed(description, renaming);
    if (auto companions = phasesOfDetection(description.type()); !companions.empty())
      for (const auto& companion : companions)
        if (auto phase = node.add(core::ComponentDescription(companion, element.location))) {
          phase->setName(companion);
          noteImplied(*phase, element);
        }
    const auto before = node.components().size();
    if (!node.add(std::move(description))) m_allCreated = false;
    const auto& all = node.components();  // a placeholder stands where nothing could be created
    if (all.size() > before) noteSource(*all[before], element);
  }
  static void noteSource(const core::Base& object, const SceneElement& element) {
    const auto& comments = element.comments;
    core::noteSource(object, comments.empty() ? nullptr : std::make_shared<core::SceneComments>(comments),
                     element.include);
    if (!element.sceneFile) return;
    element.sceneFile->objects.insert(element.number);
    core::notePlace(object, element.sceneFile, element.number);
  }
  /// The element of another object stands for this one as well.
  static void noteImplied(const core::Base& object, const SceneElement& element) {
    if (element.sceneFile) core::notePlace(object, element.sceneFile, element.number, true);
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
      if (name == "name" || name == "parents") continue;
      if (name.starts_with("show") && name != "showBoundingTree") {
        const std::string& value = description.get(name);
        type::TextReader in(value);
        bool on = true;
        if (!type::readBool(in, on) || !in.atEnd())
          core::tellUnreadable(node, fmt::format("{}=\"{}\" is not a bool. Write 1 or true, 0 or false.", name, value));
        flags += (flags.empty() ? "" : " ") + std::string(on ? "show" : "hide") + name.substr(4);
      } else if (!node.setAttribute(name, description.get(name))) {
        if (const auto near = helper::didYouMean(name, node.attributeNames()); !near.empty())
          node.warning("Unused Attribute: \"{}\" with value: \"{}\".{}", name, description.get(name), near);
      }
    }
    if (node.d_canChangeSleepingState.value())
      node.warning("canChangeSleepingState has no effect: nothing puts nodes to sleep or wakes them; set sleeping.");
    if (flags.empty()) return;
    node.deprecated("show... attributes of a node are deprecated; write <VisualStyle displayFlags=\"{}\"/> instead.",
                    flags);
    if (auto style = node.add("VisualStyle", {{"displayFlags", flags}})) noteImplied(*style, element);
  }

  fs::path m_folder;
  bool m_allCreated = true;
};

std::shared_ptr<Node> build(const SceneElement& root, const fs::path& folder) {
  if (!root.isNode()) {
    report(Severity::Fatal, root,
           fmt::format("XML Root Node is not an Element: a scene starts with <Node>, this one with <{}>.", root.tag));
    return nullptr;
  }
  Builder builder(absoluteFolder(folder));
  core::SceneProblems problems;
  auto node = builder.buildNode(root, nullptr);
  if (node) problems.graphIsWhole(*node);
  return node;
}

}  // namespace

std::shared_ptr<Node> readScene(const std::string& file) {
  const auto fail = [&](std::string text) -> std::shared_ptr<Node> {
    helper::send(Severity::Error, "SceneLoader", std::move(text));
    return nullptr;
  };
  if (file.empty()) return fail("No scene file was given.");
  const std::string written = fs::path(file).extension().string();
  std::string extension = written;
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (extension.empty())
    return fail(fmt::format("The scene file {} has no extension; .scn or .xml is expected.", file));
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return fail(fmt::format("The scene file {} cannot be found.", file));
  if (extension != ".scn" && extension != ".xml") {
    std::string problem;
    if (const auto loader = findSceneLoader(extension, problem)) {
      helper::forgetInputs();
      helper::noteInput(file);
      helper::enterScene(fs::path(file).parent_path());
      return loader(file);
    }
    if (helper::scenesAreDistrusted())
      return fail(fmt::format("{}: with --untrusted no script runs, and this scene is one.", file));
    if (problem.empty())
      return fail(
          fmt::format("{}: the extension ({}) is not supported; .scn, .xml or .py is expected.", file, written));
    return fail(fmt::format(
        "{}: scenes written in Python need the plugin SofaPython3, which is built where python3-dev, python3-numpy and "
        "pybind11-dev are installed. It cannot be used: {}",
        file, problem));
  }
  helper::forgetInputs();
  helper::enterScene(fs::path(file).parent_path());
  const auto root = readSceneElements(file);
  return root ? build(*root, fs::absolute(file).parent_path()) : nullptr;
}

/// A text is no file: what the scene that is open was read from stays known.
std::shared_ptr<Node> readSceneText(std::string_view xml, const fs::path& folder) {
  const auto root = parseSceneElements(xml, "scene text", folder);
  return root ? build(*root, folder) : nullptr;
}

std::vector<std::string> phasesOfDetection(const std::string& className) {
  if (className == "BruteForceDetection") return {"BruteForceBroadPhase", "BVHNarrowPhase"};
  if (className == "DirectSAP") return {"BruteForceBroadPhase", "DirectSAPNarrowPhase"};
  if (className == "IncrSAP") return {"DirectSAPNarrowPhase"};  // it becomes a BruteForceBroadPhase itself
  if (className == "RayTraceDetection") return {"BruteForceBroadPhase", "RayTraceNarrowPhase"};
  return {};
}

// --- Fragments -------------------------------------------------------------------------------------------------------

namespace {

/// Keeps the errors that this thread sends while it lives.
class Listener : public helper::MessageHandler {
 public:
  explicit Listener(bool tellsLines) : m_tellsLines(tellsLines) { helper::addMessageHandler(this); }
  ~Listener() override { helper::removeMessageHandler(this); }
  void process(const helper::Message& message) override {
    if (message.severity < Severity::Error || std::this_thread::get_id() != m_thread) return;
    if (!errors.empty()) errors += '\n';
    if (m_tellsLines && message.location.line > 0) errors += fmt::format("Line {}: ", message.location.line);
    errors += message.text;
  }
  std::string errors;

 private:
  bool m_tellsLines;
  std::thread::id m_thread = std::this_thread::get_id();
};

bool hasName(const Node& node, const std::string& name) {
  const auto is = [&](const auto& object) { return object->name() == name; };
  return std::any_of(node.components().begin(), node.components().end(), is) ||
         std::any_of(node.children().begin(), node.children().end(), is);
}

/// An XML text has one element at its top: `inner` stands in one, on the lines where it was.
std::string wrapped(std::string_view inner) {
  const auto start = inner.find_first_not_of(" \t\r\n");
  if (start != inner.npos && inner.substr(start).starts_with("<?")) {
    const auto end = inner.find("?>");
    if (end != inner.npos) {
      const auto lines = std::count(inner.begin(), inner.begin() + static_cast<long>(end), '\n');
      return std::string(static_cast<std::size_t>(lines), '\n') + wrapped(inner.substr(end + 2));
    }
  }
  return "<_Pasted_>" + std::string(inner) + "</_Pasted_>";
}

}  // namespace

std::string freeName(const Node& node, const std::string& name) {
  if (name.empty() || !hasName(node, name)) return name;
  const auto stem = name.substr(0, name.find_last_not_of("0123456789") + 1);
  for (int number = 2;; ++number)
    if (auto next = stem + std::to_string(number); !hasName(node, next)) return next;
}

SceneFragment readSceneFragment(std::string_view xml, Node& node, const fs::path& folder) {
  Listener listener(xml.find('\n') != xml.npos);
  const auto top = parseSceneElements(wrapped(xml), "pasted text", folder);
  if (!top) return {{}, listener.errors};
  if (top->children.empty()) return {{}, "There is no element in the text: a component is written <ClassName .../>."};
  const auto components = node.components();
  const auto children = node.children();
  Builder builder(absoluteFolder(folder));
  for (const auto& element : top->children) {
    if (const auto* name = element->find("name")) {
      const std::string free = freeName(node, *name);
      if (free != *name && element->include) element->include->isMixed = true;
      element->set("name", free);
    }
    builder.buildChild(*element, node);
  }
  Builder::noteIncludes(node, *top);
  SceneFragment made;
  const auto collect = [&](const auto& now, const auto& before) {
    for (const auto& object : now)
      if (std::find(before.begin(), before.end(), object) == before.end()) made.objects.push_back(object);
  };
  collect(node.components(), components);
  collect(node.children(), children);
  if (builder.allCreated() && !made.objects.empty()) return made;
  for (const auto& object : made.objects) {
    if (auto* component = dynamic_cast<core::Component*>(object.get())) node.removeComponent(component);
    if (auto* child = dynamic_cast<core::Node*>(object.get())) node.removeChild(child);
  }
  return {{}, listener.errors.empty() ? "No component or node can be made of the text." : listener.errors};
}

}  // namespace sofa::simulation
