// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Compatibility/Data.h"
#include "Sofa/Type/Text.h"
#include "Sofa/Type/Values.h"

namespace sofa::helper {

/// One word out of several: the value of a Data<OptionsGroup>, which scenes write as the word or its number.
class OptionsGroup : public type::OptionGroup {
 public:
  OptionsGroup() = default;
  /// Of pointers: two of them in braces would make one std::string, from the first to the second.
  OptionsGroup(std::initializer_list<const char*> words)
      : OptionGroup(std::vector<std::string>(words.begin(), words.end())) {}
  explicit OptionsGroup(std::vector<std::string> words) : OptionGroup(std::move(words)) {}
  /// The older form, which counts the words.
  template <class... Words>
  explicit OptionsGroup(int /*count*/, const Words&... words)
      : OptionGroup(std::vector<std::string>{std::string(words)...}) {}

  /// Other words; the first is selected.
  template <class... Words>
  void setNames(int /*count*/, const Words&... words) {
    *this = OptionsGroup(std::vector<std::string>{std::string(words)...});
  }
  unsigned getSelectedId() const { return static_cast<unsigned>(index()); }
  const std::string& getSelectedItem() const { return selected(); }
  /// Unchanged if there is no such number or word.
  void setSelectedItem(unsigned id) { select(std::size_t(id)); }
  void setSelectedItem(const std::string& word) { select(word); }
  /// Number of a word; -1 if it is none of them.
  int isInOptionsGroup(const std::string& word) const {
    const auto it = std::find(items().begin(), items().end(), word);
    return it == items().end() ? -1 : static_cast<int>(it - items().begin());
  }
  std::size_t size() const { return items().size(); }
  const std::string& operator[](unsigned i) const { return items()[i]; }
};

}  // namespace sofa::helper

namespace sofa::type {
template <>
struct TextTraits<helper::OptionsGroup> : TextTraits<OptionGroup> {};
}  // namespace sofa::type
