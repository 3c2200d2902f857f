// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "Sofa/Component/Setting/ViewerSetting.h"
#include "Sofa/GL/Capture/FrameCapture.h"
#include "Sofa/GL/Capture/SavedView.h"
#include "Sofa/GL/Capture/SceneBox.h"
#include "Sofa/GL/Capture/SceneSight.h"
#include "Sofa/GL/Device/OffscreenContext.h"
#include "Sofa/GL/Picture/Renderer.h"
#include "Sofa/Helper/Console.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Helper/Results.h"
#include "Sofa/Simulation/Run/FrontEnd.h"
#include "Sofa/Simulation/Simulation.h"

/// The front end "offscreen": a batch run that leaves pictures, without a display.
namespace sofa::gl {
namespace {

namespace fs = std::filesystem;
using helper::Severity;
using simulation::FrontEndOptions;
using simulation::Node;

void report(Severity severity, std::string text) { helper::send(severity, "runSofa", std::move(text)); }

/// Takes a picture of the scene every so many steps, and of the last.
class Pictures : public simulation::BatchObserver {
 public:
  explicit Pictures(const FrontEndOptions& options) : m_options(options) {}

  /// Before anything is loaded: whether pictures can be drawn and written at all.
  bool prepare() {
    std::error_code error;
    fs::create_directories(m_options.outFolder, error);
    if (error || !fs::is_directory(m_options.outFolder)) {
      report(Severity::Error, fmt::format("--out {}: the folder cannot be made: {}.", m_options.outFolder,
                                          error ? error.message() : "there is a file of that name"));
      return false;
    }
    return guarded([&] {
      m_context = std::make_unique<OffscreenContext>();
      m_renderer = std::make_unique<Renderer>();
      return true;
    });
  }

  bool start(Node& root, long step) override {
    const auto frame = capture(root, step);
    m_view.samples = m_options.samples;
    m_view.camera = frame->camera;
    setSize(root);
    if (frame->framesScene && !frame->box.empty())
      m_view.camera.setThreeQuarterView(roomOf(frame->box), frame->gravity);
    if (!readSavedView(frame->box)) return false;
    m_cameraVersion = frame->cameraVersion;
    return m_options.screenshotEvery <= 0 || takePicture(root, step);
  }

  bool afterStep(Node& root, long step) override {
    return m_options.screenshotEvery <= 0 || step % m_options.screenshotEvery != 0 || takePicture(root, step);
  }

  bool finish(Node& root, long step) override {
    if (step != m_lastStep && m_good) takePicture(root, step);
    if (m_count == 1)
      helper::print("Picture: {}\n", m_lastFile);
    else if (m_count > 1)
      helper::print("Pictures: {} to {} ({})\n", m_firstFile, m_lastFile, m_count);
    m_renderer.reset();
    m_context.reset();
    return m_good;
  }

 private:
  template <class F>
  bool guarded(F f) {
    try {
      return f();
    } catch (const GlError& problem) {
      report(Severity::Error, problem.what());
    } catch (const std::bad_alloc&) {
      report(Severity::Error, fmt::format("There is not enough memory for a picture of {} x {} pixels.",
                                          m_view.camera.width, m_view.camera.height));
    }
    return m_good = false;
  }

  std::shared_ptr<const Frame> capture(Node& root, long step) {
    simulation::updateVisual(root);
    simulation::updateBoundingBoxes(root);
    return m_capture.take(root, step);
  }

  /// The command line's, else the scene's.
  void setSize(Node& root) {
    int width = m_options.width, height = m_options.height;
    if (const auto* setting = root.down<component::setting::ViewerSetting>()) {
      const auto& resolution = setting->d_resolution.value();
      if (!m_options.sizeGiven && resolution[0] > 0 && resolution[1] > 0) width = resolution[0], height = resolution[1];
      if (setting->d_cameraMode.value().is("Orthographic")) m_view.camera.orthographic = true;
    }
    m_view.camera.width = static_cast<unsigned>(width);
    m_view.camera.height = static_cast<unsigned>(height);
  }

  /// A view that was asked for must be there; the one beside the scene may be, and is used if it sees the scene.
  bool readSavedView(const type::BoundingBox& scene) {
    const bool asked = !m_options.viewFile.empty();
    const std::string file = asked ? m_options.viewFile : savedViewFile(m_options.batch.scene);
    std::string reason;
    if (!asked && !fs::exists(file)) return true;
    auto camera = m_view.camera;
    if (readView(file, camera, reason)) {
      if (asked || seesScene(camera, scene))
        m_view.camera = camera;
      else
        report(Severity::Warning, fmt::format("The view {} sees nothing of the scene; it is not used.", file));
      return true;
    }
    report(asked ? Severity::Error : Severity::Warning, fmt::format("The view {} cannot be used: {}.", file, reason));
    return !asked;
  }

  bool takePicture(Node& root, long step) {
    const auto frame = capture(root, step);
    if (frame->cameraVersion != m_cameraVersion) {  // a RecordedCamera, for example
      m_cameraVersion = frame->cameraVersion;
      const unsigned width = m_view.camera.width, height = m_view.camera.height;
      m_view.camera = frame->camera;
      m_view.camera.width = width, m_view.camera.height = height;
    }
    if (frame->nothingDrawn && !std::exchange(m_toldOfNothing, true))
      report(Severity::Warning,
             fmt::format("Nothing of the scene is drawn at step {}: it has no visual model with faces and nothing that "
                         "draws itself, or its displayFlags hide it.",
                         step));
    return guarded([&] {
      const Image image = m_renderer->drawImage(*frame, m_view);
      const std::string name = fmt::format("{}_{:06}.png", fs::path(m_options.batch.scene).stem().string(), step);
      const std::string file = (fs::path(m_options.outFolder) / name).string();
      std::string reason;
      if (!m_results.mayWrite(file)) return m_good = false;
      if (!writePng(file, image, reason)) {
        report(Severity::Error, fmt::format("The picture {} cannot be written: {}.", file, reason));
        return m_good = false;
      }
      if (m_count++ == 0) m_firstFile = file;
      m_lastFile = file;
      m_lastStep = step;
      return true;
    });
  }

  const FrontEndOptions& m_options;
  std::unique_ptr<OffscreenContext> m_context;  // outlives the renderer
  std::unique_ptr<Renderer> m_renderer;
  FrameCapture m_capture;
  helper::ResultFiles m_results{report, helper::NamedBy::user};
  View m_view;
  std::uint64_t m_cameraVersion = 0;
  std::string m_firstFile, m_lastFile;
  long m_lastStep = -1, m_count = 0;
  bool m_good = true, m_toldOfNothing = false;
};

simulation::ExitStatus run(const FrontEndOptions& options) {
  Pictures pictures(options);
  if (!options.batch.checkOnly && !pictures.prepare()) return simulation::ExitStatus::badInput;
  return simulation::runBatch(options.batch, &pictures);
}

const auto registered = simulation::registerFrontEnd("offscreen", run);

}  // namespace
}  // namespace sofa::gl
