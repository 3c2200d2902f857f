// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::constraintlagrangian {

/// Leaves out contacts at the place of an earlier one that is kept, or of any earlier one: those whose points p1, p2 on
/// both models are so near to the points q1, q2 of it that |p1 - q1|^2 + |p2 - q2|^2 < size^2
/// (docs/manual/constraints.md). Earlier ones are found by the cells of a grid over (p1, p2), in a time in proportion
/// to the number of contacts.
class DistinctContacts {
 public:
  /// The size of a place for contacts of these models: a small part of the distance in which contacts are seen, so that
  /// it does not depend on units. In SOFA it is 1e-4, whatever the scene's lengths are.
  static double sizeOfPlaces(const core::Intersection& intersection, const core::CollisionModel& first,
                             const core::CollisionModel& second);
  /// The contacts that are kept, in the order of `outputs`; valid as long as those, and until the next call.
  enum class From { kept, all };
  std::span<const core::DetectionOutput* const> select(const std::vector<core::DetectionOutput>& outputs, double size,
                                                       From from = From::kept);

 private:
  bool isSeenIn(std::uint64_t hash, const core::DetectionOutput& output) const;
  void see(const core::DetectionOutput& output, std::uint64_t hash);

  struct Seen {
    const core::DetectionOutput* output;
    std::uint64_t hash;  // of its cell
  };
  double m_size = 0;
  std::vector<const core::DetectionOutput*> m_kept;
  std::vector<Seen> m_seen;           // those that later ones are compared with
  std::vector<type::Index> m_last;    // by hash: the last one seen in cells of that hash
  std::vector<type::Index> m_before;  // by seen contact: the one before it in its list
};

}  // namespace sofa::component::constraintlagrangian
