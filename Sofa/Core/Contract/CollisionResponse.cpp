// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/CollisionResponse.h"

namespace sofa::core {

Contact::Contact(CollisionModel& first, CollisionModel& second) : m_first(first), m_second(second) {
  static std::size_t created = 0;
  m_serial = ++created;
}

void Contact::setResponse(std::shared_ptr<Component> response) {
  m_response = std::move(response);
  m_response->setName(name());
  auto& tags = m_response->d_tags.edit();
  for (const auto* model : {&m_first, &m_second})
    tags.insert(model->d_tags.value().begin(), model->d_tags.value().end());
}

void Contact::archive(Archive& archive) {
  if (m_response) m_response->archive(archive);
}

void Contact::addResponse(Node& node, std::size_t position) {
  if (m_response) node.addComponent(m_response, position);
}

void Contact::removeResponse() {
  if (!m_response) return;
  if (auto* node = m_response->context()) node->removeComponent(m_response.get());
}

ContactFactory& ContactFactory::instance() {
  static ContactFactory factory;
  return factory;
}

std::vector<std::string> ContactFactory::responses() const {
  std::vector<std::string> names;
  for (const auto& [name, creators] : m_creators) names.push_back(name);
  return names;
}

std::unique_ptr<Contact> ContactFactory::create(const std::string& response, CollisionModel& a, CollisionModel& b,
                                                const ContactMaking& how) const {
  const auto it = m_creators.find(response);
  if (it == m_creators.end()) return nullptr;
  for (const auto& create : it->second)
    if (auto contact = create(a, b, how)) return contact;
  return nullptr;
}

}  // namespace sofa::core
