// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/CollisionResponse.h"

namespace sofa::component::collision {

/// Tells, after each step, what acts on a collision model in its contacts (docs/manual/collision.md, "Forces of
/// contacts"): those with collisionModel2, or with all models if only one is named. Or on all models of a body.
class ContactListener : public core::Component {
 public:
  ContactListener() { d_listening.set(true); }

  core::Link<core::CollisionModel> l_collisionModel1{this, "collisionModel1", "the model on which contacts act"};
  core::Link<core::CollisionModel> l_collisionModel2{
      this, "collisionModel2", "its partner; default: every model. Alone, it is the model on which contacts act"};
  core::Link<core::BaseState> l_body{this, "body",
                                     "state whose models, those of its node and the nodes below, are meant together"};
  core::Data<unsigned> d_numberOfContacts{this, "numberOfContacts", 0u, "after the last step", {.readOnly = true}};
  core::Data<std::vector<type::Vec3>> d_points{
      this, "points", {}, "through which each contact acts on the model (m)", {.readOnly = true}};
  core::Data<std::vector<type::Vec3>> d_normals{
      this, "normals", {}, "of each contact: unit, from the model to its partner", {.readOnly = true}};
  core::Data<std::vector<type::Vec3>> d_forces{
      this, "forces", {}, "of each contact on the model (N)", {.readOnly = true}};
  core::Data<type::Vec3> d_force{
      this, "force", type::Vec3::Zero(), "sum of all forces on the model (N)", {.readOnly = true}};

  void init() override;
  void reset() override { clear(); }
  void handleEvent(core::Event& event) override;

 private:
  void clear();
  /// Whether what acts on a model is told.
  bool isMeant(const core::CollisionModel& model) const;
  bool isPartner(const core::CollisionModel& model) const;
  void read(const core::Contact& contact);

  std::vector<core::ContactManager*> m_managers;  // of this step
  std::vector<core::ActingContact> m_acting;
  bool m_toldOfSilence = false;
};

}  // namespace sofa::component::collision
