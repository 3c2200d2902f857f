// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <QIcon>

#include "Sofa/GUI/SceneGraph/GraphSnapshot.h"

namespace sofa::gui {

/// The colour of a family.
QColor kindColor(Kind kind);
QString kindName(Kind kind);
/// Vertical stripes, one per family; a folder's tab tops those of nodes. `faded` for what is switched off.
QIcon kindIcon(Kinds kinds, bool faded = false);

}  // namespace sofa::gui
