#include "Sofa/FiniteElement/CorotationalShell.h"

#include <Eigen/Geometry>
#include <cmath>

#include "Sofa/FiniteElement/Rotation.h"

namespace sofa::fem {
namespace {

using type::Mat3;
using type::Vec2;
using type::Vec3;

/// Where the displacements of the membrane (u, v, turn about z) and of the plate (w, turns about x and y) are among
/// those of a corner.
constexpr int inPlane[3] = {0, 1, 5}, acrossPlane[3] = {2, 3, 4};

int entry(const int (&of)[3], int i) { return 6 * (i / 3) + of[i % 3]; }

type::Vec<9> part(const int (&of)[3], const Vec18& d) {
  type::Vec<9> result;
  for (int i = 0; i < 9; ++i) result[i] = d[entry(of, i)];
  return result;
}

Mat3 skew(const Vec3& v) {
  Mat3 m;
  m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
  return m;
}

/// (1 - t/2 cot(t/2)) / t^2, and its derivative by t over t; by their series where the formulas lose digits.
struct TurnNumbers {
  double eta, mu;
  explicit TurnNumbers(double square) {
    constexpr double small = 0.0025;  // the next terms are t^6 / 1209600 and t^6 / 5987520
    if (square < small) {
      eta = 1.0 / 12 + square / 720 + square * square / 30240;
      mu = 1.0 / 360 + square / 7560 + square * square / 201600;
      return;
    }
    const double t = std::sqrt(square), sine = std::sin(t / 2);
    eta = (1 - t / 2 * std::cos(t / 2) / sine) / square;
    mu = (square + 4 * std::cos(t) + t * std::sin(t) - 4) / (4 * square * square * sine * sine);
  }
};

/// How the rotation vector t changes with a spin that comes after it.
Mat3 turnBySpin(const Vec3& t) {
  const Mat3 s = skew(t);
  return Mat3::Identity() - 0.5 * s + TurnNumbers(t.squaredNorm()).eta * s * s;
}

/// The derivative by t of turnBySpin(t)^T m.
Mat3 momentByTurn(const Vec3& t, const Vec3& m) {
  const TurnNumbers n(t.squaredNorm());
  const Vec3 once = t.cross(m);
  return -0.5 * skew(m) - n.eta * (skew(once) + skew(t) * skew(m)) + n.mu * t.cross(once) * t.transpose();
}

double twiceArea(const std::array<Vec3, 3>& x) {
  return (x[1][0] - x[0][0]) * (x[2][1] - x[0][1]) - (x[2][0] - x[0][0]) * (x[1][1] - x[0][1]);
}

}  // namespace

CorotationalShell::CorotationalShell(const Frames& rest, const ShellMaterial& material) : m_material(material) {
  const Mat3 toFrame = frame(rest[0].center, rest[1].center, rest[2].center);
  const Vec3 middle = (rest[0].center + rest[1].center + rest[2].center) / 3;
  for (int a = 0; a < 3; ++a) {
    m_rest[a] = (toFrame * (rest[a].center - middle)).head<2>();
    m_restTurn[a] = (toFrame * type::toMatrix(rest[a].orientation.normalized())).transpose();
  }
  m_membrane = membraneStiffness(m_rest, material);
  m_plate = plateStiffness(m_rest, material);
}

/// False if the triangle has no area.
bool CorotationalShell::find(const Frames& now, Place& at) const {
  const Vec3 first = now[1].center - now[0].center, last = now[2].center - now[0].center;
  constexpr double rounding = 1e-15;
  if (!(first.cross(last).norm() > rounding * (first.squaredNorm() + last.squaredNorm()))) return false;
  const Mat3 along = frameOfAxes(first, last);
  const Vec3 middle = (now[0].center + now[1].center + now[2].center) / 3;
  double cosine = 0, sine = 0;
  for (int a = 0; a < 3; ++a) {
    const Vec3 p = along * (now[a].center - middle);
    cosine += m_rest[a].dot(p.head<2>());
    sine += m_rest[a][0] * p[1] - m_rest[a][1] * p[0];
  }
  const double length = std::hypot(cosine, sine);
  cosine /= length;
  sine /= length;
  Mat3 turn;
  turn << cosine, sine, 0, -sine, cosine, 0, 0, 0, 1;
  at.toFrame = turn * along;
  for (int a = 0; a < 3; ++a) {
    at.place[a] = at.toFrame * (now[a].center - middle);
    at.d.segment<2>(6 * a) = at.place[a].head<2>() - m_rest[a];
    const Mat3 turned = at.toFrame * type::toMatrix(now[a].orientation.normalized()) * m_restTurn[a];
    at.d.segment<3>(6 * a + 3) = type::rotationVector(type::Quat(turned));
  }
  return true;
}

Vec18 CorotationalShell::product(const Vec18& d) const {
  Vec18 result;
  const type::Vec<9> stretch = m_membrane * part(inPlane, d), bend = m_plate * part(acrossPlane, d);
  for (int i = 0; i < 9; ++i) {
    result[entry(inPlane, i)] = stretch[i];
    result[entry(acrossPlane, i)] = bend[i];
  }
  return result;
}

Mat18 CorotationalShell::stiffness() const {
  Mat18 k = Mat18::Zero();
  for (int j = 0; j < 9; ++j)
    for (int i = 0; i < 9; ++i) {
      k(entry(inPlane, i), entry(inPlane, j)) = m_membrane(i, j);
      k(entry(acrossPlane, i), entry(acrossPlane, j)) = m_plate(i, j);
    }
  return k;
}

double CorotationalShell::energy(const Frames& now) const {
  Place at;
  return find(now, at) ? 0.5 * at.d.dot(product(at.d)) : 0;
}

/// A turn of the normal moves the faces by half of the thickness; curvatures are linear, and in the middle the mean.
std::array<Mat3, 2> CorotationalShell::faceStress(const Frames& now) const {
  Place at;
  if (!find(now, at)) return {Mat3::Zero(), Mat3::Zero()};
  const Vec3 stretch = membraneStrain(m_rest) * part(inPlane, at.d);
  const Vec3 bend = plateCurvature(m_rest, 1.0 / 3, 1.0 / 3) * part(acrossPlane, at.d) * (m_material.thickness / 2);
  const Mat3 law = planeStress(m_material.young, m_material.poisson);
  const auto world = [&](const Vec3& strain) {
    const Vec3 s = law * strain;
    Mat3 stress;
    stress << s[0], s[2], 0, s[2], s[1], 0, 0, 0, 0;
    return Mat3(at.toFrame.transpose() * stress * at.toFrame);
  };
  return {world(stretch + bend), world(stretch - bend)};
}

auto CorotationalShell::forces(const Place& at) const -> Forces {
  Forces f;
  f.elastic = f.spins = product(at.d);
  for (int a = 0; a < 3; ++a) {
    f.turn[a] = turnBySpin(at.d.segment<3>(6 * a + 3));
    f.spins.segment<3>(6 * a + 3) = f.turn[a].transpose() * f.elastic.segment<3>(6 * a + 3);
  }
  return f;
}

/// The spin of the frame by the velocities of the corners.
auto CorotationalShell::frameTurn(const Place& at) const -> Mat3x18 {
  double inertia = 0;
  for (int a = 0; a < 3; ++a) inertia += m_rest[a].dot(at.place[a].head<2>());
  Mat3x18 turn = Mat3x18::Zero();
  for (int a = 0; a < 3; ++a) {
    const Vec3 far = (at.place[(a + 2) % 3] - at.place[(a + 1) % 3]) / twiceArea(at.place);
    turn(0, 6 * a + 2) = far[0];
    turn(1, 6 * a + 2) = far[1];
    turn(2, 6 * a) = -m_rest[a][1] / inertia;
    turn(2, 6 * a + 1) = m_rest[a][0] / inertia;
  }
  return turn;
}

namespace {

/// What a spin of the whole moves, per corner: its place and its frame.
type::Mat<18, 3> wholeSpin(const std::array<Vec3, 3>& place) {
  type::Mat<18, 3> moved;
  for (int a = 0; a < 3; ++a) moved.middleRows<6>(6 * a) << -skew(place[a]), Mat3::Identity();
  return moved;
}

}  // namespace

std::optional<Vec18> CorotationalShell::force(const Frames& now) const {
  Place at;
  if (!find(now, at)) return {};
  const Vec18 f = forces(at).spins;
  const Vec3 moment = wholeSpin(at.place).transpose() * f;
  const Vec18 balanced = frameTurn(at).transpose() * moment - f;
  Vec18 world;
  for (int i = 0; i < 18; i += 3) world.segment<3>(i) = at.toFrame.transpose() * balanced.segment<3>(i);
  return world;
}

/// The derivative of Forces::spins by the velocities seen from the frame.
Mat18 CorotationalShell::strainTangent(const Place& at, const Forces& f, bool materialOnly) const {
  Mat18 k = stiffness();
  for (int a = 0; a < 3; ++a) {
    const int r = 6 * a + 3;
    k.middleCols<3>(r) = type::Mat<18, 3>(k.middleCols<3>(r) * f.turn[a]);
    k.middleRows<3>(r) = Mat3x18(f.turn[a].transpose() * k.middleRows<3>(r));
    if (!materialOnly) k.block<3, 3>(r, r) += momentByTurn(at.d.segment<3>(r), f.elastic.segment<3>(r)) * f.turn[a];
  }
  return k;
}

/// The derivative of frameTurn^T moment by the velocities seen from the frame, at a constant moment.
Mat18 CorotationalShell::frameTurnTangent(const Place& at, const Vec3& moment) const {
  double inertia = 0;
  std::array<Vec2, 3> slope;
  for (int a = 0; a < 3; ++a) {
    inertia += m_rest[a].dot(at.place[a].head<2>());
    const Vec3 far = (at.place[(a + 2) % 3] - at.place[(a + 1) % 3]) / twiceArea(at.place);
    slope[a] = Vec2(-far[1], far[0]);
  }
  const double spin = moment[2] / (inertia * inertia);
  Mat18 k = Mat18::Zero();
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      k.block<1, 2>(6 * a, 6 * b) = spin * m_rest[a][1] * m_rest[b].transpose();
      k.block<1, 2>(6 * a + 1, 6 * b) = -spin * m_rest[a][0] * m_rest[b].transpose();
      k.block<1, 2>(6 * a + 2, 6 * b) = (slope[b][0] * moment[1] - slope[b][1] * moment[0]) * slope[a].transpose();
    }
  return k;
}

