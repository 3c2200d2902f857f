// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Data.h"

namespace sofa::core {

/// One word out of those a component knows, such as method="polar". Scenes write the word, and nothing but the word: a
/// type::OptionGroup takes its number as well.
class Choice : public type::OptionGroup {
 public:
  Choice() = default;
  /// The first word is the default.
  explicit Choice(std::vector<std::string> words) : OptionGroup(std::move(words)) {}

  /// Takes the word that another one holds, not its list. False and unchanged if it is not allowed here.
  bool follow(const Choice& other) { return other.index() < other.items().size() && select(other.selected()); }
  bool operator==(const Choice&) const = default;
};

/// The words that scenes may give to `data`; null if it is no Choice or type::OptionGroup.
const std::vector<std::string>* allowedWords(const BaseData& data);

/// Empty if `text` is one of the words of `data`, or no words are prescribed for it. Else a sentence that says what is
/// allowed, the nearest word first.
std::string choiceProblem(const BaseData& data, const std::string& text);

}  // namespace sofa::core

namespace sofa::type {
template <>
struct TextTraits<core::Choice> {
  static std::string name() { return "Choice"; }
  static bool read(TextReader& in, core::Choice& value);
  static void write(std::string& out, const core::Choice& value, int precision);
};
}  // namespace sofa::type

namespace sofa::core::detail {
/// A Choice that follows another one keeps its own words.
template <>
inline void TypeInfoOf<Choice>::copy(const void* from, void* to) const {
  static_cast<Choice*>(to)->follow(*static_cast<const Choice*>(from));
}
}  // namespace sofa::core::detail
