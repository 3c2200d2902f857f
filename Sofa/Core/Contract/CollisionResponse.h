// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"
#include "Sofa/Core/Contract/ContactPointsPool.h"

/// Contracts of what answers contacts.
namespace sofa::core {

/// What acts at one of the contacts of two models.
struct ActingContact {
  type::Vec3 point1, point2;  ///< through which it acts on the first and on the second model, at present (m)
  type::Vec3 normal;          ///< unit, from the first model to the second
  type::Vec3 force;           ///< on the second model; the opposite acts on the first (N)
};

/// The answer to what a pair of models has in contact: lives as long as they touch.
class Contact {
 public:
  Contact(CollisionModel& first, CollisionModel& second);
  virtual ~Contact() { removeResponse(); }
  Contact(const Contact&) = delete;
  Contact& operator=(const Contact&) = delete;

  CollisionModel& first() const { return m_first; }
  CollisionModel& second() const { return m_second; }
  /// Never given twice, even after this contact is gone.
  std::size_t serial() const { return m_serial; }
  std::string name() const { return m_first.name() + "-" + m_second.name(); }

  /// Sets what responseParams of a contact manager says; false if there is no such setting, or it takes no such value.
  virtual bool setParameter(const std::string& /*name*/, const std::string& /*value*/) { return false; }
  /// Takes the contacts of this step.
  virtual void setOutputs(const std::vector<DetectionOutput>& outputs) = 0;
  /// Appends what acts after a step; false if this kind of response does not tell.
  virtual bool listActing(std::vector<ActingContact>& /*list*/) const { return false; }
  /// Whether it goes on, with the contacts of the last detection that found some, when the models no longer touch.
  virtual bool staysApart() const { return false; }
  /// Writes or reads what is carried from step to step, so that a run can be resumed exactly.
  virtual void archive(Archive& archive);
  /// The force or constraint, which is in the graph from addResponse() to removeResponse() or to the end of the
  /// contact.
  const std::shared_ptr<Component>& response() const { return m_response; }
  void addResponse(Node& node, std::size_t position = Node::atEnd);
  void removeResponse();
  /// Whether a component of the scene was added by this contact: such components are made anew when a run is resumed.
  virtual bool owns(const Component& component) const { return &component == m_response.get(); }

 protected:
  /// Names the response after the models and gives it the tags of both.
  void setResponse(std::shared_ptr<Component> response);

 private:
  CollisionModel& m_first;
  CollisionModel& m_second;
  std::size_t m_serial;
  std::shared_ptr<Component> m_response;
};

/// What contacts of a manager have in common.
struct ContactMaking {
  const Intersection& intersection;
  ContactPointsPool& points;
};

/// Responses by name. A plugin adds one with
///     const RegisterContact registered("MyResponse", [](CollisionModel& a, CollisionModel& b, const ContactMaking&
///     how) { return ...; });
/// where the function returns null for models that it cannot handle.
class ContactFactory {
 public:
  using Create = std::function<std::unique_ptr<Contact>(CollisionModel&, CollisionModel&, const ContactMaking&)>;
  static ContactFactory& instance();
  void add(const std::string& response, Create create) { m_creators[response].push_back(std::move(create)); }
  /// Alphabetical.
  std::vector<std::string> responses() const;
  /// The first that handles these models, or null.
  std::unique_ptr<Contact> create(const std::string& response, CollisionModel& a, CollisionModel& b,
                                  const ContactMaking& how) const;

 private:
  std::map<std::string, std::vector<Create>> m_creators;
};

struct RegisterContact {
  RegisterContact(const std::string& response, ContactFactory::Create create) {
    ContactFactory::instance().add(response, std::move(create));
  }
};

/// Keeps one Contact per pair of models that touch.
class ContactManager : public Component {
 public:
  /// Creates, updates and removes contacts so that they match what was detected.
  virtual void update(std::span<const PairContacts> detected, const Intersection& intersection) = 0;
  /// Makes the contacts anew that stood when the state that was loaded last was saved.
  virtual void restore(const Intersection& intersection) = 0;
  /// In the order in which responses are added.
  virtual std::span<Contact* const> contacts() const = 0;
};

}  // namespace sofa::core
