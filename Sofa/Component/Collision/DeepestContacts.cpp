// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/DeepestContacts.h"

namespace sofa::component::collision {

std::span<const type::Index> DeepestContacts::select(const std::vector<core::DetectionOutput>& outputs) {
  m_byIdentity.resize(outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) m_byIdentity[i] = static_cast<type::Index>(i);
  std::ranges::sort(m_byIdentity, {}, [&](type::Index i) { return std::tuple(outputs[i].id, outputs[i].value, i); });
  m_selected.clear();
  for (std::size_t i = 0; i < m_byIdentity.size(); ++i)
    if (i == 0 || outputs[m_byIdentity[i]].id != outputs[m_byIdentity[i - 1]].id) m_selected.push_back(m_byIdentity[i]);
  std::ranges::sort(m_selected);
  return m_selected;
}

}  // namespace sofa::component::collision
