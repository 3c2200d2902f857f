// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/SphereLoader.h"

#include "Sofa/Component/IO/FileSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/Mesh/SphereFile.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("SphereLoader", "Sofa.Component.IO.Mesh", "reads spheres from a .sph file").add<SphereLoader>();
}

SphereLoader::SphereLoader() {
  for (auto* data : std::initializer_list<core::BaseData*>{&d_filename, &d_scale, &d_rotation, &d_translation})
    addInput(data);
  addOutput(&d_positions);
  addOutput(&d_radii);
  m_options.track(d_filename);
}

void SphereLoader::parseExtra(core::ComponentDescription& description) {
  DataEngine::parseExtra(description);
  updateNow();
}

void SphereLoader::init() { updateNow(); }

void SphereLoader::doUpdate() {
  if (!m_loaded || m_options.anyChanged()) load();
  if (d_scale.value().cwiseAbs().minCoeff() == 0) warning("The scale has a component that is zero.");
  const type::Mat3 rotation = type::toMatrix(type::fromEulerDegrees(d_rotation.value()));
  auto& positions = d_positions.edit();
  positions.clear();
  for (const auto& c : m_centers)
    positions.push_back(rotation * d_scale.value().cwiseProduct(c) + d_translation.value());
}

void SphereLoader::load() {
  m_loaded = true;
  m_options.clear();
  m_centers.clear();
  d_radii.set({});
  const auto file = findFile(*this, d_filename.value());
  const auto bytes = file ? readWholeFile(*this, *file) : std::nullopt;
  if (!bytes) return setInvalid();
  try {
    auto spheres = helper::mesh::readSpheres(*bytes);
    m_centers = std::move(spheres.centers);
    d_radii.set(std::move(spheres.radii));
    setValid();
  } catch (const helper::mesh::FormatError& problem) {
    error("Cannot read file '{}': {}", file->string(), problem.what());
    setInvalid();
  }
}

}  // namespace sofa::component::io
