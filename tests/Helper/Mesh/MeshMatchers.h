#pragma once
#include <gmock/gmock.h>

#include <functional>
#include <string>

#include "Sofa/Helper/Mesh/FormatError.h"

namespace sofa::tests {

/// What a parser says about bad bytes; empty if it takes them.
inline std::string refusal(const std::function<void()>& parse) {
  try {
    parse();
  } catch (const helper::mesh::FormatError& error) {
    return error.what();
  }
  return {};
}

/// Elements as plain vectors, for comparison.
template <class List>
std::vector<std::vector<unsigned>> plain(const List& list) {
  std::vector<std::vector<unsigned>> all;
  for (const auto& element : list) all.emplace_back(element.begin(), element.end());
  return all;
}

using Elements = std::vector<std::vector<unsigned>>;

}  // namespace sofa::tests
