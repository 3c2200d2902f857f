// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "Sofa/Core/ObjectModel/Base.h"

namespace sofa::component::engine {

/// As many Data of one type as a scene asks for: name1, name2, ...; inputs unless another group is given.
template <class T>
class NumberedData {
 public:
  NumberedData(core::Base* owner, std::string name, std::string help, std::string group = "Inputs")
      : m_owner(owner), m_name(std::move(name)), m_help(std::move(help)), m_group(std::move(group)) {}

  /// Creates or deletes Data at the end; those that stay keep value and links.
  void resize(std::size_t count) {
    if (count < m_data.size()) m_data.resize(count);
    while (m_data.size() < count) {
      const std::string number = std::to_string(m_data.size() + 1);
      m_data.push_back(std::make_unique<core::Data<T>>(m_owner, m_name + number, T{}, m_help + " " + number,
                                                       core::DataOptions{.group = m_group}));
    }
  }
  std::size_t size() const { return m_data.size(); }
  core::Data<T>& operator[](std::size_t i) { return *m_data[i]; }
  const core::Data<T>& operator[](std::size_t i) const { return *m_data[i]; }

 private:
  core::Base* m_owner;
  std::string m_name;
  std::string m_help;
  std::string m_group;
  std::vector<std::unique_ptr<core::Data<T>>> m_data;
};

}  // namespace sofa::component::engine
