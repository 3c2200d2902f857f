#pragma once
#include <QString>
#include <vector>

namespace sofa::gui {

/// Something that runs as soon as it is added to a scene (sheet 09 §14.8).
struct Preset {
  QString group;  ///< "Deformable from grid"
  QString name;   ///< "Tetrahedron FEM"
  QString help;
  QString xml;  ///< one node; for Preset::needsMesh, %1 stands for a loader's class and %2 for the file
  bool needsMesh = false;
};

const std::vector<Preset>& presets();

/// The elements to add; for a preset of a mesh, `file` is read. Nothing, with a reason, if no loader reads such files.
QString presetXml(const Preset& preset, const QString& file, QString& problem);
/// Files that presets of a mesh can be made of, for a file dialog.
QString presetFileFilter();

}  // namespace sofa::gui
