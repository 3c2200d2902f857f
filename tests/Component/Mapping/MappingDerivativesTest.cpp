// Every mapping: J is the derivative of apply, J^T the transpose of J, and the geometric stiffness the derivative of
// J^T f.
#include <random>

#include "Component/SceneText.h"
#include "Sofa/Core/Mapping.h"

using namespace sofa;
using namespace sofa::type;

namespace {

constexpr double epsilon = 1e-6;

template <class DataTypes>
typename DataTypes::VecDeriv randomDerivs(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  typename DataTypes::VecDeriv derivs(count);
  for (auto& d : derivs)
    for (int c = 0; c < DataTypes::derivSize; ++c) d[c] = uniform(generator);
  return derivs;
}

template <class DataTypes>
typename DataTypes::VecCoord moved(const typename DataTypes::VecCoord& x, const typename DataTypes::VecDeriv& d,
                                   double factor) {
  auto result = x;
  for (std::size_t i = 0; i < x.size(); ++i) DataTypes::add(result[i], d[i] * factor);
  return result;
}

template <class VecDeriv>
double dot(const VecDeriv& a, const VecDeriv& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
  return sum;
}

template <class In, class Out>
class Checks {
 public:
  explicit Checks(const std::string& content)
      : m_scene(content),
        m_mapping(m_scene.first<core::Mapping<In, Out>>()),
        m_x(m_mapping.l_input->positions()),
        m_d(randomDerivs<In>(m_x.size(), 1)),
        m_out(m_mapping.l_output->positions()) {
    EXPECT_GT(m_out.size(), 0u);
  }

  void derivative() {
    auto after = m_out, before = m_out;
    m_mapping.apply(after, moved<In>(m_x, m_d, epsilon));
    m_mapping.apply(before, moved<In>(m_x, m_d, -epsilon));
    const auto v = velocities();
    for (std::size_t i = 0; i < m_out.size(); ++i) {
      const typename Out::Deriv expected = Out::difference(after[i], before[i]) / (2 * epsilon);
      EXPECT_LT((v[i] - expected).norm(), 1e-7) << "point " << i;
    }
  }

  void transpose() {
    const auto f = randomDerivs<Out>(m_out.size(), 2);
    const auto v = velocities();
    const double work = dot(f, v);
    EXPECT_GT(std::abs(work), 1e-3);
    EXPECT_NEAR(dot(pulled(f), m_d), work, 1e-12 * (1 + std::abs(work)));
  }

  void geometricStiffness() {
    const auto f = randomDerivs<Out>(m_out.size(), 3);
    auto out = m_out;
    m_mapping.apply(out, moved<In>(m_x, m_d, epsilon));
    const auto after = pulled(f);
    m_mapping.apply(out, moved<In>(m_x, m_d, -epsilon));
    const auto before = pulled(f);
    m_mapping.apply(out, m_x);

    constexpr double factor = -2.5;
    core::MechanicalParams params;
    params.kFactor = factor;
    m_mapping.l_output->writeDerivs(params.f) = f;
    m_mapping.l_input->writeDerivs(params.dx) = m_d;
    m_mapping.l_input->writeDerivs(params.df).assign(m_x.size(), In::Deriv::Zero());
    m_mapping.applyDJT(params, params.df);
    const auto& df = m_mapping.l_input->derivs(params.df);
    for (std::size_t i = 0; i < m_x.size(); ++i) {
      const typename In::Deriv expected = factor * (after[i] - before[i]) / (2 * epsilon);
      EXPECT_LT((df[i] - expected).norm(), 1e-6);
      EXPECT_GT(expected.norm(), 1e-3);
    }
  }

 private:
  typename Out::VecDeriv velocities() {
    auto out = m_out;
    typename Out::VecDeriv v(m_out.size(), Out::Deriv::Zero());
    m_mapping.apply(out, m_x);
    m_mapping.applyJ(v, m_d);
    return v;
  }
  typename In::VecDeriv pulled(const typename Out::VecDeriv& f) {
    typename In::VecDeriv g(m_x.size(), In::Deriv::Zero());
    m_mapping.applyJT(g, f);
    return g;
  }

