#pragma once
#include "Sofa/Core/Archive.h"
#include "Sofa/Core/MeshTopology.h"
#include "Sofa/Core/ProjectiveConstraint.h"

namespace sofa::component::constraint {

/// What the constraints on a list of points share: the list, and the part of it that exists.
template <class DataTypes>
class IndexedConstraint : public core::ProjectiveConstraint<DataTypes> {
 public:
  using Base = core::ProjectiveConstraint<DataTypes>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  explicit IndexedConstraint(std::vector<type::Index> indices = {0})
      : d_indices(this, "indices", std::move(indices), "constrained points") {}

  core::Data<std::vector<type::Index>> d_indices;
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh whose points the indices follow; default: the node's"};

  void init() override;

 protected:
  /// The listed points that the state has. Others are named in a warning, once per change of the list.
  const std::vector<type::Index>& points();

 private:
  std::vector<type::Index> m_points;
  std::size_t m_size = 0;
  int m_counter = -1;
};

}  // namespace sofa::component::constraint
