// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <filesystem>

#include "Sofa/Component/IO/Exporter.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {
namespace {

template <class T>
void appendBytes(std::string& bytes, T value) {
  static_assert(std::endian::native == std::endian::little);
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void appendBytes(std::string& bytes, const type::Vec3& v) {
  for (const double x : v) appendBytes(bytes, static_cast<float>(x));
}

/// Writes the points of the node's state as a point cache (.bphys) of Blender: a header, then of each point, the last
/// one first, the position and velocity, of hair the place at rest too.
template <class DataTypes>
class BlenderExporter final : public Exporter {
  template <class T>
  using Data = core::Data<T>;
  static constexpr int hair = 3;

 public:
  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "mstate", why);
  }

  Data<std::string> d_path{this, "path", "", "folder of the files, if filename is not given"};
  Data<std::string> d_baseName{this, "baseName", "", "begin of the names of the files, if filename is not given"};
  Data<int> d_simulationType{this, "simulationType", 0,
                             "what the points are: 0 soft body, 1 particles, 2 cloth, 3 hair"};

  void init() override {
    Exporter::init();
    m_state = dynamic_cast<core::State<DataTypes>*>(core::mechanicalState(*context()));
    setInvalid();
    if (!m_state) return error("There are no points to write: add a MechanicalObject of this template to the node.");
    if (d_simulationType.value() < 0 || d_simulationType.value() > hair)
      return error("simulationType is {}; it should be 0 (soft body), 1 (particles), 2 (cloth) or 3 (hair).",
                   d_simulationType.value());
    setValid();
  }

  bool write() override {
    if (!m_state) return false;
    std::string name = baseName();
    if (d_filename.value().empty() && !(d_path.value().empty() && d_baseName.value().empty()))
      name =
          (std::filesystem::path(d_path.value()) / (d_baseName.value().empty() ? name : d_baseName.value())).string();
    if (isPeriodic()) name += fmt::format("{:05}", fileNumber());
    return writeFile(name + "_00.bphys", bytes());
  }

 private:
  std::string bytes() const {
    const bool isHair = d_simulationType.value() == hair;
    const auto& x = m_state->positions();
    const auto& v = m_state->velocities();
    const auto& rest = m_state->restPositions();
    std::string bytes = "BPHYSICS";
    appendBytes(bytes, static_cast<std::uint32_t>(d_simulationType.value()));
    appendBytes(bytes, static_cast<std::uint32_t>(x.size()));
    appendBytes(bytes, std::uint32_t{isHair ? 22U : 6U});  // bits: position, velocity, rest
    for (std::size_t i = x.size(); i-- > 0;) {
      appendBytes(bytes, DataTypes::position(x[i]));
      appendBytes(bytes, i < v.size() ? type::Vec3(v[i].template head<3>()) : type::Vec3::Zero());
      if (isHair) appendBytes(bytes, DataTypes::position(i < rest.size() ? rest[i] : x[i]));
    }
    return bytes;
  }
  core::Found<core::State<DataTypes>> m_state;
};

const auto registeredBlender =
    core::Register("BlenderExporter", "Sofa.Component.IO.Mesh", "writes points as a point cache of Blender")
        .ignores("step", "it has no effect")
        .ignores("nbPtsByHair", "points are written one by one, whichever hair they are of")
        .add<BlenderExporter<type::Vec3Types>>(true)
        .add<BlenderExporter<type::Rigid3Types>>();

}  // namespace
}  // namespace sofa::component::io
