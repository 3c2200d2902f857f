// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <vector>

#include "Sofa/Simulation/Node.h"
#include "Sofa/Type/Values.h"

namespace sofa::gui {

/// Something that runs as soon as it is added to a scene.
struct Preset {
  QString group;  ///< "Deformable from grid"
  QString name;   ///< "Tetrahedron FEM"
  QString help;
  QString xml;  ///< one node; for Preset::needsMesh, %1 stands for a loader's class and %2 for the file
  bool needsMesh = false;
  type::BoundingBox box = {};  ///< where it stands by itself; empty: it has no place, or that of its mesh
};

const std::vector<Preset>& presets();

/// The elements to add; for a preset of a mesh, `file` is read. Nothing, with a reason, if no loader reads such files.
/// `at` moves it from where it stands by itself.
QString presetXml(const Preset& preset, const QString& file, QString& problem,
                  const type::Vec3& at = type::Vec3::Zero());
/// How to move a preset so that it comes beside the selected object (null: beside all that is there) and apart from
/// everything else. In the simulation's thread.
type::Vec3 placeForPreset(const Preset& preset, const QString& file, simulation::Node& root,
                          const core::Base* selected);
/// Files that presets of a mesh can be made of, for a file dialog.
QString presetFileFilter();

}  // namespace sofa::gui
