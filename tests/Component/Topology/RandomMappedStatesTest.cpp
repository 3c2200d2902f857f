// SPDX-License-Identifier: Apache-2.0
// Random changes of meshes whose states others follow by mappings: points and bodies that mappings name by number, and
// what mappings measure on elements.
#include "Component/Topology/ChangedMesh.h"
#include "Sofa/Simulation/Run/Checkpoint.h"

namespace sofa::component::topology::changes {
namespace {

using Numbers = core::State<type::Vec1Types>;
using Bodies = core::State<type::Rigid3Types>;

/// Where points with names are, and how fast.
struct Named {
  std::map<int, Vec3> x, v;

  template <class E>
  explicit Named(ChangedMesh<E>& changed) {
    const auto& state = changed.scene().template get<Points>("state");
    for (Index i = 0; i < state.size(); ++i) {
      x[changed.names().point(i)] = state.positions()[i];
      v[changed.names().point(i)] = state.velocities()[i];
    }
  }
  bool has(int name) const { return x.contains(name); }
  double length(int a, int b) const { return (x.at(b) - x.at(a)).norm(); }
  /// Points that came may lie at the same place.
  double lengthRate(int a, int b) const {
    const double l = length(a, b);
    return l > 0 ? (x.at(b) - x.at(a)).dot(v.at(b) - v.at(a)) / l : 0;
  }
};

void expectPoints(const Points& state, const std::vector<Vec3>& x, const std::vector<Vec3>& v) {
  SCOPED_TRACE(state.name());
  ASSERT_EQ(state.size(), x.size());
  ASSERT_EQ(state.velocities().size(), v.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_LT((state.positions()[i] - x[i]).norm(), 1e-12) << i;
    ASSERT_LT((state.velocities()[i] - v[i]).norm(), 1e-12) << i;
  }
}

void expectNumbers(const Numbers& state, const std::vector<double>& x, const std::vector<double>& v) {
  SCOPED_TRACE(state.name());
  ASSERT_EQ(state.size(), x.size());
  ASSERT_EQ(state.velocities().size(), x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_NEAR(state.positions()[i][0], x[i], 1e-12) << i;
    if (!v.empty()) {
      ASSERT_NEAR(state.velocities()[i][0], v[i], 1e-12) << i;
    }
  }
}

/// Volumes of tetrahedra that are turned over are below 0.
template <class E>
double signedMeasure(const E& e, const std::vector<Vec3>& x) {
  if constexpr (std::is_same_v<E, Tetrahedron>)
    return (x[e[1]] - x[e[0]]).cross(x[e[2]] - x[e[0]]).dot(x[e[3]] - x[e[0]]) / 6;
  return measureOf(e, x);
}

const Vec3 still[] = {{5, 5, 5}, {6, 5, 4}};
const std::string twoPointsApart =
    "<Node name='apart'><MechanicalObject name='still' position='5 5 5  6 5 4'/><UniformMass totalMass='2'/></Node>";
const std::string bothInputs = " input='@../state @/apart/still' output='@.' ";

std::string child(const std::string& state, const std::string& mapping, const std::string& more = {}) {
  return "<Node>" + more + "<MechanicalObject " + state + "/>" + mapping + "</Node>";
}
std::string numbers(const std::string& name, const std::string& mapping) {
  return child("name='" + name + "' template='Vec1'", mapping);
}

std::string mappedPoints(const std::string& measure) {
  return child("name='same'", "<IdentityMapping/>") +
         child("name='some'", "<SubsetMapping indices='1 3 5 7 2' resizeToModel='1'/>") +
         child("name='picked'", "<SubsetMultiMapping" + bothInputs + "indexPairs='0 2  1 1  0 4  0 7  1 0'/>") +
         child("name='all'", "<IdentityMultiMapping" + bothInputs + "/>") +
         numbers("lengths", "<DistanceMapping topology='@../topo' computeDistance='1'/>" +
                                numbers("squared", "<SquareMapping/>")) +
         numbers("squares", "<SquareDistanceMapping topology='@../topo'/>") +
         numbers("measures", "<" + measure + " topology='@../topo'/>") +
         numbers("targets",
                 "<DistanceFromTargetMapping indices='0 3 6' targetPositions='0 0 2  1 0 2  0 1 2' restLengths='.1 .2 "
                 ".3'/>") +
         numbers("heights", "<DistanceToPlaneMapping planeNormal='0 0 1' planePoint='0 0 -1'/>") +
         child("name='middle' position='0 0 0'", "<CenterOfMassMultiMapping" + bothInputs + "/>") +
         child("name='ties' template='Vec1'",
               "<DistanceMultiMapping" + bothInputs +
                   "topology='@edges' indexPairs='0 1  1 0  0 5  0 7' computeDistance='1'/>",
               "<MeshTopology name='edges' edges='0 1  1 2  2 3'/>");
}

/// What the mappings above must give.
template <class E>
class MappedPoints {
 public:
  explicit MappedPoints(ChangedMesh<E>& changed) : m_changed(changed) {}

