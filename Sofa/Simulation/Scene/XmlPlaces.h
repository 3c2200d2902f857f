// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace sofa::simulation {

/// Where the elements of an XML text stand in it, so that one can be changed and all else stays byte for byte.
///
/// The text must be well-formed: that is checked by whoever reads what is in it.
struct XmlPlaces {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  struct Attribute {
    std::string name, value;     ///< with entities replaced
    std::size_t begin, end;      ///< with the blanks before the name, and the quotes
    std::size_t valueBegin = 0;  ///< within the quotes, up to end - 1
  };
  struct Element {
    std::string tag;
    std::size_t parent = none;       ///< another element
    std::size_t begin = 0, end = 0;  ///< the whole element
    std::size_t tagEnd = 0;          ///< behind the '>' of its start tag
    std::size_t contentEnd = 0;      ///< before its end tag; tagEnd if it has none
    bool isEmpty = false;            ///< written <a/>
    std::vector<Attribute> attributes;

    const Attribute* find(std::string_view name) const;
  };
  std::vector<Element> elements;  ///< in the order of their start tags

  explicit XmlPlaces(std::string_view text);
};

}  // namespace sofa::simulation
