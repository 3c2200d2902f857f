// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Geometry/Contact/ContactCandidates.h"

namespace sofa::geometry {

/// How much of the straight ways from `begin` to `end` all points of a surface may go, in [0, 1], so that no two
/// elements come closer than `part`, in (0, 0.5), of their distance at the beginning, of the candidates of these ways.
/// 0 only if two elements touch at the beginning. Times of impact by ContinuousCollision.h, which misses none.
double freeMotion(const ContactSurface& surface, const ContactCandidates& candidates, std::span<const type::Vec3> begin,
                  std::span<const type::Vec3> end, double part);

/// The same with a search for the candidates, which are kept apart by `distance` at least where they are none. Ways
/// that are long against the edges are looked at by pieces from the beginning on, since most end soon.
double freeMotion(const ContactSurface& surface, CandidateSearch& search, std::span<const type::Vec3> begin,
                  std::span<const type::Vec3> end, double distance, double part);

/// Where points end that go straight from `begin` to `end` and stop just before an impact: `end` if there is none on
/// the way, however close elements come to each other there.
std::vector<type::Vec3> freeEnd(const ContactSurface& surface, CandidateSearch& search,
                                std::span<const type::Vec3> begin, std::span<const type::Vec3> end);

}  // namespace sofa::geometry