  void expect() {
    const Named now(m_changed);
    const auto gone = [&](int name) { return !now.has(name); };
    std::erase_if(m_some, gone);
    std::erase_if(m_picked, [&](const auto& pair) { return pair.first == 0 && gone(pair.second); });
    std::erase_if(m_targets, [&](const auto& target) { return gone(target.name); });
    expectCopies(now);
    expectMeasures(now);
    expectTies(now);
  }

 private:
  struct Target {
    int name;
    Vec3 place;
    double rest;
  };

  const Points& points(const std::string& name) { return m_changed.scene().template get<Points>(name); }
  const Numbers& numbersOf(const std::string& name) { return m_changed.scene().template get<Numbers>(name); }

  void expectCopies(const Named& now) {
    const auto& state = points("state");
    expectPoints(points("same"), state.positions(), state.velocities());
    std::vector<Vec3> x, v;
    for (const int name : m_some) x.push_back(now.x.at(name)), v.push_back(now.v.at(name));
    expectPoints(points("some"), x, v);
    x.clear(), v.clear();
    for (const auto& [of, name] : m_picked) {
      x.push_back(of == 0 ? now.x.at(name) : still[name]);
      v.push_back(of == 0 ? now.v.at(name) : Vec3(0, 0, 0));
    }
    expectPoints(points("picked"), x, v);
    x = state.positions(), v = state.velocities();
    x.insert(x.end(), std::begin(still), std::end(still));
    v.resize(x.size(), Vec3::Zero());
    expectPoints(points("all"), x, v);
    const auto& masses = *static_cast<const std::vector<double>*>(
        m_changed.scene().template get<core::Component>("mass").findData("vertexMass")->rawValue());
    Vec3 middle = still[0] + still[1];
    double total = 2;
    for (std::size_t i = 0; i < masses.size(); ++i) {
      middle += masses[i] * state.positions()[i];
      total += masses[i];
    }
    middle /= total;
    ASSERT_LT((points("middle").positions()[0] - middle).norm(), 1e-12);
  }

  void expectMeasures(const Named& now) {
    std::vector<double> lengths, rates, squares, measures, heights;
    for (const Edge& e : m_changed.mesh().edges()) {
      const int a = m_changed.names().point(e[0]), b = m_changed.names().point(e[1]);
      lengths.push_back(now.length(a, b));
      rates.push_back(now.lengthRate(a, b));
      squares.push_back(lengths.back() * lengths.back());
    }
    expectNumbers(numbersOf("lengths"), lengths, rates);
    expectNumbers(numbersOf("squared"), squares, {});
    expectNumbers(numbersOf("squares"), squares, {});
    const auto& x = points("state").positions();
    for (const E& e : core::elementsOf<E>(m_changed.mesh())) measures.push_back(signedMeasure(e, x));
    expectNumbers(numbersOf("measures"), measures, {});
    for (const Vec3& p : x) heights.push_back(p.z() + 1);
    expectNumbers(numbersOf("heights"), heights, {});
    std::vector<double> distances;
    for (const auto& [name, place, rest] : m_targets) distances.push_back((now.x.at(name) - place).norm() - rest);
    expectNumbers(numbersOf("targets"), distances, {});
  }

  void expectTies(const Named& now) {
    const auto length = [&](int a, int b) { return now.has(a) && now.has(b) ? now.length(a, b) : 0; };
    const auto toStill = [&](int a) { return now.has(a) ? (now.x.at(a) - still[0]).norm() : 0; };
    expectNumbers(numbersOf("ties"), {toStill(1), toStill(5), length(5, 7)}, {});
  }