  tests::Scene m_scene;
  core::Mapping<In, Out>& m_mapping;
  typename In::VecCoord m_x;
  typename In::VecDeriv m_d;
  typename Out::VecCoord m_out;
};

template <class In, class Out>
void checkJacobian(const std::string& content) {
  Checks<In, Out> checks(content);
  checks.derivative();
  checks.transpose();
}

const std::string fourPoints =
    "<MechanicalObject template='Vec3' position='.1 .2 -.1  1.3 .3 .4  .2 1.1 .6  .3 .1 1.4'/>";
const std::string twoBodies =
    "<MechanicalObject template='Rigid3' position='.1 .2 -.1 .1 .2 .3 .9273618495495703  1.3 .7 .4 -.2 .1 .05 "
    ".9733961166965893'/>";
const std::string twoBodiesInThePlane = "<MechanicalObject template='Rigid2' position='.1 .2 .4  1.3 .7 -.9'/>";

std::string child(const std::string& content) { return "<Node name='child'>" + content + "</Node>"; }
std::string points(const std::string& positions) {
  return "<MechanicalObject template='Vec3' position='" + positions + "'/>";
}

}  // namespace

TEST(IdentityMapping, JacobianOfEveryPairOfTypes) {
  const std::string vec6 = "<MechanicalObject template='Vec6' position='1 2 3 4 5 6  6 5 4 3 2 1'/>";
  checkJacobian<Vec3Types, Vec3Types>(fourPoints + child("<MechanicalObject template='Vec3'/><IdentityMapping/>"));
  checkJacobian<Vec6Types, Vec3Types>(vec6 + child("<MechanicalObject template='Vec3'/><IdentityMapping/>"));
  checkJacobian<Vec6Types, Vec6Types>(vec6 + child("<MechanicalObject template='Vec6'/><IdentityMapping/>"));
  checkJacobian<Rigid3Types, Rigid3Types>(twoBodies + child("<MechanicalObject template='Rigid3'/><IdentityMapping/>"));
  checkJacobian<Rigid3Types, Vec3Types>(twoBodies + child("<MechanicalObject template='Vec3'/><IdentityMapping/>"));
  checkJacobian<Rigid2Types, Rigid2Types>(twoBodiesInThePlane +
                                          child("<MechanicalObject template='Rigid2'/><IdentityMapping/>"));
  checkJacobian<Rigid2Types, Vec2Types>(twoBodiesInThePlane +
                                        child("<MechanicalObject template='Vec2'/><IdentityMapping/>"));
  checkJacobian<Vec2Types, Vec2Types>("<MechanicalObject template='Vec2' position='1 2 3 4'/>" +
                                      child("<MechanicalObject template='Vec2'/><IdentityMapping/>"));
  checkJacobian<Vec1Types, Vec1Types>("<MechanicalObject template='Vec1' position='1 2'/>" +
                                      child("<MechanicalObject template='Vec1'/><IdentityMapping/>"));
}

TEST(SubsetMapping, Jacobian) {
  const std::string subset = "<SubsetMapping indices='3 0 3' handleTopologyChange='0'/>";
  checkJacobian<Vec3Types, Vec3Types>(fourPoints + child(points("0 0 0") + subset));
  checkJacobian<Rigid3Types, Rigid3Types>(
      twoBodies +
      child("<MechanicalObject template='Rigid3'/><SubsetMapping indices='1 0 1' handleTopologyChange='0'/>"));
}

TEST(RigidMapping, Jacobian) {
  checkJacobian<Rigid3Types, Vec3Types>(
      twoBodies + child(points(".5 .1 0  0 .6 .2  -.3 0 .4") + "<RigidMapping rigidIndexPerPoint='1 0 1'/>"));
  checkJacobian<Rigid3Types, Rigid3Types>(
      twoBodies + child("<MechanicalObject template='Rigid3' position='.5 .1 0 0 .6 0 .8'/><RigidMapping index='1'/>"));
  checkJacobian<Rigid2Types, Vec2Types>(
      twoBodiesInThePlane +
      child("<MechanicalObject template='Vec2' position='.5 .1 0 .6'/><RigidMapping rigidIndexPerPoint='1 0'/>"));
}

TEST(RigidMapping, ExactGeometricStiffnessIsTheDerivativeOfTheTorque) {
  Checks<Rigid3Types, Vec3Types>(twoBodies +
                                 child(points(".5 .1 0  0 .6 .2  -.3 0 .4") +
                                       "<RigidMapping rigidIndexPerPoint='1 0 1' geometricStiffness='Exact'/>"))
      .geometricStiffness();
}

