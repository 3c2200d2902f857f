// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/Type/Text.h"

namespace sofa::type {

/// A run of consecutive elements of one list that a mesh file names together.
struct PrimitiveGroup {
  std::string groupName = "Default_Group";
  std::string materialName;
  int materialId = -1;  ///< index in the list of materials, -1: none
  int first = 0;        ///< first element
  int count = 0;        ///< number of elements

  bool operator==(const PrimitiveGroup&) const = default;
};

/// Words: group, material ("-" for none), material id, first element, count. Names keep no white space.
template <>
struct TextTraits<PrimitiveGroup> {
  static std::string name() { return "PrimitiveGroup"; }
  static bool read(TextReader& in, PrimitiveGroup& value);
  static void write(std::string& out, const PrimitiveGroup& value, int precision);
};

}  // namespace sofa::type
