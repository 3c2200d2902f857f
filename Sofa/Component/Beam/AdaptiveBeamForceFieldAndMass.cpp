// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/AdaptiveBeamForceFieldAndMass.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

using fem::Mat12;
using fem::Vec12;
using type::Mat3;
using type::Vec3;

namespace {

/// Sets k(i, j) and k(j, i).
struct Symmetric {
  Mat12 k = Mat12::Zero();
  void set(int i, int j, double value) { k(i, j) = k(j, i) = value; }
};

/// Of a slender beam: sections stay plane, and normal to the axis (J. S. Przemieniecki, Theory of Matrix Structural
/// Analysis, 1968, chapter 5).
Mat12 stiffnessOf(const BeamSection& s, double length) {
  const double l2 = length * length, l3 = l2 * length;
  const double axial = s.youngModulus * s.area / length, twist = s.shearModulus * s.torsion / length;
  Symmetric m;
  const auto bend = [&](int shift, int turn, double inertia, double sign) {
    const double ei = s.youngModulus * inertia;
    for (const int end : {0, 6}) {
      m.set(end + shift, end + shift, 12 * ei / l3);
      m.set(end + turn, end + turn, 4 * ei / length);
      m.set(shift, end + turn, sign * 6 * ei / l2);
      m.set(6 + shift, end + turn, -sign * 6 * ei / l2);
    }
    m.set(shift, 6 + shift, -12 * ei / l3);
    m.set(turn, 6 + turn, 2 * ei / length);
  };
  for (const int end : {0, 6}) {
    m.set(end, end, axial);
    m.set(end + 3, end + 3, twist);
  }
  m.set(0, 6, -axial);
  m.set(3, 9, -twist);
  bend(1, 5, s.inertiaZ, 1);
  bend(2, 4, s.inertiaY, -1);
  return m.k;
}

/// Consistent, with the inertia of the sections that turn (Przemieniecki, chapter 11).
Mat12 massOf(const BeamSection& s, double length, double density) {
  const double a = s.area, l2 = length * length;
  Symmetric m;
  const auto bend = [&](int shift, int turn, double inertia, double sign) {
    const double near = 11 * length / 210 + inertia / (10 * a * length);
    const double far = 13 * length / 420 - inertia / (10 * a * length);
    for (const int end : {0, 6}) {
      m.set(end + shift, end + shift, 13.0 / 35 + 6 * inertia / (5 * a * l2));
      m.set(end + turn, end + turn, l2 / 105 + 2 * inertia / (15 * a));
    }
    m.set(shift, turn, sign * near);
    m.set(6 + shift, 6 + turn, -sign * near);
    m.set(shift, 6 + turn, -sign * far);
    m.set(6 + shift, turn, sign * far);
    m.set(shift, 6 + shift, 9.0 / 70 - 6 * inertia / (5 * a * l2));
    m.set(turn, 6 + turn, -l2 / 140 - inertia / (30 * a));
  };
  for (const int end : {0, 6}) {
    m.set(end, end, 1.0 / 3);
    m.set(end + 3, end + 3, s.torsion / (3 * a));
  }
  m.set(0, 6, 1.0 / 6);
  m.set(3, 9, s.torsion / (6 * a));
  bend(1, 5, s.inertiaZ, 1);
  bend(2, 4, s.inertiaY, -1);
  return density * a * length * m.k;
}

Vec12 turned(const Mat3& rotation, const Vec12& v) {
  Vec12 result;
  for (int part = 0; part < 12; part += 3) result.segment<3>(part) = rotation * v.segment<3>(part);
  return result;
}

}  // namespace

void AdaptiveBeamForceFieldAndMass::init() {
  Mass::init();
  m_elements.clear();
  if (!mstate()) return;
  if (!l_interpolation) l_interpolation.set(context()->up<BeamCurves>());
  if (!l_interpolation) {
    error("There are no beams: add a BeamInterpolation, or set interpolation.");
    return setInvalid();
  }
  if (!l_interpolation->isValid()) return setInvalid();  // which has told why
  trackData(d_computeMass);
  trackData(d_massDensity);
  setValid();
  m_revision = 0;
  followBeams();
}

void AdaptiveBeamForceFieldAndMass::followBeams() {
  if (!isValid() || !mstate() || !l_interpolation || m_revision == l_interpolation->revision()) return;
  m_revision = l_interpolation->revision();
  m_elements.clear();
  for (const Beam& beam : l_interpolation->beams()) {
    const double density = d_computeMass.value() ? beam.section.massDensity.value_or(d_massDensity.value()) : 0;
    m_elements.push_back({stiffnessOf(beam.section, beam.length), massOf(beam.section, beam.length, density),
                          placement({}, beam.rest[0], beam.rest[1]), Mat3::Identity()});
  }
  turnElements(mstate()->positions());
}

void AdaptiveBeamForceFieldAndMass::turnElements(const VecCoord& x) {
  if (!acts(x.size())) return;
  for (std::size_t e = 0; e < m_elements.size(); ++e)
    m_elements[e].rotation = type::toMatrix(l_interpolation->curve(e, x).frame(0.5).orientation);
}