  ChangedMesh<E>& m_changed;
  std::vector<int> m_some{1, 3, 5, 7, 2};  // points are named by their first numbers
  std::vector<std::pair<int, int>> m_picked{{0, 2}, {1, 1}, {0, 4}, {0, 7}, {1, 0}};
  std::vector<Target> m_targets{{0, {0, 0, 2}, 0.1}, {3, {1, 0, 2}, 0.2}, {6, {0, 1, 2}, 0.3}};
};

/// Bodies at the points of edges, all turned by a quarter about z, which points follow.
std::string mappedBodies() {
  TopologyScene plain(body<Edge>("Edge", "edges", "3 3 1"));
  std::string places, velocities;
  for (const Vec3& x : plain.get<Points>("state").positions())
    places += type::toText(x, 0) + " 0 0 .70710678118654752 .70710678118654752 ";
  for (const Vec3& v : plain.get<Points>("state").velocities()) velocities += type::toText(v, 0) + " 0 0 0 ";
  return body<Edge>(
      "Edge", "edges", "3 3 1",
      "<Node name='chain'><EdgeSetTopologyContainer name='ofIdentity'/><EdgeSetTopologyModifier/>"
      "<IdentityTopologicalMapping input='@../topo'/><MechanicalObject name='bodies' template='Rigid3' position='" +
          places + "' velocity='" + velocities + "'/><UniformMass totalMass='3'/>" +
          child("name='each' position='.1 0 0  0 .2 0  0 0 .3  .1 .1 .1'",
                "<RigidMapping rigidIndexPerPoint='1 3 4 3'/>") +
          child("name='one' position='.1 .2 .3'", "<RigidMapping index='2'/>") +
          child("name='last' position='.3 .2 .1'", "<RigidMapping index='1' indexFromEnd='1'/>") +
          child("name='skin' position='1 0 1  0 1 1  1 1 2'",
                "<SkinningMapping nbRef='2 3 1' indices='[0,1] [2,3,5] [4]' weight='[1,3] [1,1,2] [1]'/>") +
          child("name='beam' position='.5 .1 0  1.25 0 .2  3.5 0 0'", "<BeamLinearMapping/>") +
          child("name='framed'",
                "<DeformableOnRigidFrameMapping input1='@../../state' input2='@../bodies' output='@.' index='6' "
                "repartition='2 0 3'/>") +
          child("name='centre' position='0 0 0'", "<CenterOfMassMapping/>") + "</Node>");
}

/// Bodies do not move here, so the points on them do not, whatever numbers the bodies have; a point that lost its body
/// stays where it is and stops.
class MappedBodies {
 public:
  explicit MappedBodies(ChangedMesh<Edge>& changed) : m_changed(changed), m_start(changed) {
    for (const std::string name : {"each", "one", "last", "skin", "beam"}) m_places[name] = points(name).positions();
    for (int i = 0; i < 9; ++i) m_bodyOf[i] = i < 2 ? 0 : i < 5 ? 2 : 6;
    for (int i = 0; i < 9; ++i) m_framed[i] = m_start.x.at(m_bodyOf[i]) + turned(m_start.x.at(i));
  }

  void expect() {
    const Named now(m_changed);
    const auto rate = [&](const std::vector<std::pair<int, double>>& shares, bool needsAll = false) {
      Vec3 sum = Vec3::Zero();
      double weight = 0;
      for (const auto& [name, share] : shares) {
        if (now.has(name))
          sum += share * now.v.at(name), weight += share;
        else if (needsAll)
          return Vec3(0, 0, 0);
      }
      return Vec3(weight > 0 ? sum / weight : Vec3(0, 0, 0));
    };
    const auto still = [&](int name) { return rate({{name, 1}}); };
    const auto onBeam = [&](int name, double t) {
      const double s = t * t * (3 - 2 * t);
      return rate({{name, 1 - s}, {name + 1, s}}, true);
    };
    expectPoints(points("each"), m_places["each"], {still(1), still(3), still(4), still(3)});
    expectPoints(points("one"), m_places["one"], {still(2)});
    expectPoints(points("last"), m_places["last"], {still(7)});
    expectPoints(points("skin"), m_places["skin"], {rate({{0, 1}, {1, 3}}), rate({{2, 1}, {3, 1}, {5, 2}}), still(4)});
    expectPoints(points("beam"), m_places["beam"], {onBeam(0, 0.5), onBeam(1, 0.25), onBeam(3, 0.5)});
    expectFramed(now);
    expectCentre(now);
  }

