// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/WindowPanels.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>

#include "Sofa/GUI/Console/ConsolePanel.h"
#include "Sofa/GUI/Messages/MessagePanel.h"
#include "Sofa/GUI/Plots/ConvergencePanel.h"
#include "Sofa/GUI/Plots/PlotPanel.h"
#include "Sofa/GUI/Plots/ProfilerPanel.h"
#include "Sofa/GUI/Properties/PropertyPanel.h"
#include "Sofa/GUI/SceneGraph/Palette.h"
#include "Sofa/GUI/SceneGraph/SceneGraphPanel.h"
#include "Sofa/GUI/Timeline/RecorderPanel.h"
#include "Sofa/GUI/Timeline/TimelinePanel.h"
#include "Sofa/GUI/Viewport/ColorByPanel.h"
#include "Sofa/GUI/Viewport/DisplayFlagsPanel.h"
#include "Sofa/GUI/Viewport/MousePanel.h"
#include "Sofa/GUI/Viewport/ViewPanel.h"
#include "Sofa/GUI/Window/Counted.h"
#include "Sofa/GUI/Window/DockLayout.h"
#include "Sofa/GUI/Window/LowerPanels.h"
#include "Sofa/GUI/Window/SceneTools.h"
#include "Sofa/GUI/Window/WindowActions.h"

namespace sofa::gui {

WindowPanels::WindowPanels(QMainWindow& window, const WindowActions& actions, SceneTools& tools, Viewport& viewport)
    : m_window(window),
      m_actions(actions),
      m_tools(tools),
      m_viewport(viewport),
      m_menu(new QMenu(&window)),
      m_layout(std::make_unique<DockLayout>(window)),
      m_lower(std::make_unique<LowerPanels>(window, actions["lowerPanels"])) {
  m_window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  m_window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  buildGraphPanel();
  buildPropertyPanels();  // before there are tabs on the graph, which Qt would add them to
  buildPalette();
  buildMessagePanel();
  buildAnalysisPanels();
  buildRecorderPanel();
  buildViewPanels();
  for (auto* dock : {m_graph, m_properties, m_messages}) dock->raise();
  m_lower->foldAtFirst();
  m_layout->remember();
  connect(&m_actions["resetLayout"], &QAction::triggered, m_layout.get(), &DockLayout::reset);
}

/// Panels let go of the session before it ends.
WindowPanels::~WindowPanels() {
  m_layout.reset();
  m_lower.reset();
  qDeleteAll(m_window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly));
}

void WindowPanels::sizeWhenShown() { m_layout->sizeWhenShown(); }

void WindowPanels::showMessages() { bringUp(m_messages); }

void WindowPanels::showProfiler() { bringUp(m_profiler); }

void WindowPanels::bringUp(QDockWidget* dock) { m_lower->bringUp(*dock); }

QDockWidget* WindowPanels::add(QWidget* panel, const char* name, const QString& title, Place place, bool shown) {
  panel->setObjectName(name);
  panel->setMinimumSize(180, 90);  // instead of what its contents ask for: the view comes first
  auto* dock = new QDockWidget(title, &m_window);
  dock->setObjectName(panel->objectName() + "Dock");
  dock->setWidget(panel);
  auto& last = m_last[static_cast<std::size_t>(place)];
  if (last)
    m_window.tabifyDockWidget(last, dock);
  else if (place == Place::sheet)
    m_window.splitDockWidget(m_graph, dock, Qt::Vertical);
  else
    m_window.addDockWidget(place == Place::lower ? Qt::BottomDockWidgetArea : Qt::LeftDockWidgetArea, dock);
  last = dock;
  dock->setVisible(shown);
  m_layout->add(*dock);
  m_lower->add(*dock);
  m_menu->addAction(dock->toggleViewAction());
  connect(dock->toggleViewAction(), &QAction::triggered, dock, [this, dock](bool open) {
    if (open) bringUp(dock);  // a panel that was asked for is not behind others
  });
  return dock;
}

void WindowPanels::buildGraphPanel() {
  auto* graph = new SceneGraphPanel(m_tools.session, m_tools.selection, m_tools.edits);
  m_graph = add(graph, "sceneGraphPanel", "Scene graph", Place::upper);
  connect(graph, &SceneGraphPanel::focusRequested, &m_viewport, &Viewport::viewObject);
  connect(graph, &SceneGraphPanel::notice, this,
          [this](const QString& text, bool isProblem) { Q_EMIT told(text, isProblem ? 8000 : 3000); });
}

void WindowPanels::buildPalette() {
  auto* palette = new PalettePanel(m_tools.session, m_tools.selection, m_tools.edits);
  auto* dock = add(palette, "palettePanel", "Components", Place::upper);
  const auto* graph = static_cast<SceneGraphPanel*>(m_graph->widget());
  connect(graph, &SceneGraphPanel::paletteRequested, palette, [this, palette, dock](const ObjectHandle& node) {
    palette->setTarget(node);
    bringUp(dock);
  });
  connect(palette, &PalettePanel::presetAdded, &m_viewport, &Viewport::showToo);
}

