// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/StateRecorder.h"

#include <fmt/compile.h>

#include <cmath>
#include <unordered_set>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Json.h"

namespace sofa::simulation {
namespace {

/// JSON has no number that is infinite or none.
void appendNumber(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  char text[32];  // the shortest of a double takes 24
  out.append(text, fmt::format_to(text, FMT_COMPILE("{}"), value));
}

std::string jsonNumber(double value) {
  std::string text;
  appendNumber(text, value);
  return text;
}

/// Exactly `count` numbers: a state below an inactive node counts one point, whatever its vectors hold.
void appendNumbers(std::string& out, std::span<const double> values, std::size_t count) {
  out += '[';
  for (std::size_t i = 0; i < count; ++i) {
    if (i) out += ',';
    appendNumber(out, i < values.size() ? values[i] : 0);
  }
  out += ']';
}

void collect(const core::Node& node, std::vector<const core::BaseState*>& states,
             std::unordered_set<const core::Node*>& seen) {
  if (!seen.insert(&node).second) return;
  for (const auto& c : node.components())
    if (const auto* state = dynamic_cast<const core::BaseState*>(c.get()); state && state->isMechanical())
      states.push_back(state);
  for (const auto& child : node.children()) collect(*child, states, seen);
}

}  // namespace

void StateRecorder::record(long step, const Node& root) {
  if (m_steps.contains(step)) take(step, root);
}

void StateRecorder::take(long step, const Node& root) {
  std::vector<const core::BaseState*> states;
  std::unordered_set<const core::Node*> seen;
  collect(root, states, seen);
  std::string frame = fmt::format("{{\"step\": {}, \"time\": {}, \"states\": [", step, jsonNumber(root.time()));
  bool first = true;
  for (const auto* state : states) {
    frame += first ? "\n" : ",\n";
    first = false;
    frame +=
        fmt::format("{{\"path\": {}, \"template\": {}, \"size\": {}, \"position\": ", helper::jsonString(state->path()),
                    helper::jsonString(state->dataTypesName()), state->size());
    appendNumbers(frame, state->hostRead(core::vec::position),
                  state->size() * static_cast<std::size_t>(state->coordSize()));
    frame += ", \"velocity\": ";
    appendNumbers(frame, state->hostRead(core::vec::velocity),
                  state->size() * static_cast<std::size_t>(state->derivSize()));
    frame += '}';
  }
  frame += "]}";
  frame.shrink_to_fit();
  m_frames.push_back(std::move(frame));
}

std::error_code StateRecorder::write(const std::string& file, long steps, const Node& root,
                                     const MessageTotals& messages, const std::string& timing) const {
  std::string head = fmt::format("{{\"steps\": {}, \"dt\": {}, \"messages\": {{\"error\": {}, \"warning\": {}}},\n",
                                 steps, jsonNumber(root.dt()), messages.errors, messages.warnings);
  if (!timing.empty()) head += "\"timing\": " + timing + ",\n";
  head += "\"frames\": [\n";
  std::vector<std::string_view> pieces{head};
  for (const auto& frame : m_frames) {
    if (pieces.size() > 1) pieces.push_back(",\n");
    pieces.push_back(frame);
  }
  pieces.push_back("\n]}\n");
  return helper::writeFile(file, pieces);
}

}  // namespace sofa::simulation
