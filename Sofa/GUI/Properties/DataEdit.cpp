// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Properties/DataEdits.h"
#include "Sofa/GUI/Session/UndoCommands.h"
#include "Sofa/Helper/Suggest.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "Sofa/Simulation/Scene/InitAgain.h"
#include "Sofa/Simulation/Scene/Waking.h"

namespace sofa::gui {
namespace {

bool isIn(const core::Base& object, const simulation::Node& root) {
  const auto* context = object.linkContext();
  return context && context->root() == &root;
}

/// Lets the object, and who depends on it, take notice.
void tell(simulation::Node& root, core::Base& object) {
  if (auto* component = dynamic_cast<core::Component*>(&object)) {
    if (core::isDormant(*component)) return;  // initialised when its node is switched on
    if (component->isValid()) {
      component->reinit();
    } else {  // it gave up for want of what may be there now
      const auto shared = std::static_pointer_cast<core::Component>(component->shared_from_this());
      simulation::initialise(shared);
      simulation::initialiseBackwards(shared);
    }
  } else {
    for (auto* node : root.order())
      if (node != &object) node->inheritContext();
    simulation::initWoken(root);
    simulation::detectActivation(root);
  }
  simulation::planAnew(root);
}

}  // namespace

std::string DataEdit::checkName(const core::Base& object) const {
  const std::string name = m_text.value_or("");
  if (name.empty()) return "A name cannot be empty: paths refer to objects by it.";
  if (const auto bad = name.find_first_of("/@[] \t\n"); bad != name.npos)
    return fmt::format("The name \"{}\" holds '{}', which paths give a meaning of its own.", name, name[bad]);
  const auto* component = dynamic_cast<const core::Component*>(&object);
  const auto* context = dynamic_cast<const core::Node*>(&object);
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

std::string DataEdit::changeData(core::Base& object, core::BaseData& data) {
  if (data.name() == "name")
    if (auto problem = checkName(object); !problem.empty()) return problem;
  remember(object, data);
  auto problem = m_change ? m_change(data) : m_text ? applyDataText(data, *m_text) : applyDefault(data);
  if (!problem.empty()) return problem;
  core::giveAttribute(object, data.name(), m_text ? *m_text : data.text(0));
  if (!m_text && !m_change) {  // other spellings have given way to the one that goes now
    auto given = core::givenAttributes(object).value_or(core::GivenAttributes{});
    given.values.erase(data.name());
    core::setGivenAttributes(object, std::move(given));
  }
  return {};
}

std::string DataEdit::change(core::Base& object) {
  if (auto* data = object.findData(m_name)) return changeData(object, *data);
  auto* link = object.findLink(m_name);
  if (!link)
    return fmt::format("There is no Data or link of that name.{}", helper::didYouMean(m_name, object.attributeNames()));
  if (!m_text) return "A link has no default; write the path that it should lead to.";
  m_before.text = link->text();
  m_before.given = core::givenAttributes(object);
  auto problem = applyLinkText(*link, *m_text);
  if (problem.empty()) core::giveAttribute(object, m_name, *m_text);
  return problem;
}

std::string DataEdit::redo(simulation::Node& root) {
  const auto object = m_object.lock();
  if (!object || !isIn(*object, root)) return "The object is no longer in the scene.";
  const auto problem = change(*object);
  if (!problem.empty()) return fmt::format("{} of {} stays as it is: {}", m_name, object->path(), problem);
  tell(root, *object);
  return {};
}

void DataEdit::undo(simulation::Node& root) {
  const auto object = m_object.lock();
  if (!object) return;
  if (auto* data = object->findData(m_name)) {
    restore(*object, *data);
  } else if (auto* link = object->findLink(m_name)) {
    applyLinkText(*link, m_before.text);
    core::setGivenAttributes(*object, m_before.given);
  }
  if (isIn(*object, root)) tell(root, *object);
}

bool DataEdit::merge(const Edit& later) {
  const auto* edit = dynamic_cast<const DataEdit*>(&later);
  if (!edit) return false;
  m_text = edit->m_text;
  m_change = edit->m_change;
  return true;
}

}  // namespace sofa::gui
