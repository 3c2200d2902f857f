// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/ScenePatch.h"

#include <algorithm>
#include <unordered_map>

#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Simulation/Scene/ElementWriter.h"
#include "Sofa/Simulation/Scene/TextEdits.h"
#include "Sofa/Simulation/Scene/XmlPlaces.h"

namespace sofa::simulation {
namespace {

using core::Base;
constexpr auto none = XmlPlaces::none;

/// Positions of a longest increasing subsequence of `keys`, `none` left out (patience sorting; Fredman 1975).
std::vector<bool> longestIncreasing(const std::vector<std::size_t>& keys) {
  std::vector<std::size_t> tails, before(keys.size(), none);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == none) continue;
    const auto at = std::lower_bound(tails.begin(), tails.end(), keys[i],
                                     [&](std::size_t tail, std::size_t key) { return keys[tail] < key; });
    if (at != tails.begin()) before[i] = *(at - 1);
    at == tails.end() ? tails.push_back(i) : void(*at = i);
  }
  std::vector<bool> kept(keys.size(), false);
  for (std::size_t i = tails.empty() ? none : tails.back(); i != none; i = before[i]) kept[i] = true;
  return kept;
}

bool isShowAttribute(const std::string& name) { return name.starts_with("show") && name != "showBoundingTree"; }

class ScenePatch {
 public:
  ScenePatch(const Node& root, const std::filesystem::path& folder, const core::SceneFile& file)
      : m_file(file),
        m_places(file.text),
        m_edits(file.text),
        m_root(root),
        m_writer(root, folder, ElementWriter::Includes::AsTheyWere) {}

  std::optional<std::string> run() {
    core::forEachNode(const_cast<Node&>(m_root), [this](Node& node) {
      note(node);
      for (const auto& component : node.components()) note(*component);
    });
    m_children.resize(m_places.elements.size());
    for (std::size_t i = 0; i < m_places.elements.size(); ++i)
      if (const auto parent = m_places.elements[i].parent; parent != none) m_children[parent].push_back(i);
    const auto top = elementOf(m_root);
    if (top == none || top >= m_places.elements.size()) return std::nullopt;
    patchNode(m_root, top);
    return m_edits.apply();
  }

 private:
  /// Components and nodes that stand side by side for one element, or for none.
  struct Slot {
    std::vector<const Base*> items;
    const core::SceneInclude* include = nullptr;
    std::size_t element = none;
  };

  void note(const Base& object) {
    const auto place = core::scenePlace(object);
    if (place.file.get() != &m_file || place.element >= m_places.elements.size()) return;
    if (!place.isImplied) return void(m_objects.try_emplace(place.element, &object));
    m_implied.insert(place.element);
    if (core::isEdited(object) || object.name() != place.name) m_touched.insert(place.element);
  }
  /// The element that stands for an object; none if it has no own.
  std::size_t elementOf(const Base& object) const {
    const auto place = core::scenePlace(object);
    if (place.file.get() != &m_file || place.isImplied) return none;
    const auto it = m_objects.find(place.element);
    return it != m_objects.end() && it->second == &object ? it->first : none;
  }
  bool isImplied(const Base& object) const {
    const auto place = core::scenePlace(object);
    if (place.file.get() != &m_file || !place.isImplied) return false;
    return !m_touched.contains(place.element) && m_objects.contains(place.element);
  }

