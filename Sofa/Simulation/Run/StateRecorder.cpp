#include "Sofa/Simulation/Run/StateRecorder.h"

#include <fmt/compile.h>

#include <cmath>
#include <unordered_set>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Json.h"

namespace sofa::simulation {
namespace {

/// Exactly `count` numbers: a state below an inactive node counts one point, whatever its vectors hold.
void appendNumbers(std::string& out, std::span<const double> values, std::size_t count) {
  out += '[';
  for (std::size_t i = 0; i < count; ++i) {
    if (i) out += ',';
    const double value = i < values.size() ? values[i] : 0;
    if (std::isfinite(value)) {
      char text[32];  // the shortest of a double takes 24
      out.append(text, fmt::format_to(text, FMT_COMPILE("{}"), value));
    } else {
      out += "null";
    }
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
  std::string frame = fmt::format("{{\"step\": {}, \"time\": {}, \"states\": [", step, root.time());
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
                                     const Timing& timing) const {
  constexpr double ms = 1e3;
  const auto counts = helper::messageCounts();
  const auto& t = timing.steps;
  const std::string head = fmt::format(
      "{{\"steps\": {}, \"dt\": {}, \"messages\": {{\"error\": {}, \"warning\": {}}},\n\"timing\": {{\"load_ms\": "
      "{:.3f}, \"step_ms\": {{\"median\": {:.6f}, "
      "\"min\": {:.6f}, \"max\": {:.6f}, \"total\": {:.3f}}}}},\n\"frames\": [\n",
      steps, root.dt(), helper::errorCount(counts), counts[static_cast<int>(helper::Severity::Warning)], timing.loadMs,
      ms * t.percentile(0.5), ms * t.least(), ms * t.greatest(), ms * t.total());
  std::vector<std::string_view> pieces{head};
  for (const auto& frame : m_frames) {
    if (pieces.size() > 1) pieces.push_back(",\n");
    pieces.push_back(frame);
  }
  pieces.push_back("\n]}\n");
  return helper::writeFile(file, pieces);
}

}  // namespace sofa::simulation
