// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Choice.h"

#include <fmt/ranges.h>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::core {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

// By name: a plugin's own instance of a type description is as good as the library's.

const Choice* asChoice(const BaseData& data) {
  return data.type().name() == type::TextTraits<Choice>::name() ? static_cast<const Choice*>(data.rawValue()) : nullptr;
}

const type::OptionGroup* asOptions(const BaseData& data) {
  if (const Choice* choice = asChoice(data)) return choice;
  return data.type().name() == type::TextTraits<type::OptionGroup>::name()
             ? static_cast<const type::OptionGroup*>(data.rawValue())
             : nullptr;
}

bool accepts(const BaseData& data, const std::string& text) {
  type::TextReader in(text);
  if (const Choice* choice = asChoice(data)) {
    Choice copy = *choice;
    return type::TextTraits<Choice>::read(in, copy);
  }
  type::OptionGroup copy = *asOptions(data);
  return type::TextTraits<type::OptionGroup>::read(in, copy);
}

}  // namespace

const std::vector<std::string>* allowedWords(const BaseData& data) {
  const auto* options = asOptions(data);
  return options ? &options->items() : nullptr;
}

std::string choiceProblem(const BaseData& data, const std::string& text) {
  const auto* words = allowedWords(data);
  if (!words || accepts(data, text)) return {};
  constexpr std::size_t shown = 80;
  const std::string word = text.size() > shown ? text.substr(0, shown) + "..." : text;
  return fmt::format("\"{}\" is no choice for {}.{} It can be {}.", word, data.name(), helper::didYouMean(word, *words),
                     words->empty() ? "nothing yet" : fmt::format("{}", fmt::join(*words, ", ")));
}

}  // namespace sofa::core

namespace sofa::type {

bool TextTraits<core::Choice>::read(TextReader& in, core::Choice& value) {
  const std::string_view text = in.rest();
  in.advance(text.size());
  return value.select(core::trimmed(text));
}

void TextTraits<core::Choice>::write(std::string& out, const core::Choice& value, int precision) {
  TextTraits<OptionGroup>::write(out, value, precision);
}

}  // namespace sofa::type
