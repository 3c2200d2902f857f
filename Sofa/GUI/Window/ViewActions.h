// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::gui {

class MeasureTool;
class Session;
class Viewport;
class WindowActions;

/// Connects the actions that move the camera and choose what the view shows beside the scene; they show how it is.
void connectViewActions(const WindowActions& actions, Viewport& viewport, MeasureTool& measure);
/// Connects the actions that play, step and reset the scene. Whether problems pause it is remembered between runs.
void connectSimulationActions(const WindowActions& actions, Session& session);

}  // namespace sofa::gui
