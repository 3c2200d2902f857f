// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/ElementWriter.h"

#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/XmlText.h"
#include "Sofa/Simulation/Scene/SceneReader.h"

namespace sofa::simulation {

namespace fs = std::filesystem;

void appendEscaped(std::string& out, const std::string& text) { out += helper::escapedXml(text); }

namespace {

void appendAttribute(std::string& out, const std::string& name, const std::string& value) {
  out += " " + name + "=\"";
  appendEscaped(out, value);
  out += '"';
}

/// Whether `object` can be reached from `from`, which no path can express otherwise.
bool sameGraph(const core::Base& object, const core::Base& from) {
  const auto* a = object.linkContext();
  const auto* b = from.linkContext();
  return a && b && a->root() == b->root();
}

/// Path from the node of `owner` up to the nearest node above both, and down to `target`.
std::string relativePath(const core::Base& owner, const core::Base& target) {
  const auto* targetNode = dynamic_cast<const core::Node*>(&target);
  const auto* place = targetNode ? targetNode : target.linkContext();
  std::string up, down = targetNode ? "" : target.name();
  const auto* above = owner.linkContext();
  for (; above && above != place && !above->isAncestorOf(place); above = above->parent()) up += "../";
  for (; above && place && place != above; place = place->parent())
    down = place->name() + (down.empty() ? "" : "/" + down);
  return up.empty() ? "./" + down : up + down;
}

/// The first of two ways to write a path, from the root and from where the owner is, that `leadsThere`; else `written`.
template <class LeadsThere>
std::string pathTo(const core::Base& owner, const core::Base& target, const std::string& written,
                   LeadsThere leadsThere) {
  for (const auto& path : {target.path(), relativePath(owner, target)})
    if (leadsThere("@" + path)) return "@" + path;
  return written;
}

/// `written` if it leads to `target`, else another path if there is one.
std::string linkText(const core::Base& owner, const std::string& written, const core::Base& target) {
  if (core::findObjectByPath(owner, written) == &target) return written;
  return pathTo(owner, target, written, [&](const std::string& path) {
    const bool isOneWord = path.find_first_of(" \t\n") == path.npos;  // links are separated by blanks
    return isOneWord && core::findObjectByPath(owner, path) == &target;
  });
}

/// A path may also end on a node, for what is in it or above.
bool leadsTo(const core::BaseLink& link, const std::string& path, const core::Base& target) {
  const core::Base* found = core::findObjectByPath(*link.owner(), path);
  if (found == &target) return true;
  const auto* component = dynamic_cast<const core::Component*>(&target);
  for (const auto* node = dynamic_cast<const core::Node*>(found); node && component; node = node->parent())
    if (component->context() == node) return true;
  return false;
}

std::string linkText(const core::BaseLink& link, const std::string& written) {
  if (link.paths().empty()) return written;
  std::string text;
  for (std::size_t i = 0; i < link.paths().size(); ++i) {
    const std::string& path = link.paths()[i];
    const auto* target = link.target(i);
    const bool keep = !target || !sameGraph(*target, *link.owner()) || leadsTo(link, path, *target);
    text += (i > 0 ? " " : "") + (keep ? path : linkText(*link.owner(), path, *target));
  }
  return text;
}

std::string dataLinkText(const core::BaseData& data, const std::string& written) {
  const auto* parent = data.parent();
  if (!parent || !sameGraph(*parent->owner(), *data.owner())) return written;
  std::string ignored;
  if (core::findDataByPath(*data.owner(), written, &ignored) == parent) return written;
  const auto leadsThere = [&](const std::string& path) {
    return core::findDataByPath(*data.owner(), path + "." + parent->name(), &ignored) == parent;
  };
  const std::string path = pathTo(*data.owner(), *parent->owner(), "", leadsThere);
  return path.empty() ? written : path + "." + parent->name();
}

/// How many Data of an object follow each of the others.
std::map<const core::Base*, int> followedBy(const core::Base& object) {
  std::map<const core::Base*, int> followers;
  for (const auto* data : object.dataFields())
    if (data->parent() && sameGraph(*data->parent()->owner(), object)) ++followers[data->parent()->owner()];
  return followers;
}
const core::Base* mostFollowed(const std::map<const core::Base*, int>& followers) {
  return std::max_element(followers.begin(), followers.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

/// src="@path" after the source was renamed or moved: what most Data follow now.
std::string sourceText(const core::Base& object, const std::string& written) {
  const std::string path = written.substr(written.rfind('@') + 1);
  const auto* named = core::findSourceObject(object, path);
  const auto followers = followedBy(object);
  if (followers.empty() || (named && followers.contains(named))) return written;
  const auto* source = mostFollowed(followers);
  return pathTo(object, *source, written, [&](const std::string& candidate) {
    return core::findSourceObject(object, std::string_view(candidate).substr(1)) == source;
  });
}

/// "@[-1]" counts from the component that is read: by now it leads elsewhere. A path that stays the same.
std::string pathInsteadOfNumber(const core::Base& object, const std::string& name, const std::string& written) {
  const auto* data = object.findData(name);
  const auto* link = object.findLink(name);
  if (data && data->parent())
    return "@" + relativePath(object, *data->parent()->owner()) + "." + data->parent()->name();
  if (link && link->target(0)) return "@" + relativePath(object, *link->target(0));
  const auto followers = followedBy(object);
  return name == "src" && !followers.empty() ? "@" + relativePath(object, *mostFollowed(followers)) : written;
}

const core::SceneInclude* includeOf(const core::Base& object) {
  const auto given = core::givenAttributes(object);
  return given ? given->include.get() : nullptr;
}

core::SceneComments commentsOn(const core::Base& object) {
  const auto given = core::givenAttributes(object);
  return given && given->comments ? *given->comments : core::SceneComments{};
}

void tellExpanded(const core::SceneInclude& include) {
  const auto href = std::find_if(include.attributes.begin(), include.attributes.end(),
                                 [](const auto& attribute) { return attribute.first == "href"; });
  helper::send(helper::Severity::Warning, "SceneWriter",
               fmt::format("The scene includes {}; {}: what it stands for is written into the scene itself.",
                           href == include.attributes.end() ? include.tag : href->second,
                           include.isMixed ? "its contents are merged with, or changed by, other elements"
                                           : "its contents were edited since, or it is not found any more"));
}

/// Serials of the elements; one that was put before others later counts as the first of those.
std::vector<std::size_t> serials(const std::vector<const core::Base*>& objects) {
  std::vector<std::size_t> all;
  for (const auto* object : objects) all.push_back(core::elementSerial(*object));
  for (std::size_t i = all.size(); i-- > 1;) all[i - 1] = std::min(all[i - 1], all[i]);
  return all;
}

std::string linkedAttribute(const core::Base& object, const std::string& name, const std::string& text) {
  if (const auto* data = object.findData(name)) return dataLinkText(*data, text);
  if (const auto* link = object.findLink(name)) return linkText(*link, text);
  return text;
}

}  // namespace

ElementWriter::ElementWriter(const core::Base& top, fs::path folder, Includes includes)
    : m_top(top.linkContext()), m_folder(std::move(folder)), m_includes(includes) {
  m_onlyScene = m_top && core::isOfScene(*m_top->root());
}

template <class List>
std::vector<const core::Base*> ElementWriter::written(const List& list) const {
  std::vector<const core::Base*> kept;
  for (const auto& object : list)
    if (isWritten(*object)) kept.push_back(object.get());
  return kept;
}

void ElementWriter::writeNode(const core::Node& node, const std::string& indent) {
  const auto comments = commentsOn(node);
  writeComments(comments.before, indent);
  out += indent + "<Node";
  appendAttribute(out, "name", node.name());
  if (node.parents().size() > 1 && &node != m_top) appendAttribute(out, "parents", parentPaths(node));
  for (const auto& [name, text] : attributesOf(node)) appendAttribute(out, name, text);
  const auto before = out.size();
  out += ">\n";
  const auto empty = out.size();
  writeItems(node, itemsOf(node), nullptr, indent + "  ");
  writeComments(comments.inside, indent + "  ");
  if (out.size() == empty) {
    out.resize(before);
    out += "/>";
  } else {
    out += indent + "</Node>";
  }
  writeCommentsBeside(comments.after);
}

void ElementWriter::writeComponent(const core::Component& component, const std::string& indent) {
  if (!isWritten(component)) return;
  const bool lost = dynamic_cast<const core::InfoComponent*>(&component) != nullptr;
  const auto given = lost ? core::givenAttributes(component) : std::nullopt;
  if (lost && (!given || given->type.empty())) return;
  const auto comments = commentsOn(component);
  writeComments(comments.before, indent);
  // The phases that it stands for are written as components of their own.
  if (!phasesOfDetection(component.className()).empty()) return writeComments(comments.after, indent);
  out += indent + "<" + (lost ? given->type : component.className());
  if (!lost) {
    if (!component.templateName().empty()) appendAttribute(out, "template", component.templateName());
    appendAttribute(out, "name", component.name());
  }
  for (const auto& [name, text] : attributesOf(component)) appendAttribute(out, name, text);
  out += "/>";
  writeCommentsBeside(comments.after);
}

std::vector<const core::Base*> ElementWriter::itemsOf(const core::Node& node) const {
  const auto components = written(node.components()), children = written(node.children());
  const auto componentSerials = serials(components), childSerials = serials(children);
  std::vector<const core::Base*> items;
  for (std::size_t c = 0, n = 0; c < components.size() || n < children.size();) {
    const bool childFirst = c == components.size() ||
                            (n < children.size() && childSerials[n] != 0 && childSerials[n] < componentSerials[c]);
    items.push_back(childFirst ? children[n++] : components[c++]);
  }
  return items;
}

void ElementWriter::writeItems(const core::Node& node, Items items, const core::SceneInclude* within,
                               const std::string& indent) {
  for (std::size_t i = 0, end = 0; i < items.size(); i = end) {
    const auto* include = includeBelow(*items[i], within);
    for (end = i + 1; include && end < items.size() && includeBelow(*items[end], within) == include;) ++end;
    if (include)
      writeIncluded(node, items.subspan(i, end - i), *include, indent);
    else if (const auto* child = dynamic_cast<const core::Node*>(items[i]); !child)
      writeComponent(static_cast<const core::Component&>(*items[i]), indent);
    else if (isLastParent(node, *child))
      writeNode(*child, indent);
  }
}

const core::SceneInclude* ElementWriter::includeBelow(const core::Base& object, const core::SceneInclude* within) {
  const auto* include = includeOf(object);
  if (include == within) return nullptr;
  while (include && include->outer.get() != within) include = include->outer.get();
  return include;
}

void ElementWriter::writeIncluded(const core::Node& node, Items contents, const core::SceneInclude& include,
                                  const std::string& indent) {
  if (!include.comments.before.empty()) writeComments(include.comments.before, indent);
  if (isUnchanged(node, contents, include)) {
    out += indent + "<" + include.tag;
    for (const auto& [name, text] : attributesOf(include)) appendAttribute(out, name, text);
    out += "/>";
    return writeCommentsBeside(include.comments.after);
  }
  if (m_includes == Includes::AsTheyWere && m_told.insert(&include).second) tellExpanded(include);
  writeComments(include.comments.after, indent);
  writeItems(node, contents, &include, indent);
}

bool ElementWriter::isUnchanged(const core::Node& node, Items contents, const core::SceneInclude& include) const {
  if (include.isMixed || m_includes == Includes::Expanded || !isFoundAgain(include)) return false;
  ElementWriter plain(node, {}, Includes::ForComparison);
  plain.writeItems(node, contents, &include, "");
  return plain.out == include.text;
}

/// Whether the element, written to the scene's new place, leads to the file.
bool ElementWriter::isFoundAgain(const core::SceneInclude& include) const {
  if (m_includes == Includes::ForComparison) return true;
  std::error_code ignored;
  if (!fs::exists(include.file, ignored)) return false;
  if (include.tag == "include" || m_folder.empty()) return true;
  const auto file = helper::ResourcePath::data().find("Objects/" + include.tag + ".xml", m_folder);
  return file && fs::equivalent(*file, include.file, ignored);
}

void ElementWriter::writeComments(const std::vector<std::string>& comments, const std::string& indent) {
  for (const auto& comment : comments) out += indent + "<!--" + comment + "-->\n";
}

/// Ends the line of an element.
void ElementWriter::writeCommentsBeside(const std::vector<std::string>& comments) {
  for (const auto& comment : comments) out += " <!--" + comment + "-->";
  out += '\n';
}

bool ElementWriter::isLastParent(const core::Node& node, const core::Node& child) const {
  return child.parents().size() < 2 || lastInOrder(child) == &node;
}

const core::Node* ElementWriter::lastInOrder(const core::Node& child) const {
  const core::Node* last = nullptr;
  core::forEachNode(*m_top, [&](core::Node& node) {
    if (std::find(child.parents().begin(), child.parents().end(), &node) != child.parents().end()) last = &node;
  });
  return last;
}

std::string ElementWriter::parentPaths(const core::Node& node) {
  std::string text;
  for (const auto* parent : node.parents()) text += (text.empty() ? "@" : " @") + parent->path();
  return text;
}

ElementWriter::Attributes ElementWriter::attributesOf(const core::Base& object) const {
  const auto given = core::givenAttributes(object).value_or(core::GivenAttributes{});
  auto values = given.values;
  if (!m_onlyScene) values.merge(core::valuesSetByProgram(object, given));
  Attributes attributes;
  const auto add = [&](const std::string& name, std::string text) { attributes.emplace_back(name, std::move(text)); };
  for (const auto& [name, text] : values) {
    if (m_includes == Includes::ForComparison && text.starts_with("@["))
      add(name, pathInsteadOfNumber(object, name, text));
    else if (name == "src" && text.starts_with('@'))
      add(name, sourceText(object, text));
    else if (text.starts_with('@'))
      add(name, linkedAttribute(object, name, text));
    else
      add(name, given.folder.empty() ? text : fileNames(text, given.folder));
  }
  if (m_onlyScene || m_includes == Includes::ForComparison) return attributes;
  for (const auto* link : object.links())
    if (link->isGiven() && !values.contains(link->name())) add(link->name(), link->text());
  return attributes;
}

ElementWriter::Attributes ElementWriter::attributesOf(const core::SceneInclude& include) const {
  Attributes attributes;
  for (const auto& [name, text] : include.attributes) {
    const bool isFile = name == "href" || include.isGroup;
    attributes.emplace_back(name, isFile && !text.starts_with('@') ? fileName(text, include.folder) : text);
  }
  return attributes;
}

/// One name, or a list of quoted ones: ['a.vert', 'b.vert'].
std::string ElementWriter::fileNames(const std::string& text, const fs::path& from) const {
  if (!text.starts_with('[')) return fileName(text, from);
  std::string list;
  for (std::size_t at = 0; at < text.size();) {
    const char quote = text[at];
    const auto end = quote == '\'' || quote == '"' ? text.find(quote, at + 1) : text.npos;
    if (end == text.npos) {
      list += text[at++];
      continue;
    }
    list += quote + fileName(text.substr(at + 1, end - at - 1), from) + quote;
    at = end + 1;
  }
  return list;
}

/// The name by which a file that was found from `from` is found from where the scene will be.
std::string ElementWriter::fileName(const std::string& name, const fs::path& from) const {
  if (m_folder.empty() || name.empty() || name.size() > 4096 || fs::path(name).is_absolute()) return name;
  std::error_code ignored;
  const auto& paths = helper::ResourcePath::data();
  auto file = paths.find(name, from);
  if (!file && fs::is_directory(from / name, ignored)) file = from / name;
  if (!file || !fs::exists(*file, ignored)) return name;
  const auto again = paths.find(name, m_folder);
  if (again && fs::equivalent(*file, *again, ignored)) return name;
  const auto relative = fs::relative(*file, m_folder, ignored);
  return ignored || relative.empty() ? file->string() : relative.string();
}

}  // namespace sofa::simulation