 private:
  const Points& points(const std::string& name) { return m_changed.scene().get<Points>(name); }
  static Vec3 turned(const Vec3& p) { return {-p.y(), p.x(), p.z()}; }

  /// Points that came are not followed: they are on the body of what they descend from, or where they came.
  void expectFramed(const Named& now) {
    const auto& framed = points("framed").positions();
    ASSERT_EQ(framed.size(), now.x.size());
    for (Index i = 0; i < framed.size(); ++i)
      if (const auto it = m_framed.find(m_changed.names().point(i)); it != m_framed.end()) {
        ASSERT_LT((framed[i] - it->second).norm(), 1e-12) << it->first;
      }
  }

  void expectCentre(const Named& now) {
    if (now.x.empty()) return;
    Vec3 sum = Vec3::Zero();
    for (const auto& [name, x] : now.x) sum += x;
    ASSERT_LT((points("centre").positions()[0] - sum / static_cast<double>(now.x.size())).norm(), 1e-12);
  }

  ChangedMesh<Edge>& m_changed;
  Named m_start;
  std::map<std::string, std::vector<Vec3>> m_places;
  std::map<int, int> m_bodyOf;
  std::map<int, Vec3> m_framed;
};

/// Starts again and again, since sooner or later all that is named at the start went.
template <class E, class Mapped>
void followAll(const std::string& content, unsigned seeds) {
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(seed);
    ChangedMesh<E> changed(content, seed);
    Mapped mapped(changed);
    mapped.expect();
    for (int i = 0; i < 40 && !testing::Test::HasFatalFailure(); ++i) {
      SCOPED_TRACE(i);
      changed.change();
      if (!testing::Test::HasFatalFailure()) mapped.expect();
    }
    ASSERT_THAT(changed.scene().errors, testing::IsEmpty());
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(RandomMappedStates, pointsOfTriangles) {
  followAll<Triangle, MappedPoints<Triangle>>(
      twoPointsApart + body<Triangle>("Triangle", "triangles", "4 3 1", mappedPoints("AreaMapping")), 40);
}

TEST(RandomMappedStates, pointsOfTetrahedra) {
  followAll<Tetrahedron, MappedPoints<Tetrahedron>>(
      twoPointsApart + body<Tetrahedron>("Tetrahedron", "tetrahedra", "3 3 2", mappedPoints("VolumeMapping")), 20);
}

TEST(RandomMappedStates, pointsOnBodies) { followAll<Edge, MappedBodies>(mappedBodies(), 60); }

/// Positions and velocities.
std::vector<double> motionOf(const core::BaseState& state) {
  std::vector<double> all;
  for (const auto flat : {state.hostRead(core::vec::position), state.hostRead(core::vec::velocity)})
    all.insert(all.end(), flat.begin(), flat.end());
  return all;
}

/// A restored state goes on as the one it was saved of.
void expectResumes(const std::string& content) {
  const auto change = [](TopologyScene& scene) {
    EXPECT_TRUE(scene.get<TopologyModifier>("modifier").remove({2, 0}));
    simulation::animate(scene.root());
  };
  const auto expectSame = [](TopologyScene& whole, TopologyScene& resumed) {
    std::vector<core::BaseState*> a, b;
    whole.root().collectDown(a), resumed.root().collectDown(b);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(motionOf(*a[i]), motionOf(*b[i])) << a[i]->path();
  };
  TopologyScene whole(content), resumed(content);
  change(whole), change(whole);
  std::string problem;
  ASSERT_EQ(simulation::restoreState(simulation::savedState(whole.root(), 1), resumed.root(), problem), 1) << problem;
  expectSame(whole, resumed);
  change(whole), change(resumed);
  expectSame(whole, resumed);
  EXPECT_THAT(resumed.errors, testing::IsEmpty());
}

TEST(RandomMappedStates, areThereAfterTheStateIsRestored) {
  expectResumes(twoPointsApart + body<Triangle>("Triangle", "triangles", "4 3 1", mappedPoints("AreaMapping")));
  expectResumes(mappedBodies());
}

}  // namespace
}  // namespace sofa::component::topology::changes
