// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QIcon>

namespace sofa::gui {

enum class Symbol {
  open,
  reload,
  save,
  play,
  pause,
  step,
  reset,
  camera,
  viewAll,
  axes,
  grid,
  box,
  perspective,
  record,
  undo,
  redo,
  settings,
  help,
  compare,
  fullScreen
};

/// A symbol drawn in the colour of the palette's texts, at whatever size and density of pixels it is asked for.
QIcon icon(Symbol symbol);

}  // namespace sofa::gui
