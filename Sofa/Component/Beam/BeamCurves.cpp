// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/BeamCurves.h"

namespace sofa::component::beam {

void BeamCurves::setBeams(std::vector<Beam> beams) {
  m_beams = std::move(beams);
  m_nodeCount = 0;
  for (const Beam& b : m_beams) m_nodeCount = std::max<std::size_t>(m_nodeCount, std::max(b.nodes[0], b.nodes[1]) + 1);
  ++m_revision;
}

std::pair<std::size_t, double> BeamCurves::locate(double abscissa) const {
  const auto after = std::upper_bound(m_beams.begin() + 1, m_beams.end(), abscissa,
                                      [](double x, const Beam& b) { return x < b.start; });
  const Beam& beam = *(after - 1);
  return {static_cast<std::size_t>(after - m_beams.begin()) - 1,
          std::clamp((abscissa - beam.start) / beam.length, 0.0, 1.0)};
}

}  // namespace sofa::component::beam
