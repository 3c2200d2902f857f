// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Capture/Frame.h"

namespace sofa::gl {

/// The look of scenes that leave it to the program: tones of lights that are too bright, the studio light of scenes
/// without lights and, where no background is set, a gradient with a floor below the scene.
///
/// The floor lies below where the scene starts, and sinks with what falls, but no more than two sizes of the scene.
class DefaultLook {
 public:
  /// Of a frame that has its box, step and gravity.
  void apply(Frame& frame, bool withBackground);
  void clear() { m_level.reset(); }

 private:
  Look::Floor floorOf(const Frame& frame);

  std::optional<double> m_level;  ///< height of the floor
  double m_first = 0;             ///< its height at the start
  long m_step = 0;
};

/// Against gravity; y without.
type::Vec3 upOf(const type::Vec3& gravity);

}  // namespace sofa::gl
