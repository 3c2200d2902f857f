// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::io {

/// Reads centers and radii of spheres from a .sph file. The centers are scaled, rotated, then
/// translated; the radii stay as they are.
class SphereLoader : public core::DataEngine {
  template <class T>
  using Data = core::Data<T>;

 public:
  SphereLoader();

  Data<std::string> d_filename{
      this, "filename", "", "name of the file, searched beside the scene and in the data path", {.required = true}};
  Data<std::vector<type::Vec3>> d_positions{
      this, "position", {}, "centers", {.aliases = {"sphere_centers"}, .readOnly = true}};
  Data<std::vector<double>> d_radii{this, "listRadius", {}, "radii", {.readOnly = true}};
  Data<type::Vec3> d_scale{
      this, "scale", type::Vec3::Ones(), "scale of the centers along x, y and z", {.aliases = {"scale3d"}}};
  Data<type::Vec3> d_rotation{this, "rotation", type::Vec3::Zero(),
                              "rotation of the centers about x, then y, then z (degrees)"};
  Data<type::Vec3> d_translation{this, "translation", type::Vec3::Zero(), "translation of the centers"};

  void init() override;
  void reinit() override { updateNow(); }

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  void doUpdate() override;

 private:
  void load();

  core::DataTracker m_options;
  bool m_loaded = false;
  std::vector<type::Vec3> m_centers;  // as read
};

}  // namespace sofa::component::io
