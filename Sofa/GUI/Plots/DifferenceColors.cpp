// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/DifferenceColors.h"

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GL/Capture/FieldColors.h"

namespace sofa::gui {

std::vector<double> pointDistances(const std::vector<double>& a, const std::vector<double>& b, int size) {
  const auto stride = static_cast<std::size_t>(std::max(1, size)), place = std::min<std::size_t>(stride, 3);
  std::vector<double> distances(std::min(a.size(), b.size()) / stride);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < place; ++c) {
      const double d = a[i * stride + c] - b[i * stride + c];
      sum += d * d;
    }
    distances[i] = std::sqrt(sum);
  }
  return distances;
}

/// Works in the simulation's thread.
class DifferenceColors::Painter : public StepObserver {
 public:
  void show(simulation::Node& root, const StatePositions& own, const StatePositions& others) {
    std::map<std::string, std::vector<double>> distances;
    for (const auto& [path, x] : own) {
      const auto other = others.find(path);
      const auto* state = dynamic_cast<const core::BaseState*>(core::findObjectByPath(root, "@" + path));
      if (!state || other == others.end() || other->second.size() != x.size()) continue;
      distances[path] = pointDistances(x, other->second, state->coordSize());
    }
    double largest = 0;
    std::string where;
    for (const auto& [path, d] : distances)
      if (const auto most = std::max_element(d.begin(), d.end()); most != d.end() && *most > largest)
        largest = *most, where = path;
    std::erase_if(m_bodies, [&](const auto& body) { return !distances.contains(body.first); });
    if (largest == 0) return m_bodies.clear();
    for (auto& [path, d] : distances) {
      gl::FieldOptions options;
      options.automaticRange = false;
      options.max = largest;
      options.where = gl::FieldOptions::Where::visualModels;
      options.legend = path == where;
      m_bodies[path].show({path, "difference", "m"}, options);
      m_bodies[path].give(std::move(d));
    }
  }
  void hide() { m_bodies.clear(); }
  void afterStep(simulation::Node&, const StepInfo&) override {}
  void started(simulation::Node&) override { hide(); }
  void ended() override { hide(); }
  void captured(simulation::Node& root, gl::Frame& frame) override {
    for (auto& [path, colors] : m_bodies) colors.addTo(root, frame);
  }

 private:
  std::map<std::string, gl::FieldColors> m_bodies;
};

DifferenceColors::DifferenceColors(Session& session) : m_session(session), m_painter(std::make_shared<Painter>()) {
  m_session.addObserver(m_painter.get());
}

DifferenceColors::~DifferenceColors() {
  m_session.removeObserver(m_painter.get());
  m_session.post([painter = m_painter](simulation::Node&) { painter->hide(); });
}

void DifferenceColors::show(const StatePositions& own, const StatePositions& others) {
  m_session.post([painter = m_painter, own, others](simulation::Node& root) { painter->show(root, own, others); });
}

void DifferenceColors::hide() {
  m_session.post([painter = m_painter](simulation::Node&) { painter->hide(); });
}

}  // namespace sofa::gui
