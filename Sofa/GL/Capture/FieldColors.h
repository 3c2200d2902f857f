// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <unordered_map>

#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/GL/Capture/Frame.h"
#include "Sofa/GL/Capture/MeshSurface.h"
#include "Sofa/Geometry/Camera.h"
#include "Sofa/Helper/ColorMap.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::visual {
class VisualModelImpl;
}

namespace sofa::gl {

/// A quantity of a component with a value per point or per element of a mesh.
struct Field {
  std::string path;  ///< of the component
  /// The name of a Data; "displacement" for positions less rest positions of a state; "difference" for what give() set.
  std::string name;
  std::string unit;  ///< as the help of the Data says; empty if it does not
  bool operator==(const Field& o) const { return path == o.path && name == o.name; }
};

/// What of a scene can be shown as colours: lists of reals (of vectors, their norms) as long as the state or a list of
/// elements of the topology of the component's node.
std::vector<Field> findFields(simulation::Node& root);

struct FieldOptions {
  std::string scheme = "viridis";
  bool automaticRange = true;  ///< from the smallest to the largest value of the moment; else:
  double min = 0, max = 1;
  /// What wears the colours: the mesh instead of the visual models of the body, the mesh beside them, or those visual
  /// models that the values can be interpolated on, else the mesh. Values per element are shown on the mesh.
  enum class Where : std::uint8_t { mesh, meshBesideModels, visualModels } where = Where::mesh;
  bool legend = true;
};

/// What is shown, for who asks for a value.
struct FieldSnapshot {
  struct Piece {
    std::shared_ptr<const SurfaceMesh> mesh;
    std::shared_ptr<const SurfaceVertices> vertices;
    std::vector<float> values;  ///< one per vertex
  };
  std::vector<Piece> pieces;
  bool perElement = false;
  double min = 0, max = 0;

  /// The value that a ray meets first.
  std::optional<double> valueAt(const geometry::Ray& ray) const;
};

/// Colours the surface of a body by a field and explains the colours by a legend. Lives with the scene's
/// thread.
class FieldColors {
 public:
  void show(Field field, FieldOptions options);
  void hide();
  /// Sets the values of the field "difference", one per point.
  void give(std::vector<double> values) { m_given = std::move(values); }
  bool isShown() const { return m_field.has_value(); }
  /// Adds the coloured surface to a frame that was just taken.
  void addTo(simulation::Node& root, Frame& frame);
  /// Null if nothing is shown.
  const std::shared_ptr<const FieldSnapshot>& snapshot() const { return m_snapshot; }
  /// Why nothing is shown though something should be; else empty.
  const std::string& problem() const { return m_problem; }
  /// Lets go of the scene; the choice stays, and is looked up by its path again.
  void clear();

 private:
  struct Source {
    const core::BaseState* state = nullptr;
    const core::BaseMeshTopology* topology = nullptr;
    std::vector<double> values;
    bool perElement = false;
  };

  core::Component* component(simulation::Node& root);
  std::optional<Source> read(simulation::Node& root);
  void switchStressesOn(core::Component& component);
  std::pair<double, double> range(const std::vector<double>& values) const;
  void addPoints(const Source& source, const helper::ColorMap& map, Frame& frame) const;
  void addSurface(const Source& source, const helper::ColorMap& map, Frame& frame);
  bool colorModels(const Source& source, const helper::ColorMap& map, Frame& frame);
  bool colorModel(const Source& source, const helper::ColorMap& map, const component::visual::VisualModelImpl& model,
                  Surface& surface, FieldSnapshot& snapshot);
  void replaceModels(const Source& source, Frame& frame, Surface& surface) const;
  void addLegend(const helper::ColorMap& map, Frame& frame) const;

  std::optional<Field> m_field;
  FieldOptions m_options;
  std::vector<double> m_given;
  std::string m_problem;
  std::weak_ptr<core::Component> m_component;

  using Pool = std::array<std::shared_ptr<SurfaceVertices>, 3>;
  /// A visual model in colours: its faces without textures, and buffers.
  struct Model {
    std::shared_ptr<const SurfaceMesh> of, mesh;
    Pool vertices;
  };
  std::unordered_map<std::uint64_t, Model> m_models;  ///< by the id of the surface

  MeshSurface m_surface;
  std::shared_ptr<const FieldSnapshot> m_snapshot;
};

}  // namespace sofa::gl
