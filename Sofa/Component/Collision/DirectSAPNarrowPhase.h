// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/PairwiseNarrowPhase.h"

namespace sofa::component::collision {

/// Sorts the boxes of the elements of two models along the axis on which they are spread most, and compares those that
/// overlap there: sweep and prune (Cohen, Lin, Manocha, Ponamgi, I-COLLIDE, 1995).
class DirectSAPNarrowPhase : public PairwiseNarrowPhase {
 public:
  core::Data<int> d_nbPairs{
      this, "nbPairs", 0, "pairs of elements whose boxes overlapped at the last detection", {.readOnly = true}};

  void findContacts(std::span<const core::ModelPair> pairs, const core::Intersection& intersection) override;

 protected:
  void findCandidates(const core::CollisionModel& a, const core::CollisionModel& b, double margin,
                      Candidates& candidates) override;

 private:
  /// The box of an element, and whose it is.
  struct Swept {
    type::BoundingBox box;
    type::Index element;
    bool isOfFirst;
  };
  void gather(const core::CollisionModel& a, const core::CollisionModel& b);
  int widestAxis() const;

  std::vector<Swept> m_boxes;
  std::array<std::vector<const Swept*>, 2> m_open;  // of each model: boxes that may reach the next one
  std::size_t m_found = 0;
};

}  // namespace sofa::component::collision
