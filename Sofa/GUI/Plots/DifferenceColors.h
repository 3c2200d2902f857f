// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>

#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {

/// Positions of the mechanical states of a scene, by path.
using StatePositions = std::map<std::string, std::vector<double>>;

/// How far each point is from its counterpart, with `size` numbers per point, of which three at most are a place.
std::vector<double> pointDistances(const std::vector<double>& a, const std::vector<double>& b, int size);

/// Colours the bodies of a scene by how far their points are from those of another scene, on one scale.
class DifferenceColors {
 public:
  explicit DifferenceColors(Session& session);
  ~DifferenceColors();

  /// From now on, for the states that both have. Positions of this scene are given too: it may have gone on.
  void show(const StatePositions& own, const StatePositions& others);
  void hide();

 private:
  class Painter;

  Session& m_session;
  std::shared_ptr<Painter> m_painter;
};

}  // namespace sofa::gui