Mat18 CorotationalShell::tangent(const Frames& now, ShellTangent kind) const {
  const bool materialOnly = kind == ShellTangent::material;
  Place at;
  if (!find(now, at)) return Mat18::Zero();
  const Forces f = forces(at);
  const Mat3x18 turn = frameTurn(at);
  const Mat18x3 spin = wholeSpin(at.place);
  // With P = 1 - spin turn, what the frame does not see of a motion, the forces are P^T f. Here are k P and P^T k P.
  Mat18 k = strainTangent(at, f, materialOnly);
  const Vec3 moment = spin.transpose() * f.spins;
  if (materialOnly) {
    k -= (k * spin).eval() * turn;
    k -= turn.transpose() * (spin.transpose() * k).eval();
  } else {
    const Vec18 balanced = f.spins - turn.transpose() * moment;
    Mat3x18 arms = Mat3x18::Zero();
    Mat18x3 follow;
    for (int a = 0; a < 3; ++a) {
      arms.middleCols<3>(6 * a) = skew(f.spins.segment<3>(6 * a));
      for (const int i : {6 * a, 6 * a + 3}) follow.middleRows<3>(i) = skew(balanced.segment<3>(i));
    }
    const Mat18 turnTangent = frameTurnTangent(at, moment);
    k -= (k * spin).eval() * turn;
    k -= turn.transpose() * (spin.transpose() * k).eval();
    arms -= (arms * spin).eval() * turn;
    k += turn.transpose() * arms;
    k -= turnTangent - (turnTangent * spin).eval() * turn;
    k -= follow * turn;
  }
  Mat18 world;
  for (int j = 0; j < 18; j += 3)
    for (int i = 0; i < 18; i += 3)
      world.block<3, 3>(i, j).noalias() = -(at.toFrame.transpose() * k.block<3, 3>(i, j) * at.toFrame);
  if (kind == ShellTangent::exact) return world;
  return 0.5 * (world + world.transpose());
}

}  // namespace sofa::fem
