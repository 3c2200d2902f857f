#pragma once
#include "Sofa/Component/Beam/RodSection.h"
#include "Sofa/Component/IO/MeshLoader.h"

namespace sofa::component::beam {

/// A part that has the shape of a line of edges in a mesh file when no force acts. It is as long as they are, and a
/// smooth curve through their points; it begins at the end of the line whose point has the smaller number.
class RodMeshSection final : public RodSection {
 public:
  core::Link<io::MeshLoader> l_loader{this, "loader", "mesh of the part; default: the loader of this node"};

  void init() override;
  Frame restFrame(double distance) const override;

 private:
  /// The points of the line in order; empty, with an error, if the edges are none.
  std::vector<type::Vec3> line() const;

  std::vector<Frame> m_frames;    ///< at the points, seen from the first one
  std::vector<double> m_lengths;  ///< from the begin to each of them
};

}  // namespace sofa::component::beam