void WindowPanels::buildMessagePanel() {
  auto* messages = new MessagePanel(m_tools.session, m_tools.selection);
  m_messages = add(messages, "messagePanel", "Messages", Place::lower);
  connect(
      messages, &MessagePanel::loadProblems, this,
      [this](int errors, int warnings, const QStringList& lines) {
        if (!m_tools.session.hasScene()) return;  // what could not be loaded at all is told elsewhere
        const QString counts = problemCounts(errors, warnings) + " while loading";
        if (errors > 0)
          Q_EMIT loadErrors(counts, lines);
        else
          Q_EMIT told(counts + ": see the messages", 8000);
      },
      Qt::QueuedConnection);  // after the window knows of the scene
  connect(messages, &MessagePanel::errorArrived, this, &WindowPanels::errorArrived);
}

void WindowPanels::buildAnalysisPanels() {
  m_plotPanel = new PlotPanel(m_tools.session, m_tools.selection);
  m_plots = add(m_plotPanel, "plotPanel", "Plots", Place::lower);
  const auto addWhichIsTold = [this](auto* panel, const char* name, const QString& title) {
    auto* dock = add(panel, name, title, Place::lower);
    panel->setSeen(false);
    connect(dock, &QDockWidget::visibilityChanged, panel, [panel](bool seen) { panel->setSeen(seen); });
    return dock;
  };
  auto& session = m_tools.session;
  auto& selection = m_tools.selection;
  m_profiler = addWhichIsTold(new ProfilerPanel(session, selection), "profilerPanel", "Profiler");
  addWhichIsTold(new ConvergencePanel(session, selection), "convergencePanel", "Constraints");
  auto* timeline = new TimelinePanel(m_tools.session, m_tools.selection);
  add(timeline, "timelinePanel", "Time line", Place::lower);
  connect(timeline, &TimelinePanel::showFrame, &m_viewport, &Viewport::showFrame);
  addWhichIsTold(new ConsolePanel(session, selection), "consolePanel", "Python");
}

void WindowPanels::buildPropertyPanels() {
  auto* sheet = new PropertyPanel(m_tools.session, m_tools.selection);
  sheet->setEdits(&m_tools.edits);
  m_properties = add(sheet, "propertyPanel", "Properties", Place::sheet);
  connect(sheet, &PropertyPanel::inputEnded, &m_viewport, [this] { m_viewport.setFocus(); });
  connect(sheet, &PropertyPanel::plotRequested, this, [this](const ObjectHandle& object, const QString& data) {
    m_plotPanel->addData(object, data);
    bringUp(m_plots);
  });
  auto* flags = new DisplayFlagsPanel(m_tools.session, m_tools.selection);
  flags->setEdits(&m_tools.edits);
  add(flags, "displayFlagsPanel", "Display", Place::sheet);
  auto* colors = add(new ColorByPanel(m_tools.session, m_tools.selection, m_tools.colorBy), "colorByPanel", "Colours",
                     Place::sheet);
  connect(sheet, &PropertyPanel::colorByRequested, colors,
          [this, colors](const ObjectHandle& object, const QString& data) {
            m_tools.colorBy.setField(gl::Field{object.path.toStdString(), data.toStdString(), {}});
            bringUp(colors);
          });
}

void WindowPanels::buildRecorderPanel() {
  auto* recorder = new RecorderPanel(m_tools.session, m_tools.selection);
  auto* dock = add(recorder, "recorderPanel", "Recording", Place::sheet, false);
  recorder->setRenderer([this](const gl::Frame& frame, int width, int height) {
    QString reason;
    auto image = m_viewport.picture(frame, width, height, reason);
    if (!reason.isEmpty()) Q_EMIT failed(reason);
    return image;
  });
  connect(&m_viewport, &QOpenGLWidget::resized, recorder, [this, recorder] {
    const auto& camera = m_viewport.camera();
    recorder->setViewSize(static_cast<int>(camera.width), static_cast<int>(camera.height));
  });
  auto& record = m_actions["record"];
  connect(&record, &QAction::triggered, recorder, &RecorderPanel::setRecording);
  connect(recorder, &RecorderPanel::recordingChanged, &record, &QAction::setChecked);
  connect(recorder, &RecorderPanel::recordingChanged, dock, [this, dock](bool records) {
    if (records) bringUp(dock);
  });
  connect(&m_actions["exportObj"], &QAction::triggered, recorder, [this, recorder] {
    recorder->exportObj();
    Q_EMIT told(recorder->statusText(), 5000);
  });
  connect(&m_actions["objSequence"], &QAction::triggered, recorder, &RecorderPanel::setObjSequence);
}

void WindowPanels::buildViewPanels() {
  auto* view = add(new ViewPanel(m_tools.session, m_viewport), "viewPanel", "View", Place::sheet, false);
  connect(&m_actions["cutting"], &QAction::triggered, view, [this, view] { bringUp(view); });
  add(new MousePanel(m_tools.mouse), "mousePanel", "Mouse", Place::sheet, false);
}

}  // namespace sofa::gui
