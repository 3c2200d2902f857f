// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::core {

/// Writes or reads a member of every element of a list, which becomes as long as what is read.
template <class T, class Member>
void archiveMember(Archive& archive, std::vector<T>& list, Member T::*member) {
  std::vector<Member> values;
  for (const T& element : list) values.push_back(element.*member);
  archive.io(values);
  if (!archive.isLoading() || !archive.isGood()) return;
  list.resize(values.size());
  for (std::size_t i = 0; i < list.size(); ++i) list[i].*member = values[i];
}

}  // namespace sofa::core
