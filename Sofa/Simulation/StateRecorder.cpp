#include "Sofa/Simulation/StateRecorder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <unordered_set>

#include "Sofa/Core/State.h"

namespace sofa::simulation {
namespace {

void appendNumbers(std::string& out, std::span<const double> values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i) out += ',';
    if (std::isfinite(values[i]))
      fmt::format_to(std::back_inserter(out), "{}", values[i]);
    else
      out += "null";
  }
  out += ']';
}

std::string jsonText(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      out += c;
  }
  return out + '"';
}

void collect(const core::Context& node, std::vector<const core::BaseState*>& states,
             std::unordered_set<const core::Context*>& seen) {
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
  std::unordered_set<const core::Context*> seen;
  collect(root, states, seen);
  if (!m_frames.empty()) m_frames += ",\n";
  m_frames += fmt::format("{{\"step\": {}, \"time\": {}, \"states\": [", step, root.time());
  bool first = true;
  for (const auto* state : states) {
    m_frames += first ? "\n" : ",\n";
    first = false;
    m_frames += fmt::format("{{\"path\": {}, \"template\": {}, \"size\": {}, \"position\": ", jsonText(state->path()),
                            jsonText(state->dataTypesName()), state->size());
    appendNumbers(m_frames, state->flat(core::vec::position));
    m_frames += ", \"velocity\": ";
    appendNumbers(m_frames, state->flat(core::vec::velocity));
    m_frames += '}';
  }
  m_frames += "]}";
}

bool StateRecorder::write(const std::string& file, long steps, const Node& root, const Timing& timing) const {
  const auto counts = helper::messageCounts();
  auto sorted = timing.stepMs;
  std::sort(sorted.begin(), sorted.end());
  const double median = sorted.empty() ? 0.0 : sorted[sorted.size() / 2];
  double total = 0;
  for (const double t : sorted) total += t;
  std::string out = fmt::format(
      "{{\"steps\": {}, \"dt\": {}, \"messages\": {{\"error\": {}, \"warning\": {}}},\n\"timing\": {{\"load_ms\": "
      "{:.3f}, \"step_ms\": {{\"median\": {:.6f}, "
      "\"min\": {:.6f}, \"max\": {:.6f}, \"total\": {:.3f}}}}},\n\"frames\": [\n",
      steps, root.dt(), helper::errorCount(counts), counts[static_cast<int>(helper::Severity::Warning)], timing.loadMs,
      median, sorted.empty() ? 0.0 : sorted.front(), sorted.empty() ? 0.0 : sorted.back(), total);
  out += m_frames;
  out += "\n]}\n";
  return writeFileAtomically(file, out);
}

bool writeFileAtomically(const std::string& file, std::string_view content) {
  const std::string temporary = file + ".part";
  {
    std::ofstream stream(temporary, std::ios::binary);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    if (!stream.flush()) {
      std::error_code ignored;
      std::filesystem::remove(temporary, ignored);
      return false;
    }
  }
  std::error_code error;
  std::filesystem::rename(temporary, file, error);
  return !error;
}

}  // namespace sofa::simulation
