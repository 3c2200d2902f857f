#include "Sofa/Core/Path.h"
#include "Sofa/GUI/UndoCommands.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::gui {
namespace {

bool isIn(const core::Base& object, const simulation::Node& root) {
  const auto* context = object.linkContext();
  return context && context->root() == &root;
}

std::string shortened(const std::string& text) {
  constexpr std::size_t shown = 60;
  return text.size() > shown ? text.substr(0, shown) + "..." : text;
}

}  // namespace

std::string DataEdit::checkName(const core::Base& object) const {
  const std::string name = m_text.value_or("");
  if (name.empty()) return "A name cannot be empty: paths refer to objects by it.";
  if (const auto bad = name.find_first_of("/@[] \t\n"); bad != name.npos)
    return fmt::format("The name \"{}\" holds '{}', which paths give a meaning of its own.", name, name[bad]);
  const auto* component = dynamic_cast<const core::Component*>(&object);
  const auto* context = dynamic_cast<const core::Context*>(&object);
  const auto* node = static_cast<const simulation::Node*>(component ? component->context() : context->parent());
  if (node && name != object.name() && simulation::freeName(*node, name) != name)
    return fmt::format("{} has a component or node of the name \"{}\" already; {} is free.", node->path(), name,
                       simulation::freeName(*node, name));
  return {};
}

void DataEdit::remember(const core::Base& object, const core::BaseData& data) {
  m_before.text = data.text(0);
  m_before.linkPath = data.linkPath();
  m_before.set = data.isSet();
  m_before.parent = data.parent();
  m_before.parentOwner = data.parent() ? data.parent()->owner()->weak_from_this() : std::weak_ptr<core::Base>();
  m_before.given = core::givenAttributes(object);
}

void DataEdit::restore(core::Base& object, core::BaseData& data) {
  data.setParent(nullptr);
  data.read(m_before.text);
  if (m_before.parent && m_before.parentOwner.lock()) data.setParent(m_before.parent);
  data.setLinkPath(m_before.linkPath);
  if (!m_before.set) data.unset();
  core::setGivenAttributes(object, m_before.given);
}

std::string DataEdit::setData(core::Base& object, core::BaseData& data) {
  if (data.name() == "name")
    if (auto problem = checkName(object); !problem.empty()) return problem;
  remember(object, data);
  if (!m_text) {
    data.setParent(nullptr);
    data.setLinkPath({});
    data.read(data.defaultText(0));
    data.unset();
    core::giveAttribute(object, data.name(), {});  // makes other spellings give way
    auto given = *core::givenAttributes(object);
    given.values.erase(data.name());
    core::setGivenAttributes(object, std::move(given));
    return {};
  }
  if (m_text->starts_with('@')) {
    std::string reason;
    auto* parent = core::findDataByPath(object, *m_text, &reason);
    if (parent == &data) reason = "a Data cannot follow itself";
    if (parent && reason.empty() && data.setParent(parent, &reason)) {
      data.setLinkPath(*m_text);
      core::giveAttribute(object, data.name(), *m_text);
      return {};
    }
    if (reason.empty()) reason = "it leads to nothing; a link to a Data is written @path/to/component.data.";
    return fmt::format("{}: the link {} was not made: {}", data.name(), *m_text, reason);
  }
  data.setParent(nullptr);
  if (data.read(*m_text)) {
    data.setLinkPath({});
    core::giveAttribute(object, data.name(), *m_text);
    return {};
  }
  restore(object, data);
  return fmt::format("{}: \"{}\" is not a {}.", data.name(), shortened(*m_text), data.type().name());
}

std::string DataEdit::setLink(core::Base& object, core::BaseLink& link) {
  m_before.text = link.text();
  m_before.given = core::givenAttributes(object);
  std::string reason;
  const std::string wanted = m_text.value_or("");
  if (!m_text) return fmt::format("The link {} has no default; write the path that it should lead to.", link.name());
  if (wanted.empty()) return fmt::format("The link {} needs a path, written @path/to/object.", link.name());
  const bool read = link.read(wanted, &reason);
  if (read && link.isResolved()) {
    core::giveAttribute(object, link.name(), wanted);
    return {};
  }
  std::string ignored;
  if (!m_before.text.empty()) link.read(m_before.text, &ignored);
  if (reason.empty())
    reason = fmt::format("no {} is found there.{}", link.typeName(), core::suggestPath(object, wanted));
  return fmt::format("{}: the link {} was not made: {}", link.name(), wanted, reason);
}

/// Lets the object, and who depends on it, take notice.
void DataEdit::tell(simulation::Node& root, core::Base& object) {
  if (auto* component = dynamic_cast<core::Component*>(&object)) {
    if (component->isValid()) {
      component->reinit();
    } else {  // it gave up for want of what may be there now
      component->init();
      component->bwdInit();
    }
  } else {
    for (auto* node : root.order())
      if (node != &object) node->inheritContext();
    root.detectActivation();
  }
  root.graphChanged();
}

std::string DataEdit::redo(simulation::Node& root) {
  const auto object = m_object.lock();
  if (!object || !isIn(*object, root)) return "The object is no longer in the scene.";
  std::string problem;
  if (auto* data = object->findData(m_name))
    problem = setData(*object, *data);
  else if (auto* link = object->findLink(m_name))
    problem = setLink(*object, *link);
  else
    problem = fmt::format("{} has no Data \"{}\".{}", object->path(), m_name,
                          helper::didYouMean(m_name, object->attributeNames()));
  if (problem.empty()) tell(root, *object);
  return problem;
}

void DataEdit::undo(simulation::Node& root) {
  const auto object = m_object.lock();
  if (!object) return;
  if (auto* data = object->findData(m_name)) {
    restore(*object, *data);
  } else if (auto* link = object->findLink(m_name)) {
    std::string ignored;
    if (!m_before.text.empty()) link->read(m_before.text, &ignored);
    core::setGivenAttributes(*object, m_before.given);
  }
  if (isIn(*object, root)) tell(root, *object);
}

bool DataEdit::merge(const Edit& later) {
  const auto* edit = dynamic_cast<const DataEdit*>(&later);
  if (!edit) return false;
  m_text = edit->m_text;
  return true;
}

}  // namespace sofa::gui
