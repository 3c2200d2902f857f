#include "Sofa/Core/Contract/CollisionResponse.h"

namespace sofa::core {

Contact::Contact(CollisionModel& first, CollisionModel& second) : m_first(first), m_second(second) {
  static std::size_t created = 0;
  m_serial = ++created;
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
                                                const Intersection& intersection) const {
  const auto it = m_creators.find(response);
  if (it == m_creators.end()) return nullptr;
  for (const auto& create : it->second)
    if (auto contact = create(a, b, intersection)) return contact;
  return nullptr;
}

}  // namespace sofa::core
