// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "Sofa/Core/ObjectModel/Data.h"
#include "Sofa/Helper/Message.h"

namespace sofa::core {

/// What is wrong with the text of a value: an error, or a warning where scenes of SOFA need leniency.
struct TextProblem {
  helper::Severity severity;
  std::string text;  ///< what is wrong, and what to write instead
  bool isError() const { return severity >= helper::Severity::Error; }
};

/// Reads the value of a Data from the text of a scene or a script, by one rule for all: text that is no value of that
/// kind is an error. What was read before the failure stays.
std::optional<TextProblem> readText(BaseData& data, const std::string& text);

/// What readText() says of text that was read already: `isRead` is what the reader of the type found.
std::optional<TextProblem> textProblem(const BaseData& data, const std::string& text, bool isRead);

/// Says on behalf of an object what is wrong with a text that it was given.
void tellTextProblem(const Base& object, const TextProblem& problem);
/// The same of an attribute that is no Data: an error.
void tellUnreadable(const Base& object, std::string text);

/// The same of one that is no number, as in dx="much", with what is done instead. Several numbers, which some of SOFA's
/// own scenes have there, are a warning.
void tellNoNumber(const Base& object, const std::string& attribute, std::string_view instead);

/// Collects the errors of that kind that this thread tells while it lives, for programs that raise them.
class UnreadableTexts {
 public:
  UnreadableTexts();
  ~UnreadableTexts();
  UnreadableTexts(const UnreadableTexts&) = delete;
  UnreadableTexts& operator=(const UnreadableTexts&) = delete;
  const std::vector<std::string>& all() const { return m_all; }

 private:
  friend void tellTextProblem(const Base& object, const TextProblem& problem);
  UnreadableTexts* m_outer;
  std::vector<std::string> m_all;
};

}  // namespace sofa::core
