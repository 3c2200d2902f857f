// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GUI/Session/Selection.h"
#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {

/// What the interface knows of an object. In the simulation's thread.
ObjectHandle handleOf(core::Base& object);

/// Selects the node or component of that path once the simulation's thread found it; nothing happens if it is gone.
void selectByPath(Session& session, Selection& selection, const QString& path);

/// Opens a file at a line (0: anywhere): with the command of the setting "editor/command", in which %f is the file and
/// %l the line; else with the first editor found that can go to a line; else with what the desktop opens such files
/// with. False, with a reason that names the remedy, if nothing does.
bool openInEditor(const QString& file, int line, QString& reason);

}  // namespace sofa::gui
