// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>

#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {

/// The positions of the mechanical states of a scene, by the paths of the states.
using StatePositions = std::map<std::string, std::vector<double>>;

/// Returns the distance of each point from its counterpart. A point has `size` numbers; at most the first three are its
/// place.
std::vector<double> pointDistances(const std::vector<double>& a, const std::vector<double>& b, int size);

/// Colours the bodies of a scene by the distances of their points from those of another scene, on one scale.
class DifferenceColors {
 public:
  explicit DifferenceColors(Session& session);
  ~DifferenceColors();

  /// Shows the colours of the states that both scenes have. `own` are the positions of this scene at the same step: it
  /// may have moved on since.
  void show(const StatePositions& own, const StatePositions& others);
  void hide();

 private:
  class Painter;

  Session& m_session;
  std::shared_ptr<Painter> m_painter;
};

}  // namespace sofa::gui
