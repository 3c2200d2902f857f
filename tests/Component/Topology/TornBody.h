// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <set>

#include "Component/SceneText.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/VisibleSurface.h"
#include "Sofa/Core/ObjectModel/Archive.h"

/// A body whose mesh changes, and the comparison with one that is made of what is left.
namespace sofa::component::topology::torn {

using tests::Scene;
using type::Vec3;
using type::Vec3Types;

template <class T>
std::string text(const T& value) {
  return type::toText(value, 0);
}

/// What makes a body: mesh, state, and the Data that go with elements and points.
struct Parts {
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Vec3> x, v, rest, carried;
  std::vector<Index> fixed, loaded;
  std::vector<double> modulus;
  std::string attributes;  ///< further ones of the force field

  std::string scene() const {
    return "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/><CollisionResponse "
           "response='PenalityContactForceField'/><Node "
           "name='body'><EulerImplicitSolver rayleighStiffness='0.01'/><SparseLDLSolver/>"
           "<TetrahedronSetTopologyContainer name='topo' position='" +
           text(rest) + "' tetrahedra='" + text(tetrahedra) +
           "'/><TetrahedronSetTopologyModifier/><MechanicalObject name='state' position='" + text(x) + "' velocity='" +
           text(v) + "' rest_position='" + text(rest) +
           "'/><MeshMatrixMass massDensity='0.7' computeMassOnRest='1'/>"
           "<TetrahedronFEMForceField name='fem' poissonRatio='0.3' youngModulus='" +
           text(modulus) + "' " + attributes + "/><FixedProjectiveConstraint indices='" + text(fixed) +
           "'/><ConstantForceField name='load' indices='" + text(loaded) +
           "' forces='0.1 0.2 -0.1'/>"
           "<Node name='surface'><TriangleSetTopologyContainer name='skin'/><TriangleSetTopologyModifier/>"
           "<Tetra2TriangleTopologicalMapping input='@../topo' output='@skin'/>"
           "<NeoHookeanMembraneForceField youngModulus='200' thickness='0.02'/><TriangleCollisionModel name='touch'/>"
           "<Node name='look'><VisualModelImpl name='look'/><IdentityMapping/></Node></Node>"
           "<Node name='inside'><MechanicalObject name='carried' position='" +
           text(carried) +
           "'/><BarycentricMapping/><ConstantForceField indices='1' forces='0 -0.3 0.1'/></Node></Node>";
  }
};

/// A bar of 4 x 3 x 3 points, bent a little.
inline Parts bar() {
  Scene grid(
      "<RegularGridTopology n='4 3 3' min='0 0 0' max='3 2 2'/><Node><TetrahedronSetTopologyContainer/>"
      "<Hexa2TetraTopologicalMapping/></Node>");
  Parts parts;
  const auto& cells = grid.first<core::BaseMeshTopology>();
  parts.tetrahedra = grid.root->children()[0]->local<core::BaseMeshTopology>()->tetrahedra();
  for (std::size_t i = 0; i < cells.nbPoints(); ++i) {
    const Vec3 p = cells.position(i);
    parts.rest.push_back(p);
    parts.x.push_back(p + 0.03 * Vec3(std::sin(p.y()), p.x() * p.x(), std::cos(p.x())));
    parts.v.push_back(0.1 * Vec3(p.z(), -p.x(), 0.3));
    if (p.x() == 0) parts.fixed.push_back(static_cast<Index>(i));
    if (p.x() == 3) parts.loaded.push_back(static_cast<Index>(i));
  }
  for (std::size_t i = 0; i < parts.tetrahedra.size(); ++i)
    parts.modulus.push_back(300 + 10.0 * static_cast<double>(i));
  parts.carried = {{0.7, 0.6, 0.8}, {1.6, 1.4, 1.1}, {2.5, 0.4, 1.7}};
  return parts;
}

inline core::State<Vec3Types>& stateOf(const Scene& scene, const std::string& name) {
  std::vector<core::State<Vec3Types>*> all;
  scene.root->collectDown(all);
  for (auto* state : all)
    if (state->name() == name) return *state;
  throw std::runtime_error("no state " + name);
}

template <class T>
std::vector<T> values(const Scene& scene, const std::string& component, const std::string& data) {
  std::vector<core::Component*> all;
  scene.root->collectDown(all);
  for (auto* c : all)
    if (c->name() == component || c->className() == component)
      return *static_cast<const std::vector<T>*>(c->findData(data)->rawValue());
  throw std::runtime_error("no component " + component);
}

/// The elastic field of the body.
inline core::BaseForceField& bodyField(const Scene& scene) {
  std::vector<core::BaseForceField*> all;
  scene.root->collectDown(all);
  for (auto* field : all)
    if (field->className() == "TetrahedronFEMForceField") return *field;
  throw std::runtime_error("no TetrahedronFEMForceField");
}

/// Positions and velocities of the body and of what it carries.
inline std::vector<double> bitsOf(const Scene& scene) {
  std::vector<double> all;
  for (const auto* name : {"state", "carried"})
    for (const auto flat :
         {stateOf(scene, name).hostRead(core::vec::position), stateOf(scene, name).hostRead(core::vec::velocity)})
      all.insert(all.end(), flat.begin(), flat.end());
  return all;
}

/// Plastic strains of the body, six for each element.
inline std::vector<double> strainsOf(const Scene& scene) {
  core::Archive out;
  bodyField(scene).archive(out);
  core::Archive in(out.bytes());
  std::vector<double> strains;
  in.io(strains);
  return strains;
}

inline Parts partsOf(const Scene& scene) {
  Parts parts;
  const auto& state = stateOf(scene, "state");
  parts.tetrahedra = scene.first<core::BaseMeshTopology>().tetrahedra();
  parts.x = state.positions();
  parts.v = state.velocities();
  parts.rest = state.restPositions();
  parts.carried = stateOf(scene, "carried").positions();
  parts.fixed = values<Index>(scene, "FixedProjectiveConstraint", "indices");
  parts.loaded = values<Index>(scene, "load", "indices");
  parts.modulus = values<double>(scene, "fem", "youngModulus");
  return parts;
}

template <class E>
std::multiset<std::set<Index>> asSets(const std::vector<E>& elements) {
  std::multiset<std::set<Index>> sets;
  for (const auto& e : elements) sets.insert({e.begin(), e.end()});
  return sets;
}

inline void expectNear(const std::vector<Vec3>& a, const std::vector<Vec3>& b, double tolerance, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_LE((a[i] - b[i]).norm(), tolerance) << what << " " << i;
}

inline std::size_t facesSeen(const Scene& scene) {
  simulation::updateVisual(*scene.root);
  return scene.first<core::VisibleSurface>().visibleFaces().triangles.size();
}

/// Compares the scene with one made from what it holds, and does a step of both.
inline void compareWithScratch(const Scene& scene, const std::string& attributes = {}) {
  auto parts = partsOf(scene);
  parts.attributes = attributes;
  const Scene scratch(parts.scene(), "dt='0.02' gravity='0 -1 0.3'");
  core::Archive strains;
  bodyField(scene).archive(strains);
  core::Archive given(strains.bytes());
  bodyField(scratch).archive(given);
  ASSERT_TRUE(given.isGood());
  const auto skin = [](const Scene& s) -> const core::BaseMeshTopology& {
    return *s.root->children()[0]->children()[0]->local<core::BaseMeshTopology>();
  };
  EXPECT_EQ(asSets(skin(scene).triangles()), asSets(skin(scratch).triangles()));
  for (const auto& t : skin(scene).triangles())
    EXPECT_NE(skin(scene).adjacency().edgeIndex(t[0], t[1]), type::invalidIndex);
  EXPECT_EQ(skin(scene).nbPoints(), partsOf(scene).x.size());
  const auto masses = values<double>(scene, "MeshMatrixMass", "vertexMass"),
             expected = values<double>(scratch, "MeshMatrixMass", "vertexMass");
  ASSERT_EQ(masses.size(), expected.size());
  for (std::size_t i = 0; i < masses.size(); ++i) ASSERT_NEAR(masses[i], expected[i], 1e-13);
  EXPECT_EQ(facesSeen(scene), facesSeen(scratch));
  scene.step();
  scratch.step();
  EXPECT_EQ(scene.first<core::CollisionModel>().size(), scratch.first<core::CollisionModel>().size());
  for (const auto* name : {"state", "carried"}) {
    expectNear(stateOf(scene, name).positions(), stateOf(scratch, name).positions(), 1e-9, name);
    expectNear(stateOf(scene, name).velocities(), stateOf(scratch, name).velocities(), 1e-8, name);
  }
}

}  // namespace sofa::component::topology::torn
