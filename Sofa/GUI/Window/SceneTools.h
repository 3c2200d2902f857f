// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GUI/Session/OwnedSession.h"
#include "Sofa/GUI/Session/SceneEdits.h"
#include "Sofa/GUI/Session/Selection.h"
#include "Sofa/GUI/Viewport/ColorBy.h"
#include "Sofa/GUI/Viewport/MeasureTool.h"
#include "Sofa/GUI/Viewport/MouseOperations.h"

namespace sofa::gui {

/// The scene of a window, with what selects, changes, pulls, measures and colours it. Panels and views that use it go
/// first.
struct SceneTools {
  OwnedSession owned;
  Session& session{*owned};
  Selection selection;
  SceneEdits edits{session};
  MouseOperations mouse{session, selection};
  MeasureTool measure{mouse};
  ColorBy colorBy{session};
};

}  // namespace sofa::gui
