#include "Sofa/Simulation/SeriesExport.h"

#include <algorithm>
#include <filesystem>

#include "Sofa/Helper/Mesh/MeshWriter.h"

namespace sofa::simulation {
namespace {

std::string fileName(std::string path) {
  std::replace_if(
      path.begin(), path.end(), [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '_'; }, '_');
  return path.starts_with('_') ? path.substr(1) : path;
}

helper::mesh::FieldView velocityField(const core::BaseState& state) {
  helper::mesh::FieldView field;
  field.name = "velocity";
  const auto v = state.flat(core::vec::velocity);
  const auto width = static_cast<std::size_t>(state.derivSize());
  const std::size_t linear = state.dataTypesName().starts_with("Rigid2") ? 2 : std::min<std::size_t>(3, width);
  field.components = 3;
  for (std::size_t i = 0; i + width <= v.size(); i += width)
    for (std::size_t k = 0; k < 3; ++k) field.values.push_back(k < linear ? v[i + k] : 0.0);
  return field;
}

}  // namespace

bool SeriesExport::attach(Node& root, const std::string& folder, long every) {
  m_folder = folder;
  m_every = std::max(1L, every);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder)) {
    helper::send(helper::Severity::Error, "runSofa",
                 fmt::format("--export {}: the folder cannot be made: {}", folder, error.message()));
    return false;
  }
  for (Node* node : root.order()) {
    const auto* state = core::localMechanicalState(*node);
    if (!state) continue;
    const auto* topology = core::meshTopology(*node);
    std::string name = fileName(state->path());
    while (std::any_of(m_series.begin(), m_series.end(), [&](const Series& s) { return s.name == name; })) name += '_';
    if (topology && topology->nbPoints() != state->size()) topology = nullptr;
    m_series.push_back({state, topology, std::move(name), state->weak_from_this(),
                        topology ? topology->weak_from_this() : std::weak_ptr<const core::Base>()});
  }
  return true;
}

bool SeriesExport::writeFrame(const Series& series, long step) {
  if (series.stateAlive.expired()) return true;
  std::vector<type::Vec3> points(series.state->size());
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = series.state->pointPosition(i);
  helper::mesh::MeshView view;
  view.points = points;
  if (const auto* mesh = series.topologyAlive.expired() ? nullptr : series.topology) {
    // Only the cells of the highest dimension: the others are their faces.
    view.tetrahedra = mesh->tetrahedra();
    view.hexahedra = mesh->hexahedra();
    if (view.tetrahedra.empty() && view.hexahedra.empty()) {
      view.triangles = mesh->triangles();
      view.quads = mesh->quads();
    }
    if (view.cellCount() == 0) view.edges = mesh->edges();
  }
  view.pointFields.push_back(velocityField(*series.state));
  constexpr int digits = 9;
  return m_results.write(fmt::format("{}/{}_{:06}.vtu", m_folder, series.name, step),
                         helper::mesh::vtuText(view, digits));
}

bool SeriesExport::writeIndex() {
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
      "byte_order=\"LittleEndian\">\n<Collection>\n";
  for (const Frame& frame : m_frames)
    for (std::size_t i = 0; i < m_series.size(); ++i)
      text += fmt::format("<DataSet timestep=\"{}\" part=\"{}\" name=\"{}\" file=\"{}_{:06}.vtu\"/>\n", frame.time, i,
                          m_series[i].name, m_series[i].name, frame.step);
  return m_results.write(m_folder + "/series.pvd", text + "</Collection>\n</VTKFile>\n");
}

void SeriesExport::afterStep(long step, double time) {
  if (m_every == 0 || step % m_every != 0 || m_failed) return;
  m_frames.push_back({step, time});
  bool good = std::all_of(m_series.begin(), m_series.end(), [&](const Series& s) { return writeFrame(s, step); });
  good = good && writeIndex();
  if (good) return;
  m_failed = true;
  helper::send(helper::Severity::Error, "runSofa",
               fmt::format("--export {}: the export stops, the files before are complete.", m_folder));
}

}  // namespace sofa::simulation
