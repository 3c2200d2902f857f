// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Beam/RodSection.h"

namespace sofa::component::beam {

/// A part that has the shape of a line of edges in a mesh file when no force acts. It is as long as they are, and a
/// smooth curve through their points; it begins at the end of the line whose point has the smaller number.
class RodMeshSection final : public RodSection {
 public:
  core::Link<core::DataEngine> l_loader{this, "loader", "mesh loader of the part; default: that of this node"};

  void init() override;
  Frame restFrame(double distance) const override;

 private:
  /// The points of the line in order; empty, with an error, if the edges are none.
  std::vector<type::Vec3> line() const;
  /// A list of the loader; null if it has none.
  template <class T>
  const core::Data<std::vector<T>>* dataOf(std::string_view name) const {
    return dynamic_cast<const core::Data<std::vector<T>>*>(l_loader->findData(name));
  }

  std::vector<Frame> m_frames;    ///< at the points, seen from the first one
  std::vector<double> m_lengths;  ///< from the begin to each of them
};

}  // namespace sofa::component::beam
