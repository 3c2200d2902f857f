// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "Sofa/Simulation/Run/BatchRun.h"

/// Ways of running a scene: "batch" is always there; libraries add others when they are loaded.
namespace sofa::simulation {

/// What the command line asks of a front end.
struct FrontEndOptions {
  BatchOptions batch;
  bool startAnimated = false;  ///< -a
  bool watchFile = false;      ///< -i: load the scene again when its file changes
  bool temporary = false;      ///< --tmp: the scene does not join the recent files
  bool fullScreen = false;
  int samples = 4;  ///< --msaa: samples per pixel, 0 or 1 for none
  int width = 800, height = 600;
  bool sizeGiven = false;
  std::string compareWith;  ///< --compare: a second scene beside the first
  /// Asked several times a second by a window, in its thread; false closes it. May be empty.
  std::function<bool()> goesOn;

  // offscreen
  long screenshotEvery = 0;  ///< steps between pictures; 0: only the last step's
  std::string outFolder = ".";
  std::string viewFile;  ///< --view: a saved view, in place of SCENE.view

  int argumentCount = 0;  ///< as main() got them, for tool kits that read their own
  char** arguments = nullptr;
};

using FrontEnd = std::function<ExitStatus(const FrontEndOptions&)>;
/// Why a front end cannot run here and now, with what would help; empty if it can.
using FrontEndCheck = std::function<std::string()>;

/// Adds a front end; static objects of the library that brings it call this.
bool registerFrontEnd(std::string name, FrontEnd frontEnd, FrontEndCheck check = {});
/// What the check of a front end says.
std::string frontEndProblem(const std::string& name);
/// Null if there is none of that name.
const FrontEnd* findFrontEnd(const std::string& name);
std::vector<std::string> frontEndNames();

/// A window that shows a scene, as scripts reach it. Functions may be called in any thread, and do not wait.
class Viewer {
 public:
  virtual ~Viewer() = default;
  /// Of the view, in pixels.
  virtual void setSize(int width, int height) = 0;
  virtual void setFullScreen(bool full) = 0;
  /// In the middle of the screen.
  virtual void center() = 0;
  virtual void close() = 0;
};
/// The window that is open. It is told when it opens (the viewer) and when it goes (null).
void setViewer(Viewer* viewer);
/// Calls `job` with the window that is open, which stays that long. False if there is none.
bool withViewer(const std::function<void(Viewer&)>& job);

/// Reads a scene, applies assignments ("/path/component.data", value), checks and initialises it. Null after an error
/// message if there is no scene or an assignment fails. What front ends share.
std::shared_ptr<Node> openScene(const BatchOptions& options);

}  // namespace sofa::simulation
