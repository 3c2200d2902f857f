// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/FFDDistanceGridCollisionModel.h"
#include "Sofa/Component/Collision/LineCollisionModel.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Component/Collision/RigidDistanceGridCollisionModel.h"
#include "Sofa/Component/Collision/SphereCollisionModel.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"
#include "Sofa/Core/Contract/IntersectorRegistry.h"

// Contacts of what has points with distance grids: points that are not farther from the surface than the contact
// distance, and a little more, so that resting contacts do not flicker.
namespace sofa::component::collision {
namespace {

using core::ContactRange;
using core::DetectionOutput;
using core::Intersection;
using type::Index;
using type::Vec3;
using Grid = DistanceGridCollisionModel;
using Outputs = std::vector<DetectionOutput>;
using GridSpheres = SphereCollisionModel<type::Vec3Types>;
using GridBalls = SphereCollisionModel<type::Rigid3Types>;

/// Appends a contact of grid element i; of a model that wants one per element, in the place of a shallower one.
void append(const Grid& model, const DetectionOutput& contact, Outputs& outputs) {
  if (model.keepsDeepestOnly())
    for (auto& other : outputs)
      if (other.element1 == contact.element1) {
        if (contact.value < other.value) other = contact;
        return;
      }
  outputs.push_back(contact);
}

void addGridPlace(ContactRange range, const Grid& model, Index i, const Vec3& p, Index j, std::int64_t id,
                  Outputs& outputs) {
  const auto seen = model.see(i, p, range.contact + model.slack());
  if (!seen) return;
  append(model,
         {.point1 = seen->surface,
          .point2 = p,
          .normal = seen->normal,
          .value = seen->distance - range.contact,
          .id = id,
          .element1 = i,
          .element2 = j},
         outputs);
}

void addGridPoint(const Intersection&, ContactRange range, const Grid& model, Index i,
                  const PointCollisionModel& points, Index j, Outputs& outputs) {
  addGridPlace(range, model, i, points.points()[j], j, j, outputs);
}

/// The end of each line that this is the first line of.
void addGridLine(const Intersection&, ContactRange range, const Grid& model, Index i, const LineCollisionModel& lines,
                 Index j, Outputs& outputs) {
  const auto& around = lines.mesh()->adjacency().edgesAroundVertex();
  const auto& edges = lines.mesh()->edges();
  for (Index k = 0; k < 2; ++k) {
    const Index point = lines.lines()[j][k];
    if (point < around.size() && !around[point].empty() && edges[around[point][0]] == lines.lines()[j])
      addGridPlace(range, model, i, lines.points()[point], j, 2 * std::int64_t(j) + k, outputs);
  }
}

/// The corners that a triangle owns, and the middles of the sides it owns on the border of the surface.
void addGridTriangle(const Intersection&, ContactRange range, const Grid& model, Index i,
                     const TriangleCollisionModel& triangles, Index j, Outputs& outputs) {
  using enum geometry::TriangleFeature;
  constexpr std::array corners{a, b, c}, sides{ab, bc, ca};
  const auto& t = triangles.triangles()[j];
  const auto x = triangles.points();
  for (Index k = 0; k < 3; ++k)
    if (triangles.owns(j, corners[k])) addGridPlace(range, model, i, x[t[k]], j, 6 * std::int64_t(j) + k, outputs);
  for (Index k = 0; k < 3; ++k) {
    if (triangles.ownsBorder(j, sides[k]))
      addGridPlace(range, model, i, (x[t[k]] + x[t[(k + 1) % 3]]) / 2, j, 6 * std::int64_t(j) + 3 + k, outputs);
  }
}

void addGridSphere(const Intersection&, ContactRange range, const Grid& model, Index i,
                   const BaseSphereCollisionModel& spheres, Index j, Outputs& outputs) {
  const Vec3& center = spheres.centers()[j];
  const double radius = spheres.radii()[j];
  const auto seen = model.see(i, center, range.contact + radius + model.slack());
  if (!seen) return;
  append(model,
         {.point1 = seen->surface,
          .point2 = spheres.contactsOnSurface() ? Vec3(center - radius * seen->normal) : center,
          .normal = seen->normal,
          .value = seen->distance - radius - range.contact,
          .id = j,
          .element1 = i,
          .element2 = j},
         outputs);
}

/// The points of each in the other.
void addGridGrid(const Intersection&, ContactRange range, const Grid& model1, Index i, const Grid& model2, Index j,
                 Outputs& outputs) {
  if (model2.d_usePoints.value()) {
    const auto samples = model2.samples(j);
    for (std::size_t k = 0; k < samples.size(); ++k)
      addGridPlace(range, model1, i, samples[k], j, model2.sampleNumbers(j)[k], outputs);
  }
  if (!model1.d_usePoints.value()) return;
  const auto others = static_cast<std::int64_t>(model2.grid()->samples().size());
  const auto samples = model1.samples(i);
  for (std::size_t k = 0; k < samples.size(); ++k)
    if (const auto seen = model2.see(j, samples[k], range.contact + model2.slack()))
      append(model1,
             {.point1 = samples[k],
              .point2 = seen->surface,
              .normal = -seen->normal,
              .value = seen->distance - range.contact,
              .id = others + model1.sampleNumbers(i)[k],
              .element1 = i,
              .element2 = j},
             outputs);
}

template <class A>
struct GridPairs {
  static constexpr std::string_view method = "DiscreteIntersection";
  core::RegisterIntersector<A, PointCollisionModel> point{method, addGridPoint};
  core::RegisterIntersector<A, LineCollisionModel> line{method, addGridLine};
  core::RegisterIntersector<A, TriangleCollisionModel> triangle{method, addGridTriangle};
  core::RegisterIntersector<A, GridSpheres> sphere{method, addGridSphere};
  core::RegisterIntersector<A, GridBalls> ball{method, addGridSphere};
  core::RegisterIntersector<A, A> itself{method, addGridGrid};
};

const GridPairs<RigidDistanceGridCollisionModel> rigidPairs;
const GridPairs<FFDDistanceGridCollisionModel> deformedPairs;
const core::RegisterIntersector<FFDDistanceGridCollisionModel, RigidDistanceGridCollisionModel> deformedRigid(
    "DiscreteIntersection", addGridGrid);

}  // namespace
}  // namespace sofa::component::collision
