// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>

#include "Sofa/Core/Contract/Solver.h"

namespace sofa::core {

/// What a linear system implements whose matrix can be kept for some steps.
class KeptSystem {
 public:
  virtual ~KeptSystem() = default;
  /// The states, or their sizes, are no longer those of the last build, so that the matrix does not fit them.
  virtual bool isOutdated() = 0;
  /// The matrix as it was built last, for a run that is resumed before it is built again. Reading needs a system that
  /// is bound.
  virtual void archiveMatrix(Archive& archive) = 0;
  /// False: it never tells that the matrix was built, and some solvers wait for that (docs/manual/solvers.md, "Systems
  /// that do not tell").
  virtual bool announcesMatrix() const { return true; }
};

/// Whether what is made once in `rate` times is made when it was asked for `count` times before. A rate of 0, which a
/// scene may be given while it runs, counts as 1.
inline bool isDue(unsigned count, unsigned rate) { return count % std::max(1u, rate) == 0; }

inline bool isOutdated(LinearSystem& system) {
  auto* kept = dynamic_cast<KeptSystem*>(&system);
  return kept && kept->isOutdated();
}

inline bool announcesMatrix(const LinearSystem& system) {
  const auto* kept = dynamic_cast<const KeptSystem*>(&system);
  return !kept || kept->announcesMatrix();
}

/// Pattern and values. A record that is no matrix makes the archive fail.
void archiveMatrix(Archive& archive, linearalgebra::BlockMatrix& matrix);
/// That of a system that keeps it; nothing for others.
void archiveMatrix(Archive& archive, LinearSystem& system);

}  // namespace sofa::core
