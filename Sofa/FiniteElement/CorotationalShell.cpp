// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/CorotationalShell.h"

#include <cmath>

#include "Sofa/FiniteElement/Rotation.h"
#include "Sofa/FiniteElement/ShellQuad.h"
#include "Sofa/FiniteElement/ShellTriangle.h"

namespace sofa::fem {
namespace {

using type::Mat3;
using type::Vec2;
using type::Vec3;

/// Where the displacements of the membrane (u, v, turn about z) and of the plate (w, turns about x and y) are among
/// those of a corner.
constexpr int inPlane[3] = {0, 1, 5}, acrossPlane[3] = {2, 3, 4};

int entry(const int (&of)[3], int i) { return 6 * (i / 3) + of[i % 3]; }

template <int size>
type::Vec<size / 2> part(const int (&of)[3], const type::Vec<size>& d) {
  type::Vec<size / 2> result;
  for (int i = 0; i < size / 2; ++i) result[i] = d[entry(of, i)];
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

constexpr double rounding = 1e-15;

template <std::size_t corners>
Vec3 middle(const std::array<Vec3, corners>& x) {
  Vec3 sum = x[0];
  for (std::size_t a = 1; a < corners; ++a) sum += x[a];
  return sum / static_cast<double>(corners);
}

template <std::size_t corners>
std::array<Vec3, corners> centres(const std::array<type::RigidCoord<3>, corners>& frames) {
  std::array<Vec3, corners> x;
  for (std::size_t a = 0; a < corners; ++a) x[a] = frames[a].center;
  return x;
}

}  // namespace

/// Two directions in the plane, the first towards the second by less than half a turn.
template <int corners>
std::array<Vec3, 2> CorotationalShell<corners>::directions(const Points& x) {
  if constexpr (corners == 3)
    return {x[1] - x[0], x[2] - x[0]};
  else
    return {x[2] - x[0], x[3] - x[1]};
}

template <int corners>
double CorotationalShell<corners>::twiceArea(const Points& place) {
  const auto [first, last] = directions(place);
  return first[0] * last[1] - last[0] * first[1];
}

/// How w at a corner turns the frame, times twiceArea.
template <int corners>
Vec3 CorotationalShell<corners>::far(const Points& place, int a) {
  return place[(a + corners - 1) % corners] - place[(a + 1) % corners];
}

template <int corners>
CorotationalShell<corners>::CorotationalShell(const Frames& rest, const ShellMaterial& material)
    : m_material(material) {
  findRestPlane(rest);
  m_membrane = membraneStiffness(m_rest, material);
  m_plate = plateStiffness(m_rest, material);
}

template <int corners>
void CorotationalShell<corners>::findRestPlane(const Frames& rest) {
  const Points x = centres(rest);
  const auto [first, last] = directions(x);
  const Mat3 toFrame = frameOfAxes(first, last);
  const Vec3 centre = middle(x);
  for (int a = 0; a < corners; ++a) {
    const Vec3 place = toFrame * (x[a] - centre);
    m_rest[a] = place.head<2>();
    m_restTurn[a] = (toFrame * type::toMatrix(rest[a].orientation.normalized())).transpose();
    m_link[a] = m_restTurn[a].col(2) * -place[2];
  }
  for (int a = 0; a < corners; ++a) m_arm[a] = corners == 3 ? m_rest[a] : Vec2(m_rest[a] - m_rest[(a + 2) % corners]);
}

/// False if the element has no area.
template <int corners>
bool CorotationalShell<corners>::find(const Frames& now, Place& at) const {
  std::array<Mat3, corners> turned;
  Points x = centres(now);
  for (int a = 0; a < corners; ++a) {
    turned[a] = type::toMatrix(now[a].orientation.normalized());
    if constexpr (corners == 4) x[a] += at.link[a] = turned[a] * m_link[a];
  }
  const auto [first, last] = directions(x);
  if (!(first.cross(last).norm() > rounding * (first.squaredNorm() + last.squaredNorm()))) return false;
  const Mat3 along = frameOfAxes(first, last);
  const Vec3 centre = middle(x);
  double cosine = 0, sine = 0;
  for (int a = 0; a < corners; ++a) {
    const Vec3 p = along * (x[a] - centre);
    cosine += m_arm[a].dot(p.template head<2>());
    sine += m_arm[a][0] * p[1] - m_arm[a][1] * p[0];
  }
  const double length = std::hypot(cosine, sine);
  cosine /= length;
  sine /= length;
  Mat3 turn;
  turn << cosine, sine, 0, -sine, cosine, 0, 0, 0, 1;
  at.toFrame = turn * along;
  for (int a = 0; a < corners; ++a) {
    at.place[a] = at.toFrame * (x[a] - centre);
    at.d.template segment<2>(6 * a) = at.place[a].template head<2>() - m_rest[a];
    if constexpr (corners == 4) at.d[6 * a + 2] = at.place[a][2];
    at.d.template segment<3>(6 * a + 3) = type::rotationVector(type::Quat(at.toFrame * turned[a] * m_restTurn[a]));
  }
  return true;
}

template <int corners>
auto CorotationalShell<corners>::product(const Vector& d) const -> Vector {
  Vector result;
  const auto stretch = (m_membrane * part<size>(inPlane, d)).eval(),
             bend = (m_plate * part<size>(acrossPlane, d)).eval();
  for (int i = 0; i < size / 2; ++i) {
    result[entry(inPlane, i)] = stretch[i];
    result[entry(acrossPlane, i)] = bend[i];
  }
  return result;
}

template <int corners>
auto CorotationalShell<corners>::stiffness() const -> Matrix {
  Matrix k = Matrix::Zero();
  for (int j = 0; j < size / 2; ++j)
    for (int i = 0; i < size / 2; ++i) {
      k(entry(inPlane, i), entry(inPlane, j)) = m_membrane(i, j);
      k(entry(acrossPlane, i), entry(acrossPlane, j)) = m_plate(i, j);
    }
  return k;
}

template <int corners>
double CorotationalShell<corners>::energy(const Frames& now) const {
  Place at;
  return find(now, at) ? 0.5 * at.d.dot(product(at.d)) : 0;
}

/// A turn of the normal moves the faces by half of the thickness.
template <int corners>
std::array<Mat3, 2> CorotationalShell<corners>::faceStress(const Frames& now) const {
  Place at;
  if (!find(now, at)) return {Mat3::Zero(), Mat3::Zero()};
  const Vec3 stretch = meanStrain(m_rest) * part<size>(inPlane, at.d);
  const Vec3 bend = meanCurvature(m_rest) * part<size>(acrossPlane, at.d) * (m_material.thickness / 2);
  const Mat3 law = planeStress(m_material.young, m_material.poisson);
  const auto world = [&](const Vec3& strain) {
    const Vec3 s = law * strain;
    Mat3 stress;
    stress << s[0], s[2], 0, s[2], s[1], 0, 0, 0, 0;
    return Mat3(at.toFrame.transpose() * stress * at.toFrame);
  };
  return {world(stretch + bend), world(stretch - bend)};
}

template <int corners>
auto CorotationalShell<corners>::forces(const Place& at) const -> Forces {
  Forces f;
  f.elastic = f.spins = product(at.d);
  for (int i = 3, a = 0; a < corners; ++a, i += 6) {
    f.turn[a] = turnBySpin(at.d.template segment<3>(i));
    f.spins.template segment<3>(i) = f.turn[a].transpose() * f.elastic.template segment<3>(i);
  }
  return f;
}

template <int corners>
double CorotationalShell<corners>::inertia(const Place& at) const {
  double sum = 0;
  for (int a = 0; a < corners; ++a) sum += m_arm[a].dot(at.place[a].template head<2>());
  return sum;
}

/// The spin of the frame by the velocities of the corners. The diagonals of a quad lie in the plane, and so do the
/// differences of velocities across it.
template <int corners>
auto CorotationalShell<corners>::frameTurn(const Place& at) const -> Rows {
  const double all = inertia(at);
  Rows turn = Rows::Zero();
  for (int a = 0; a < corners; ++a) {
    turn.template block<2, 1>(0, 6 * a + 2) = far(at.place, a).template head<2>() / twiceArea(at.place);
    turn(2, 6 * a) = -m_arm[a][1] / all;
    turn(2, 6 * a + 1) = m_arm[a][0] / all;
  }
  return turn;
}

/// What a spin of the whole moves, per corner: its place and its frame.
template <int corners>
auto CorotationalShell<corners>::wholeSpin(const Points& place) -> Columns {
  Columns moved;
  for (int a = 0; a < corners; ++a) moved.template middleRows<6>(6 * a) << -skew(place[a]), Mat3::Identity();
  return moved;
}

/// The forces on the corners in the frame, less those that turn it: P^T f, with P = 1 - spin turn what the frame does
/// not see of a motion.
template <int corners>
auto CorotationalShell<corners>::balanced(const Forces& f, const Rows& turn, const Columns& spin) -> Vector {
  const Vec3 moment = spin.transpose() * f.spins;
  return f.spins - turn.transpose() * moment;
}

/// From the corners to the frames at the other ends of their links.
template <int corners>
void CorotationalShell<corners>::addMoments(const Place& at, Vector& force) {
  for (int i = 0, a = 0; a < corners; ++a, i += 6)
    force.template segment<3>(i + 3) += at.link[a].cross(Vec3(force.template segment<3>(i)));
}

template <int corners>
auto CorotationalShell<corners>::toWorld(const Place& at, const Vector& inFrame) -> Vector {
  Vector world;
  for (int i = 0; i < size; i += 3)
    world.template segment<3>(i) = at.toFrame.transpose() * inFrame.template segment<3>(i);
  return world;
}

template <int corners>
auto CorotationalShell<corners>::force(const Frames& now) const -> std::optional<Vector> {
  Place at;
  if (!find(now, at)) return {};
  Vector world = toWorld(at, -balanced(forces(at), frameTurn(at), wholeSpin(at.place)));
  if constexpr (corners == 4) addMoments(at, world);
  return world;
}

/// The derivative of Forces::spins by the velocities seen from the frame.
template <int corners>
auto CorotationalShell<corners>::strainTangent(const Place& at, const Forces& f, bool materialOnly) const -> Matrix {
  Matrix k = stiffness();
  for (int a = 0; a < corners; ++a) {
    const int r = 6 * a + 3;
    k.template middleCols<3>(r) = Columns(k.template middleCols<3>(r) * f.turn[a]);
    k.template middleRows<3>(r) = Rows(f.turn[a].transpose() * k.template middleRows<3>(r));
    if (!materialOnly)
      k.template block<3, 3>(r, r) +=
          momentByTurn(at.d.template segment<3>(r), f.elastic.template segment<3>(r)) * f.turn[a];
  }
  return k;
}

/// The derivative of frameTurn^T moment by the velocities seen from the frame, at a constant moment.
template <int corners>
auto CorotationalShell<corners>::frameTurnTangent(const Place& at, const Vec3& moment) const -> Matrix {
  PlanePolygon<corners> slope;
  for (int a = 0; a < corners; ++a) {
    const Vec3 turn = far(at.place, a) / twiceArea(at.place);
    slope[a] = Vec2(-turn[1], turn[0]);
  }
  const double all = inertia(at), spin = moment[2] / (all * all);
  Matrix k = Matrix::Zero();
  for (int a = 0; a < corners; ++a)
    for (int b = 0; b < corners; ++b) {
      k.template block<1, 2>(6 * a, 6 * b) = spin * m_arm[a][1] * m_arm[b].transpose();
      k.template block<1, 2>(6 * a + 1, 6 * b) = -spin * m_arm[a][0] * m_arm[b].transpose();
      k.template block<1, 2>(6 * a + 2, 6 * b) =
          (slope[b][0] * moment[1] - slope[b][1] * moment[0]) * slope[a].transpose();
    }
  return k;
}

/// What the tangent has of forces that turn with the frame.
template <int corners>
void CorotationalShell<corners>::addForceTerms(const Place& at, const Forces& f, const Rows& turn, const Columns& spin,
                                               Matrix& k) const {
  const Vector balance = balanced(f, turn, spin);
  Rows arms = Rows::Zero();
  Columns follow;
  for (int a = 0; a < corners; ++a) {
    arms.template middleCols<3>(6 * a) = skew(f.spins.template segment<3>(6 * a));
    for (const int i : {6 * a, 6 * a + 3}) follow.template middleRows<3>(i) = skew(balance.template segment<3>(i));
  }
  const Matrix turnTangent = frameTurnTangent(at, spin.transpose() * f.spins);
  arms -= (arms * spin).eval() * turn;
  k += turn.transpose() * arms;
  k -= turnTangent - (turnTangent * spin).eval() * turn;
  k -= follow * turn;
}

/// From the corners to the frames at the other ends of their links; `force` is that on the corners, in world axes, and
/// turns with the links.
template <int corners>
void CorotationalShell<corners>::addLinks(const Place& at, const Vector* force, Matrix& k) {
  for (int i = 0, a = 0; a < corners; ++a, i += 6) {
    const Mat3 link = skew(at.link[a]);
    k.template middleCols<3>(i + 3) -= Columns(k.template middleCols<3>(i) * link);
    k.template middleRows<3>(i + 3) += Rows(link * k.template middleRows<3>(i));
    if (force) k.template block<3, 3>(i + 3, i + 3) += skew(force->template segment<3>(i)) * link;
  }
}

template <int corners>
auto CorotationalShell<corners>::tangent(const Frames& now, ShellTangent kind) const -> Matrix {
  const bool materialOnly = kind == ShellTangent::material;
  Place at;
  if (!find(now, at)) return Matrix::Zero();
  const Forces f = forces(at);
  const Rows turn = frameTurn(at);
  const Columns spin = wholeSpin(at.place);
  Matrix k = strainTangent(at, f, materialOnly);
  k -= (k * spin).eval() * turn;
  k -= turn.transpose() * (spin.transpose() * k).eval();
  if (!materialOnly) addForceTerms(at, f, turn, spin, k);
  Matrix world;
  for (int j = 0; j < size; j += 3)
    for (int i = 0; i < size; i += 3)
      world.template block<3, 3>(i, j).noalias() =
          -(at.toFrame.transpose() * k.template block<3, 3>(i, j) * at.toFrame);
  if constexpr (corners == 4) {
    const Vector force = toWorld(at, -balanced(f, turn, spin));
    addLinks(at, materialOnly ? nullptr : &force, world);
  }
  if (kind == ShellTangent::exact) return world;
  return 0.5 * (world + world.transpose());
}

template class CorotationalShell<3>;
template class CorotationalShell<4>;

}  // namespace sofa::fem
