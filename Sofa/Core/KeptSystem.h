#pragma once
#include "Sofa/Core/Solver.h"

namespace sofa::core {

/// What a linear system implements whose matrix can be kept for some steps.
class KeptSystem {
 public:
  virtual ~KeptSystem() = default;
  /// The states, or their sizes, are no longer those of the last build, so that the matrix does not fit them.
  virtual bool isOutdated() = 0;
};

inline bool isOutdated(LinearSystem& system) {
  auto* kept = dynamic_cast<KeptSystem*>(&system);
  return kept && kept->isOutdated();
}

}  // namespace sofa::core
