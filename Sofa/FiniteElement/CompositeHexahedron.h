// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <span>
#include <vector>

#include "Sofa/FiniteElement/HexaElement.h"

namespace sofa::fem {

/// A hexahedron put together from eight of half the size, level by level, some of which are missing. Of each level the
/// nodes between the eight corners move with these as they would at rest under no load, what is missing being rigid; of
/// that motion each node keeps what is along its own axis and comes from the corners whose trilinear weight is not
/// zero, scaled to a sum of 1. (M. Nesme, P. Kry, L. Jerabkova, F. Faure, Preserving Topology and Elasticity for
/// Embedded Deformable Models, 2009.)
class CompositeHexahedron {
 public:
  struct Condensed {
    Mat24 stiffness = Mat24::Zero(), mass = Mat24::Zero();
  };

  CompositeHexahedron() = default;
  /// Of the smallest parts, where they are full.
  CompositeHexahedron(int levels, const Mat24& stiffness, const Mat24& mass)
      : m_levels(levels), m_stiffness(stiffness), m_mass(mass) {}

  /// parts: as of PartedHexahedron; 0 where there is none.
  Condensed condense(std::span<const float> parts) const;
  /// How the nodes of each smallest part (rows) move with the corners; empty where there is none.
  std::vector<Eigen::MatrixXd> weights(std::span<const float> parts) const;

 private:
  /// One level of eight parts, and how its 27 nodes move with the corners.
  struct Joined {
    Condensed condensed;
    Eigen::MatrixXd weights;
  };
  void forgetMany() const;
  Condensed condense(int level, std::span<const float> parts) const;
  const Joined& join(int level, std::span<const float> parts) const;
  void addWeights(int level, std::span<const float> parts, std::span<Eigen::MatrixXd> weights) const;

  int m_levels = 0;
  Mat24 m_stiffness, m_mass;
  /// What was joined before: cells inside of a body are alike, and each cell is asked for again by its mappings.
  mutable std::map<std::vector<float>, Joined> m_joined;
};

}  // namespace sofa::fem