Vec12 AdaptiveBeamForceFieldAndMass::placement(const Frame& middle, const Frame& a, const Frame& b) {
  const auto from = [&](const Frame& node) {
    type::Quat turn = type::inverse(middle.orientation) * node.orientation;
    if (turn.w() < 0) turn.coeffs() = -turn.coeffs();
    return std::pair(type::inverseRotate(middle.orientation, Vec3(node.center - middle.center)),
                     type::rotationVector(turn.normalized()));
  };
  const auto [placeA, turnA] = from(a);
  const auto [placeB, turnB] = from(b);
  Vec12 u;
  u << placeA, turnA, placeB, turnB;
  return u;
}

void AdaptiveBeamForceFieldAndMass::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                             const VecDeriv&) {
  followBeams();
  if (!acts(x.size())) return;
  const auto& beams = l_interpolation->beams();
  const Vec3 g = d_separateGravity.value() ? Vec3(Vec3::Zero()) : context()->gravity();
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    const type::Index a = beams[e].nodes[0], b = beams[e].nodes[1];
    const auto [first, second] = l_interpolation->ends(e, x);
    const Frame middle = BeamCurve(first, second, beams[e].length).frame(0.5);
    const Vec12 u = placement(middle, first, second) - m_elements[e].rest;
    const Vec3 weight = type::inverseRotate(middle.orientation, g);
    Vec12 fall;
    fall << weight, Vec3::Zero(), weight, Vec3::Zero();
    const Vec12 force =
        turned(type::toMatrix(middle.orientation), m_elements[e].mass * fall - m_elements[e].stiffness * u);
    f[a] += force.head<6>();
    f[b] += force.tail<6>();
  }
}

void AdaptiveBeamForceFieldAndMass::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv&,
                                              core::Linearisation) {
  followBeams();
  turnElements(x);
}

void AdaptiveBeamForceFieldAndMass::addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f,
                                                         const VecCoord& x, const VecDeriv& v,
                                                         core::Linearisation kind) {
  addForce(params, f, x, v);
  linearise(params, x, v, kind);
}

void AdaptiveBeamForceFieldAndMass::addProduct(VecDeriv& out, const VecDeriv& in, double factor,
                                               Mat12 Element::*matrix) const {
  if (!acts(in.size())) return;
  const auto& beams = l_interpolation->beams();
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    const type::Index a = beams[e].nodes[0], b = beams[e].nodes[1];
    Vec12 v;
    v << in[a], in[b];
    const Mat3& r = m_elements[e].rotation;
    const Vec12 product = factor * turned(r, m_elements[e].*matrix * turned(r.transpose(), v));
    out[a] += product.head<6>();
    out[b] += product.tail<6>();
  }
}

void AdaptiveBeamForceFieldAndMass::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                              double kFactor) {
  addProduct(df, dx, -kFactor, &Element::stiffness);
}

void AdaptiveBeamForceFieldAndMass::addMDx(VecDeriv& res, const VecDeriv& dx, double factor) {
  addProduct(res, dx, factor, &Element::mass);
}

std::vector<type::Edge> AdaptiveBeamForceFieldAndMass::ends() const {
  std::vector<type::Edge> ends;
  for (const auto& beam : l_interpolation->beams()) ends.push_back(beam.nodes);
  return ends;
}

void AdaptiveBeamForceFieldAndMass::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  followBeams();
  if (!mstate() || !acts(mstate()->size())) return;
  matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate()).addElements<2, 6>(
      ends(),
      [&](std::size_t e, Mat12& k) { k = -fem::beamWorldStiffness(m_elements[e].stiffness, m_elements[e].rotation); });
}

void AdaptiveBeamForceFieldAndMass::buildMassMatrix(core::MassMatrixAccumulator* matrix) {
  followBeams();
  if (!mstate() || !acts(mstate()->size())) return;
  matrix->matrix().addElements<2, 6>(ends(), [&](std::size_t e, Mat12& m) {
    m = fem::beamWorldStiffness(m_elements[e].mass, m_elements[e].rotation);
  });
}

void AdaptiveBeamForceFieldAndMass::accFromF(VecDeriv&, const VecDeriv&) {
  if (!std::exchange(m_refusedAcceleration, true))
    error(
        "The mass matrix of beams is not diagonal and cannot be inverted point by point: use a solver that solves a "
        "linear system.");
}

double AdaptiveBeamForceFieldAndMass::kineticEnergy(const core::MechanicalParams& params) const {
  if (!mstate()) return 0;
  const auto& v = mstate()->derivs(params.v);
  VecDeriv momentum(v.size(), Deriv::Zero());
  addProduct(momentum, v, 1, &Element::mass);
  double twice = 0;
  for (std::size_t i = 0; i < v.size(); ++i) twice += v[i].dot(momentum[i]);
  return twice / 2;
}

void AdaptiveBeamForceFieldAndMass::draw(core::DrawList& list) const {
  if (!mstate() || !acts(mstate()->size()) || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr int pieces = 10;
  const auto& x = mstate()->positions();
  for (std::size_t e = 0; e < l_interpolation->beams().size(); ++e) {
    const BeamCurve curve = l_interpolation->curve(e, x);
    for (int k = 0; k < pieces; ++k)
      list.line(curve.point(double(k) / pieces), curve.point(double(k + 1) / pieces), 2, {0.9f, 0.6f, 0.1f, 1});
  }
}

namespace {
const auto registeredBeams =
    core::Register("AdaptiveBeamForceFieldAndMass", "BeamAdapter", "stiffness and mass of curved beams")
        .ignores("reinforceLength", "lengths are those between the nodes, in the frame of the beam")
        .add<AdaptiveBeamForceFieldAndMass>(true);
}  // namespace

}  // namespace sofa::component::beam
