// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Dormancy.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Core/ObjectModel/Provenance.h"

namespace sofa::core {
namespace {
struct Dormancy {};
}  // namespace

bool isDormant(const Base& object) {
  const auto* known = Provenance::of(object);
  return known && known->attachments && std::ranges::any_of(*known->attachments, [](const auto& one) {
           return one.first == typeid(Dormancy) && one.second;
         });
}

void setDormant(const Base& object, bool dormant) {
  if (isDormant(object) == dormant) return;
  object.attachment(typeid(Dormancy)) = dormant ? std::make_shared<Dormancy>() : nullptr;
}

}  // namespace sofa::core