TEST(BarycentricMapping, JacobianInEveryKindOfElement) {
  const std::string located = child(points(".35 .4 .3  3 .5 .2") + "<BarycentricMapping/>");
  checkJacobian<Vec3Types, Vec3Types>("<MeshTopology tetrahedra='0 1 2 3'/>" + fourPoints + located);
  checkJacobian<Vec3Types, Vec3Types>("<MeshTopology triangles='0 1 2  1 2 3'/>" + fourPoints + located);
  checkJacobian<Vec3Types, Vec3Types>("<MeshTopology quads='0 1 2 3'/>" + fourPoints + located);
  checkJacobian<Vec3Types, Vec3Types>("<MeshTopology edges='0 1  1 2'/>" + fourPoints + located);
  checkJacobian<Vec3Types, Vec3Types>(
      "<RegularGridTopology n='3 2 2' min='0 0 0' max='2 1 1'/><MechanicalObject template='Vec3'/>" + located);
  checkJacobian<Vec3Types, Vec3Types>("<TetrahedronSetTopologyContainer tetrahedra='0 1 2 3'/>" + fourPoints + located);
  checkJacobian<Vec3Types, Vec3Types>("<TriangleSetTopologyContainer triangles='0 1 2  1 2 3'/>" + fourPoints +
                                      located);
}

TEST(BarycentricMapping, RigidOutputsHaveATransposedJacobian) {
  const std::string body =
      "<MechanicalObject template='Rigid3' position='.35 .4 .3 .1 .2 .3 .9273618495495703'/><BarycentricMapping "
      "template='Vec3,Rigid3'/>";
  Checks<Vec3Types, Rigid3Types>("<MeshTopology tetrahedra='0 1 2 3'/>" + fourPoints + child(body)).transpose();
  Checks<Vec3Types, Rigid3Types>("<TetrahedronSetTopologyContainer tetrahedra='0 1 2 3'/>" + fourPoints + child(body))
      .transpose();
}

namespace {

const std::string edgesOfFour = "<MeshTopology name='mesh' edges='0 1  1 2  3 0'/>";

std::string lengths(const std::string& attributes) {
  return child("<MechanicalObject template='Vec1'/><DistanceMapping topology='@../mesh' " + attributes + "/>");
}

std::string targets(const std::string& attributes) {
  return child("<MechanicalObject template='Vec1'/><DistanceFromTargetMapping " + attributes + "/>");
}

const std::string twoTargets = "indices='2 0' targetPositions='.1 .1 .1  .9 .8 1' ";

}  // namespace

TEST(DistanceMapping, Jacobian) {
  checkJacobian<Vec3Types, Vec1Types>(edgesOfFour + fourPoints + lengths(""));
  checkJacobian<Rigid3Types, Vec1Types>("<MeshTopology name='mesh' edges='1 0'/>" + twoBodies + lengths(""));
}

TEST(DistanceMapping, ExactGeometricStiffnessIsTheDerivativeOfTheForces) {
  Checks<Vec3Types, Vec1Types>(edgesOfFour + fourPoints + lengths("geometricStiffness='Exact'")).geometricStiffness();
}

TEST(DistanceFromTargetMapping, Jacobian) {
  checkJacobian<Vec3Types, Vec1Types>(fourPoints + targets(twoTargets));
  checkJacobian<Vec1Types, Vec1Types>("<MechanicalObject template='Vec1' position='1 2'/>" +
                                      targets("indices='1 0' targetPositions='5 .5'"));
  checkJacobian<Rigid3Types, Vec1Types>(twoBodies + targets("indices='1' targetPositions='.1 .1 .1 0 0 0 1'"));
}

TEST(DistanceFromTargetMapping, ExactGeometricStiffnessIsTheDerivativeOfTheForces) {
  Checks<Vec3Types, Vec1Types>("<MechanicalObject template='Vec3' position='.1 .2 -.1  .2 1.1 .6'/>" +
                               targets("indices='1 0' targetPositions='.1 .1 .1  .9 .8 1' geometricStiffness='Exact'"))
      .geometricStiffness();
}
