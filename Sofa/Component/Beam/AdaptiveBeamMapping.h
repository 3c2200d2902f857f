// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Beam/BeamPoint.h"
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::component::beam {

/// Points that move with curved beams. A point (s, y, z) lies in the section at s, at (y, z) in the frame of it;
/// without `points` they are the positions that the output starts with.
///
/// The beams of a wire that is pushed out change: points keep their s along the wire, those that are not out yet stay
/// at the first node, and as long as there is no beam at all they are at the origin.
///
/// Velocities are those of the curve, whose inner points go with their nodes, and of the section, which turns as its
/// place between the nodes says.
class AdaptiveBeamMapping : public core::Mapping<type::Rigid3Types, type::Vec3Types> {
 public:
  static constexpr std::string_view ofContacts = "no effect: contacts make no copies of this mapping";

  core::Data<bool> d_useCurvAbs{
      this, "useCurvAbs", true,
      "s is the distance from the start of the beams; if false, the number of a beam plus how "
      "far along it"};
  core::Data<std::vector<type::Vec3>> d_points{this, "points", {}, "s, y, z of each point; default: the output's"};
  core::Data<double> d_proximity{
      this, "proximity", 0.0,
      "no effect: contacts act on the points; the distance is contactDistance of the collision models"};
  core::Data<bool> d_contactDuplicate{this, "contactDuplicate", false, ofContacts};
  core::Data<std::string> d_nameOfInputMap{this, "nameOfInputMap", "", ofContacts};
  core::Data<double> d_nbPointsPerBeam{this, "nbPointsPerBeam", 0.0,
                                       "no effect: there are as many points as the scene gives; list them in points"};
  core::Data<std::vector<double>> d_segmentsCurvAbs{
      this, "segmentsCurvAbs", {}, "ends of the beams along them (m)", {.readOnly = true}};
  core::Data<bool> d_parallelMapping{this, "parallelMapping", false, "kept for scenes that set it; affects speed only"};
  core::Link<BeamCurves> l_interpolation{this, "interpolation", "the beams; default: those of the input's node"};

  void init() override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;

 private:
  /// Whether vectors of so many nodes and points are those that the points were placed for.
  bool fits(std::size_t nodes, std::size_t points) const {
    return isValid() && l_interpolation && isPlaced() && nodes >= l_interpolation->nodeCount() &&
           points == m_given.size();
  }
  /// Whether the points lie on the beams of now. Another component may have as many revisions.
  bool isPlaced() const { return m_beams == l_interpolation.get() && m_revision == m_beams->revision(); }
  /// Finds the beams of the points.
  void place();

  std::vector<type::Vec3> m_given;
  std::vector<BeamPoint> m_points;      ///< empty without beams
  const BeamCurves* m_beams = nullptr;  ///< on which the points were placed, with the revision below
  std::size_t m_revision = 0;
};

}  // namespace sofa::component::beam
