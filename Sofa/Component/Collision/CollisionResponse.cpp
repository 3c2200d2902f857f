// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/CollisionResponse.h"

#include <cstdlib>
#include <utility>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/IsA.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Mechanics/MechanicalChecks.h"
#include "Sofa/Simulation/Mechanics/SharedForces.h"

namespace sofa::component::collision {

using core::CollisionModel;
using core::Contact;

namespace {
std::string available() {
  std::string text;
  for (const auto& name : core::ContactFactory::instance().responses()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Whether SOFA v26.06 has a response of that name.
bool isOfReference(std::string_view name) {
  for (std::string_view known : {"AugmentedLagrangianResponseConstraint", "FrictionContactConstraint",
                                 "StickContactConstraint", "StickContactForceField"})
    if (name == known) return true;
  return false;
}
}  // namespace

CollisionResponse::CollisionResponse() {
  std::vector<std::string> items{""};  // nothing chosen
  for (auto& name : core::ContactFactory::instance().responses()) items.push_back(std::move(name));
  d_response.set(type::OptionGroup(items));
  d_response.unset();
}

void CollisionResponse::parseExtra(core::ComponentDescription& description) {
  ContactManager::parseExtra(description);
  const std::string& wanted = description.get("response");
  if (wanted.empty() || d_response.value().is(wanted)) return;
  m_wronglySet = true;  // which was told where it was read; what more is known follows
  const bool isNumber = core::choiceProblem(d_response, wanted).empty();
  if (isNumber || isOfReference(wanted))
    error("Response method is wrongly set: \"{}\" {}. Option list is: {}.", wanted,
          isNumber ? "is a number" : "of SOFA is not in this version", available());
}

void CollisionResponse::init() {
  if (!d_response.isSet() && !m_wronglySet)
    error("No response method has been set: contacts have no effect. Set response to one of: {}.", available());
}

void CollisionResponse::reset() {
  m_list.clear();
  m_contacts.reset();
}

const ContactMaterials* CollisionResponse::materials(const CollisionModel& model) const {
  if (!m_materials) m_materials = model.context()->root()->down<ContactMaterials>();
  return *m_materials;
}

std::string CollisionResponse::responseFor(const CollisionModel& a, const CollisionModel& b) const {
  const std::string &first = a.d_contactResponse.value(), &second = b.d_contactResponse.value();
  if (!first.empty() && (second.empty() || first == second)) return first;
  if (first.empty() && !second.empty()) return second;
  std::string response, settings;
  if (const auto* table = materials(a))
    if (const auto row = table->find(a, b)) {
      response = row->response;
      settings = row->settings;
    }
  if (const auto& chosen = d_response.value(); response.empty()) {
    if (chosen.is("")) return "";
    response = chosen.selected() + (d_responseParams.value().empty() ? "" : "?" + d_responseParams.value());
  }
  return response + (settings.empty() ? "" : "?" + settings);
}

std::unique_ptr<Contact> CollisionResponse::create(const core::ModelPair& pair, const std::string& wanted,
                                                   const core::Intersection& intersection) {
  if (wanted.empty() || wanted == "nullptr") return nullptr;
  const std::string name = wanted.substr(0, wanted.find_first_of("?&"));
  if (auto contact =
          core::ContactFactory::instance().create(name, *pair.first, *pair.second, {intersection, m_points})) {
    setParameters(*contact, wanted);
    warnAboutSolvers(*contact);
    warnAboutFriction(wanted);
    return contact;
  }
  const auto kind = [](const CollisionModel& m) { return m.className() + "<" + m.templateName() + ">"; };
  const std::string what =
      fmt::format("Contact {} between {} and {} creation failed", name, kind(*pair.first), kind(*pair.second));
  if (m_failed.insert(what).second)
    error("{}, first for {} and {}: these models pass through each other. Available responses: {}.", what,
          pair.first->path(), pair.second->path(), available());
  return nullptr;
}

void CollisionResponse::warnAboutSolvers(const Contact& contact) {
  if (m_toldOfSolvers || !core::reproducesSofa(*this) || !contact.response()) return;
  const auto* force = dynamic_cast<const core::BaseForceField*>(contact.response().get());
  if (!force || !simulation::isBetweenSolvers(*force) || simulation::movesFreely(*context()->root())) return;
  const auto& first = contact.first();
  const auto& second = contact.second();
  if (!first.d_simulated.value() || !second.d_simulated.value()) return;
  m_toldOfSolvers = true;
  core::tellDefect(
      *this,
      fmt::format(
          "a {} between bodies with solvers of their own, first {} and {}, is that of the beginning of the step, "
          "as in an explicit scheme: where contactStiffness dt^2 is large for their mass it throws them apart",
          contact.response()->className(), first.path(), second.path()),
      "Put both under one ODE solver, or use FrictionContactConstraint with a FreeMotionAnimationLoop");
}

/// What its tangential multipliers follow has more than one fixed point, and without epsilon none moves.
void CollisionResponse::warnAboutFriction(const std::string& wanted) {
  constexpr std::string_view name = "AugmentedLagrangianResponseConstraint";
  const std::size_t at = wanted.find("mu=");
  if (!core::reproducesSofa(*this) || !wanted.starts_with(name) || at == std::string::npos ||
      !(std::strtod(wanted.c_str() + at + 3, nullptr) > 0) || !m_failed.insert(std::string(name)).second)
    return;
  core::tellDefect(
      *this,
      fmt::format("the friction of {} is not Coulomb's: bodies stick, or slide several times too far, by the "
                  "value of epsilon, and fall through without one",
                  name),
      "Use FrictionContactConstraint with the same mu");
}

/// `wanted`: Name?setting=value&setting=value.
void CollisionResponse::setParameters(Contact& contact, const std::string& wanted) {
  const auto nextOf = [&](std::size_t at) { return std::min(wanted.find_first_of("?&", at), wanted.size()); };
  for (std::size_t at = nextOf(0); at < wanted.size();) {
    const std::size_t end = nextOf(at + 1);
    const std::string setting = wanted.substr(at + 1, end - at - 1);
    const std::size_t equals = std::min(setting.find('='), setting.size());
    const std::string value = equals < setting.size() ? setting.substr(equals + 1) : "";
    if (!setting.empty() && !contact.setParameter(setting.substr(0, equals), value) && m_failed.insert(setting).second)
      warning("\"{}\" is no setting of {}, or no value of it: it has no effect.", setting, wanted.substr(0, nextOf(0)));
    at = end;
  }
}

std::int64_t CollisionResponse::settingsOf(const core::ModelPair& models) const {
  if (!m_settings) {
    m_settings = ownSettings();
    if (const auto* table = materials(*models.first)) {
      *m_settings += static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(table));  // it may be another one now
      for (const auto* data : table->dataFields()) *m_settings += data->counter();
    }
  }
  std::int64_t sum = *m_settings;
  for (const auto* model : {models.first, models.second})  // what rules and materials know them by
    sum += model->d_contactResponse.counter() + model->d_tags.counter() + model->d_group.counter() +
           model->d_name.counter();
  return sum;
}

void CollisionResponse::update(std::span<const core::PairContacts> detected, const core::Intersection& intersection) {
  bool changed = false;
  m_materials.reset();
  m_settings.reset();
  for (auto& kept : m_contacts) kept.detected = kept.contact->staysApart();
  m_points.begin();
  for (const auto& [models, outputs] : detected) {
    Kept* kept = m_contacts.find(models);
    const auto settings = settingsOf(models);
    auto wanted = kept && kept->settings == settings ? std::string() : responseFor(*models.first, *models.second);
    if (!kept) {
      auto created = create(models, wanted, intersection);
      if (!created) continue;
      kept = &m_contacts.insert({models, std::move(created), std::move(wanted), settings});
      changed = true;
    } else if (std::exchange(kept->settings, settings) != settings && kept->wanted != wanted) {
      // Somebody has changed his mind.
      changed = true;
      kept->contact.reset();
      kept->contact = create(models, wanted, intersection);
      kept->wanted = std::move(wanted);
      kept->detected = false;
      if (!kept->contact) continue;
    }
    kept->contact->setOutputs(outputs);
    kept->detected = true;
  }
  const std::size_t before = m_contacts.size();
  m_contacts.eraseIf([](const Kept& kept) { return !kept.detected; });
  m_points.finish();
  if (changed || m_contacts.size() != before) listContacts();
}

void CollisionResponse::archive(core::Archive& archive) {
  const auto models = core::allCollisionModels(*this);
  ContactMap loaded{ContactMap::Insertion::fromRoot};
  ContactMap& map = archive.isLoading() ? loaded : m_contacts;
  map.archive(archive, models);
  for (Kept& kept : map) {
    if (kept.contact) {
      kept.serial = kept.contact->serial();
      core::Archive state;
      kept.contact->archive(state);
      kept.state = state.bytes();
    }
    archive.io(kept.serial);
    archive.io(kept.state);
  }
  if (archive.isLoading() && archive.isGood()) m_restored = std::move(loaded);
}

/// In the order in which they were made at first, which is the order of the nodes they add.
void CollisionResponse::restore(const core::Intersection& intersection) {
  if (!m_restored) return;
  m_materials.reset();
  m_list.clear();
  m_contacts = std::move(*m_restored);
  m_restored.reset();
  std::vector<Kept*> bySerial;
  for (Kept& kept : m_contacts) bySerial.push_back(&kept);
  std::ranges::sort(bySerial, {}, &Kept::serial);
  for (Kept* kept : bySerial) {
    kept->wanted = responseFor(*kept->models.first, *kept->models.second);
    kept->contact = create(kept->models, kept->wanted, intersection);
    if (!kept->contact) continue;
    core::Archive state(kept->state);
    kept->contact->archive(state);
    if (!state.isGood()) kept->contact->setOutputs({});
  }
  m_contacts.eraseIf([](const Kept& kept) { return !kept.contact; });
  listContacts();
}

void CollisionResponse::listContacts() {
  m_list.clear();
  std::map<CollisionModel*, unsigned> counts;
  for (const Kept& kept : m_contacts) {
    m_list.push_back(kept.contact.get());
    ++counts[kept.models.first];
    if (kept.models.second != kept.models.first) ++counts[kept.models.second];
  }
  for (const auto& [model, count] : counts) model->d_numberOfContacts.set(count);
}

namespace {
const auto registered = core::Register("CollisionResponse", "Sofa.Component.Collision.Response.Contact",
                                       "answers contacts with forces or constraints")
                            .wasCalled("DefaultContactManager", "SOFA v24.12")
                            .add<CollisionResponse>();
}  // namespace

}  // namespace sofa::component::collision
