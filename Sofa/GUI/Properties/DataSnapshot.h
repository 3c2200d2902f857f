// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

#include "Sofa/GUI/Session/Selection.h"

namespace sofa::core {
class Base;
class BaseData;
class BaseLink;
class Node;
class TypeInfo;
}  // namespace sofa::core

namespace sofa::gui {

/// Which editor suits a Data.
enum class EditorKind {
  boolean,
  integer,
  real,
  ratio,  ///< Poisson's ratio: 0 to 0.5
  text,
  file,
  vector,  ///< a fixed number of scalars
  color,
  option,
  flags,
  material,
  list,  ///< any number of elements of a fixed number of scalars
  other  ///< edited as text
};

/// The scalars of a Data at a glance.
struct ScalarSummary {
  std::size_t count = 0;
  double min = 0, max = 0, norm = 0;  ///< over the finite ones; norm: square root of the sum of squares
  std::size_t notFinite = 0;
};

/// A Data as plain values, read in the simulation's thread.
struct DataSnapshot {
  QString name, help, group, typeName;
  QString unit;          ///< from the parentheses at the end of the help: "Pa"; empty if there is none
  QString ownerClass;    ///< class of the component
  QString text;          ///< exact; of large values only the beginning, see `complete`
  bool complete = true;  ///< `text` is the whole value
  QString defaultText;
  QString initialText;  ///< what it was after loading, if that was recorded
  bool isSet = false, readOnly = false, required = false;
  bool differs = false;  ///< from the default
  bool changedSinceLoad = false;
  bool withoutEffect = false;  ///< kept for scenes that set it
  QString linkPath;            ///< of the Data it follows, as "@path.data"; empty if none
  ObjectHandle linkOwner;      ///< and its component
  EditorKind editor = EditorKind::other;
  bool isInteger = false;       ///< scalars are whole numbers
  int elementSize = 1;          ///< scalars per element (or of the value)
  int matrixColumns = 0;        ///< of matrices; 0 for others
  std::size_t elements = 0;     ///< of a list
  std::vector<double> scalars;  ///< of values with few of them
  QStringList options;          ///< labels of an option list
  int counter = 0;              ///< changes with the value
};

struct LinkSnapshot {
  QString name, help, typeName;
  bool multiple = false, given = false;
  QString text;  ///< as written, or the path found by default
  std::vector<ObjectHandle> targets;
};

/// Energies of what a node holds, itself and below.
struct EnergySnapshot {
  double time = 0;
  double kinetic = 0, potential = 0;      ///< J
  double linearMomentum[3] = {0, 0, 0};   ///< kg m/s
  double angularMomentum[3] = {0, 0, 0};  ///< about the origin (kg m^2/s)
  QStringList uncounted;                  ///< paths of force fields that have no potential energy
};

/// A node or component as plain values.
struct ObjectSnapshot {
  bool alive = false;  ///< still in the scene
  ObjectHandle handle;
  QString name, className, templateName, path;
  QString module, description, documentation;
  QString file;
  int line = 0;
  bool isNode = false;
  quint32 kinds = 0;  ///< families, as the scene tree colours them
  std::vector<DataSnapshot> data;
  std::vector<LinkSnapshot> links;
};

// The following run in the simulation's thread.

ObjectHandle makeHandle(core::Base& object);
/// The object if it is (still) in the scene of `root`; else null.
std::shared_ptr<core::Base> findLive(const ObjectHandle& handle, core::Node& root);

class DataBaseline;
/// `baseline` (may be null) tells what changed since the scene was loaded.
DataSnapshot snapshotData(const core::BaseData& data, const DataBaseline* baseline = nullptr);
std::vector<LinkSnapshot> snapshotLinks(const core::Base& object);
/// Everything; not alive if the object is gone.
ObjectSnapshot snapshotObject(const ObjectHandle& handle, core::Node& root, const DataBaseline* baseline = nullptr);
ScalarSummary summarize(const core::BaseData& data);
EnergySnapshot snapshotEnergy(core::Base& node);
/// The momenta alone.
EnergySnapshot snapshotMomentum(core::Base& node);

/// Unit in parentheses at the end of a help text: "Young's modulus (Pa)" -> "Pa".
QString unitOf(const QString& help);
/// Unit of a Data: that at the end of its help, else what its name implies in SI units; empty if neither tells.
QString unitOf(const QString& name, const QString& help);
/// Whether a help text says that the Data has no effect.
bool saysWithoutEffect(const QString& help);
/// Names of the scalars of an element: x y z for points, then qx.. for frames; numbers for others.
QStringList scalarNames(const QString& typeName, int elementSize);

}  // namespace sofa::gui
