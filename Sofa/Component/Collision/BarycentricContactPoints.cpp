// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/BarycentricContactPoints.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/ArchiveMembers.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

template <std::size_t N>
void WeightedContactMapping<N>::restart(std::size_t count) {
  m_points.clear();
  m_points.reserve(count);
}

template <std::size_t N>
Index WeightedContactMapping<N>::attach(const Vec3& point, Index element) {
  m_points.push_back(m_locate(point, element));
  return static_cast<Index>(m_points.size() - 1);
}

// The state may lose points until the next detection replaces these: the others stay and carry what they can.

template <std::size_t N>
void WeightedContactMapping<N>::interpolate(std::vector<Vec3>& out, const std::vector<Vec3>& in) const {
  out.assign(m_points.size(), Vec3::Zero());
  for (std::size_t i = 0; i < m_points.size(); ++i)
    for (std::size_t k = 0; k < N; ++k)
      if (const Index parent = m_points[i].parents[k]; m_points[i].weights[k] != 0 && parent < in.size())
        out[i] += m_points[i].weights[k] * in[parent];
}

template <std::size_t N>
void WeightedContactMapping<N>::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  for (std::size_t i = 0; i < std::min(m_points.size(), out.size()); ++i)
    for (std::size_t k = 0; k < N; ++k)
      if (const Index parent = m_points[i].parents[k]; m_points[i].weights[k] != 0 && parent < in.size())
        in[parent] += m_points[i].weights[k] * out[i];
}

/// With the parents that have no weight at a point: constraint solvers may ask which points it belongs to.
template <std::size_t N>
void WeightedContactMapping<N>::buildJacobian(core::JacobianMatrix* jacobian) {
  const auto j = jacobian->block(l_output.get(), l_input.get());
  for (std::size_t i = 0; i < m_points.size(); ++i)
    for (std::size_t k = 0; k < N; ++k)
      j(3 * static_cast<int>(i), 3 * static_cast<int>(m_points[i].parents[k])) +=
          type::Mat3(m_points[i].weights[k] * type::Mat3::Identity());
}

template <std::size_t N>
void WeightedContactMapping<N>::archive(core::Archive& archive) {
  core::archiveMember(archive, m_points, &Point::parents);
  core::archiveMember(archive, m_points, &Point::weights);
  const std::size_t size = l_input->size();
  const auto isThere = [&](const Point& point) {
    for (std::size_t k = 0; k < N; ++k)
      if (point.weights[k] != 0 && point.parents[k] >= size) return false;
    return true;
  };
  if (!std::ranges::all_of(m_points, isThere)) {
    m_points.clear();
    archive.fail();
  }
}

template <std::size_t N>
std::shared_ptr<WeightedContactMapping<N>> WeightedContactMapping<N>::make(Locate locate) {
  auto mapping = std::make_shared<WeightedContactMapping>(std::move(locate));
  mapping->setClass("BarycentricContactMapping", WeightedContactMapping::staticTemplateName());
  return mapping;
}

template class WeightedContactMapping<4>;
template class WeightedContactMapping<8>;

BarycentricContactPoints::BarycentricContactPoints(MeshElementsModel& model, BarycentricContactMapping::Locate locate,
                                                   Radius radius)
    : MappedContactPoints(*model.context(), model.name(), *model.vec3State(),
                          BarycentricContactMapping::make(std::move(locate))),
      m_radius(std::move(radius)) {}

Index BarycentricContactPoints::attach(const Vec3& point, Index element, double& radius) {
  const Index index = MappedContactPoints::attach(point, element, radius);
  if (m_radius) radius = m_radius(element);
  return index;
}

}  // namespace sofa::component::collision