  void patchNode(const Node& node, std::size_t element) {
    patchTag(node, element);
    const auto slots = slotsOf(node, element);
    std::vector<std::size_t> keys;
    for (const auto& slot : slots) keys.push_back(slot.element);
    const auto kept = longestIncreasing(keys);
    std::set<std::size_t> keptElements;
    const auto indent = m_edits.indentOf(m_children[element].empty() ? none : begin(m_children[element].front()),
                                         m_places.elements[element].begin);
    std::size_t last = none;
    std::string fresh;  // what stands between two elements that are kept
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (!kept[i]) {
        m_writer.out.clear();
        m_writer.writeItems(node, slots[i].items, nullptr, indent);
        fresh += m_writer.out;
        continue;
      }
      insert(element, last, std::exchange(fresh, {}));
      last = slots[i].element;
      keptElements.insert(last);
      patchSlot(slots[i]);
    }
    insert(element, last, fresh);
    for (const auto child : m_children[element])
      if (!keptElements.contains(child) && isGone(child)) m_edits.removeElement(m_places.elements[child]);
  }

  std::size_t begin(std::size_t element) const { return m_places.elements[element].begin; }

  /// Elements that never became anything are left as they are. What is merged into others cannot be told apart from
  /// them any more.
  bool isGone(std::size_t element) const {
    const auto broughtSomething = [&](const auto& i) {
      return i.second == element && (i.first->isMixed || !i.first->text.empty());
    };
    return m_file.objects.contains(element) ||
           std::any_of(m_file.includes.begin(), m_file.includes.end(), broughtSomething);
  }

  void patchSlot(const Slot& slot) {
    if (slot.include)
      return patchAttributes(slot.element, m_writer.attributesOf(*slot.include), [](const auto&) { return false; });
    if (const auto* child = dynamic_cast<const Node*>(slot.items.front())) return patchNode(*child, slot.element);
    patchComponent(static_cast<const core::Component&>(*slot.items.front()), slot.element);
  }

  std::vector<Slot> slotsOf(const Node& node, std::size_t element) {
    const auto items = m_writer.itemsOf(node);
    std::vector<Slot> slots;
    for (std::size_t i = 0, end = 0; i < items.size(); i = end) {
      const auto* include = ElementWriter::includeBelow(*items[i], nullptr);
      for (end = i + 1; include && end < items.size() && ElementWriter::includeBelow(*items[end], nullptr) == include;)
        ++end;
      Slot slot{{items.begin() + static_cast<long>(i), items.begin() + static_cast<long>(end)}, include, none};
      if (include) {
        const auto it = std::find_if(m_file.includes.begin(), m_file.includes.end(),
                                     [&](const auto& known) { return known.first.get() == include; });
        const bool isHere = it != m_file.includes.end() && m_places.elements[it->second].parent == element;
        if (isHere && m_writer.isUnchanged(node, slot.items, *include)) slot.element = it->second;
      } else if (isImplied(*items[i]) || !isWrittenBelow(node, element, *items[i])) {
        continue;
      } else if (const auto own = elementOf(*items[i]);
                 own != none && m_places.elements[own].parent == element && !isReplaced(*items[i], own)) {
        slot.element = own;
      }
      slots.push_back(std::move(slot));
    }
    return slots;
  }

  /// Whether a component's element makes way for those of the objects that it stood for.
  bool isReplaced(const Base& object, std::size_t element) const {
    return m_touched.contains(element) && !dynamic_cast<const Node*>(&object);
  }

  /// A node with several parents stays below the one where it was.
  bool isWrittenBelow(const Node& node, std::size_t element, const Base& item) const {
    const auto* child = dynamic_cast<const Node*>(&item);
    if (!child || child->parents().size() < 2) return true;
    if (const auto own = elementOf(*child); own != none) {
      const auto above = m_objects.find(m_places.elements[own].parent);
      const auto& parents = child->parents();
      const bool isThere =
          above != m_objects.end() && std::find(parents.begin(), parents.end(), above->second) != parents.end();
      if (isThere) return m_places.elements[own].parent == element;
    }
    return m_writer.isLastParent(node, *child);
  }

  void insert(std::size_t parent, std::size_t after, const std::string& text) {
    if (text.empty()) return;
    const auto& node = m_places.elements[parent];
    if (after != none) return m_edits.insertBehind(m_places.elements[after], text);
    m_edits.insertFirst(node, text);
  }

  // --- Tags ----------------------------------------------------------------------------------------------------------

  /// The name is written where the object has another one than the text gives it.
  static void patchName(const Base& object, ElementWriter::Attributes& attributes) {
    if (object.name() != core::scenePlace(object).name) attributes.emplace_back("name", object.name());
  }

  void patchTag(const Node& node, std::size_t element) {
    auto attributes = m_writer.attributesOf(node);
    patchName(node, attributes);
    const auto& place = m_places.elements[element];
    if (&node != &m_root && !parentsAreGiven(node, place))
      attributes.emplace_back("parents", ElementWriter::parentPaths(node));
    patchAttributes(element, attributes, [&](const auto& name) { return node.findData(name) != nullptr; });
    if (m_implied.contains(element) && !m_touched.contains(element)) return;
    for (const auto& attribute : place.attributes)
      if (isShowAttribute(attribute.name)) m_edits.replace(attribute.begin, attribute.end, {});
  }

  static bool parentsAreGiven(const Node& node, const XmlPlaces::Element& place) {
    const auto* given = place.find("parents");
    if (!given) return node.parents().size() < 2;
    std::vector<const Base*> named;
    type::TextReader words(given->value);
    for (auto path = words.word(); !path.empty(); path = words.word())
      named.push_back(core::findObjectByPath(*node.parents().front(), path));
    return std::all_of(node.parents().begin(), node.parents().end(), [&](const Node* parent) {
      return std::find(named.begin(), named.end(), parent) != named.end();
    });
  }

  void patchComponent(const core::Component& component, std::size_t element) {
    auto attributes = m_writer.attributesOf(component);
    patchName(component, attributes);
    const auto nested = nestedValues(element);
    for (const auto& [name, value] : nested) {
      const auto it =
          std::find_if(attributes.begin(), attributes.end(), [&, n = name](const auto& a) { return a.first == n; });
      if (it != attributes.end() && it->second == value) {
        attributes.erase(it);
        continue;
      }
      // What its own lines say is not true any more: it becomes one line.
      m_writer.out.clear();
      m_writer.writeComponent(component, m_edits.indentOf(begin(element), begin(element)));
      return m_edits.replaceElement(m_places.elements[element], m_writer.out);
    }
    patchAttributes(element, attributes, [](const auto&) { return true; });
  }

  /// <Attribute type="name"><Data value="..."/></Attribute> inside of a component.
  std::map<std::string, std::string> nestedValues(std::size_t element) const {
    std::map<std::string, std::string> values;
    for (const auto child : m_children[element]) {
      const auto* name = m_places.elements[child].tag == "Attribute" ? m_places.elements[child].find("type") : nullptr;
      if (!name) continue;
      for (const auto data : m_children[child])
        if (const auto* value = m_places.elements[data].find("value")) values[name->value] = value->value;
    }
    return values;
  }

  /// Gives an element these attributes. Others go if they `would` be among them.
  template <class Would>
  void patchAttributes(std::size_t element, const ElementWriter::Attributes& wanted, Would would) {
    const auto& place = m_places.elements[element];
    std::string added;
    for (const auto& [name, text] : wanted) {
      const auto* attribute = place.find(name);
      if (!attribute) {
        added += " " + name + "=\"";
        appendEscaped(added, text);
        added += '"';
      } else if (attribute->value != text) {
        std::string escaped;
        appendEscaped(escaped, text);
        m_edits.replaceValue(*attribute, std::move(escaped));
      }
    }
    for (const auto& attribute : place.attributes) {
      const bool isWanted =
          std::any_of(wanted.begin(), wanted.end(), [&](const auto& a) { return a.first == attribute.name; });
      const bool isKept = attribute.name == "name" || attribute.name == "template" || attribute.name == "type" ||
                          attribute.name == "parents";
      if (!isWanted && !isKept && would(attribute.name)) m_edits.replace(attribute.begin, attribute.end, {});
    }
    if (!added.empty()) m_edits.addToTag(place, added);
  }

  const core::SceneFile& m_file;
  XmlPlaces m_places;
  TextEdits m_edits;
  const Node& m_root;
  ElementWriter m_writer;
  std::vector<std::vector<std::size_t>> m_children;        // of each element
  std::unordered_map<std::size_t, const Base*> m_objects;  // of elements
  std::set<std::size_t> m_implied;                         // elements that stand for further objects
  std::set<std::size_t> m_touched;                         // those that do not any more
};

}  // namespace

std::optional<std::string> patchedSceneText(const Node& root, const std::filesystem::path& folder) {
  const auto given = core::givenAttributes(root);
  if (!given || !given->place.file) return std::nullopt;
  return ScenePatch(root, folder, *given->place.file).run();
}

}  // namespace sofa::simulation
