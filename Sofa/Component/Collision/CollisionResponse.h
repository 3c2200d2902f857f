// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "Sofa/Component/Collision/ContactMaterials.h"
#include "Sofa/Component/Collision/ModelPairMap.h"
#include "Sofa/Core/Contract/CollisionResponse.h"

namespace sofa::component::collision {

/// Answers every pair of models in contact with the same kind of response, unless the models wish another.
class CollisionResponse : public core::ContactManager {
 public:
  CollisionResponse();

  core::Data<type::OptionGroup> d_response{this, "response", {}, "kind of response, e.g. PenalityContactForceField"};
  core::Data<std::string> d_responseParams{this, "responseParams", "",
                                           "settings of the response: name=value&name=value"};

  void init() override;
  void reset() override;
  void cleanup() override { reset(); }
  void update(std::span<const core::PairContacts> detected, const core::Intersection& intersection) override;
  void restore(const core::Intersection& intersection) override;
  std::span<core::Contact* const> contacts() const override { return m_list; }
  void archive(core::Archive& archive) override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  /// Response for contacts of these models, with its settings behind '?'. Empty: none is wanted. What a model wishes
  /// goes before a table of materials, and that before the response of all.
  virtual std::string responseFor(const core::CollisionModel& a, const core::CollisionModel& b) const;
  /// The sum of counters of the Data that responseFor() reads.
  virtual std::int64_t ownSettings() const { return d_response.counter() + d_responseParams.counter(); }

 private:
  std::unique_ptr<core::Contact> create(const core::ModelPair& pair, const std::string& wanted,
                                        const core::Intersection& intersection);
  void setParameters(core::Contact& contact, const std::string& wanted);
  /// Tells once of forces between bodies that solvers of their own move: none of these knows their stiffness.
  void warnAboutSolvers(const core::Contact& contact);
  void warnAboutFriction(const std::string& wanted);
  void listContacts();
  const ContactMaterials* materials(const core::CollisionModel& model) const;
  /// Changes when somebody sets what the response of these models comes of.
  std::int64_t settingsOf(const core::ModelPair& models) const;

  struct Kept {
    core::ModelPair models;
    std::unique_ptr<core::Contact> contact;
    std::string wanted{};       // the response that it was made as
    std::int64_t settings = 0;  // by which that was found
    bool detected = false;      // at this step, or it stays all the same
    // Of the contact that stood here when the run was saved: its number, and what it carries on.
    std::size_t serial = 0;
    std::string state{};
  };
  using ContactMap = ModelPairMap<Kept>;
  ContactMap m_contacts{ContactMap::Insertion::fromRoot};
  std::optional<ContactMap> m_restored;  // read from a checkpoint, made by restore()
  core::ContactPointsPool m_points;
  std::vector<core::Contact*> m_list;
  mutable std::optional<const ContactMaterials*> m_materials;  // looked for once per detection, if there are new pairs
  mutable std::optional<std::int64_t> m_settings;              // of this component and the table, in this step
  std::set<std::string> m_failed;  // contacts and settings that are not there, to complain once
  bool m_wronglySet = false, m_toldOfSolvers = false;
};

}  // namespace sofa::component::collision
