#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QStatusBar>
#include <QToolButton>

#include "Sofa/GUI/Messages/MessagePanel.h"
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
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/GUI/Viewport/ViewPanel.h"
#include "Sofa/GUI/Window/Counted.h"
#include "Sofa/GUI/Window/DockLayout.h"
#include "Sofa/GUI/Window/Icons.h"
#include "Sofa/GUI/Window/MainWindow.h"

namespace sofa::gui {

QDockWidget* MainWindow::addPanel(QWidget* panel, const QString& title, Qt::DockWidgetArea area, bool shown) {
  if (panel->objectName().isEmpty()) panel->setObjectName(title);
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(panel->objectName() + "Dock");
  dock->setWidget(panel);
  panel->setMinimumSize(180, 90);  // instead of what its contents ask for: the view comes first
  // Panels of one side lie on each other, but for the first.
  QDockWidget* below = nullptr;
  for (auto* other : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
    if (other != dock && dockWidgetArea(other) == area) below = other;
  addDockWidget(area, dock);
  if (below) tabifyDockWidget(below, dock);
  dock->setVisible(shown);
  m_docks->add(*dock);
  m_windowsMenu->insertAction(m_windowsMenu->findChild<QAction*>("endOfPanels"), dock->toggleViewAction());
  return dock;
}

void MainWindow::buildPanels() {
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  buildGraphPanels();
  buildMessagePanel();
  buildAnalysisPanels();
  buildPropertyPanels();
  buildRecorderPanel();
  auto* view = new ViewPanel(m_session, *m_viewport);
  auto* viewDock = addPanel(view, "View", Qt::RightDockWidgetArea, false);
  connect(m_actions.at("cutting"), &QAction::triggered, viewDock, [viewDock] { viewDock->show(), viewDock->raise(); });
  auto* mouse = new MousePanel(m_mouse);
  mouse->setObjectName("mousePanel");
  addPanel(mouse, "Mouse", Qt::RightDockWidgetArea, false);
  for (const char* name : {"sceneGraphPanelDock", "propertyPanelDock", "messagePanelDock"})
    if (auto* dock = findChild<QDockWidget*>(name)) dock->raise();
}

void MainWindow::buildGraphPanels() {
  auto* graph = new SceneGraphPanel(m_session, m_selection, m_edits);
  graph->setObjectName("sceneGraphPanel");
  addPanel(graph, "Scene graph", Qt::LeftDockWidgetArea);
  auto* palette = new PalettePanel(m_session, m_selection, m_edits);
  palette->setObjectName("palettePanel");
  auto* paletteDock = addPanel(palette, "Components", Qt::LeftDockWidgetArea);
  connect(graph, &SceneGraphPanel::paletteRequested, this, [=](const ObjectHandle& node) {
    palette->setTarget(node);
    paletteDock->show();
    paletteDock->raise();
  });
  connect(palette, &PalettePanel::presetAdded, m_viewport, &Viewport::showToo);
  connect(graph, &SceneGraphPanel::focusRequested, m_viewport, &Viewport::viewObject);
  connect(graph, &SceneGraphPanel::notice, this,
          [this](const QString& text, bool isProblem) { statusBar()->showMessage(text, isProblem ? 8000 : 3000); });
}

void MainWindow::buildPropertyPanels() {
  auto* sheet = new PropertyPanel(m_session, m_selection);
  sheet->setObjectName("propertyPanel");
  sheet->setEdits(&m_edits);
  addPanel(sheet, "Properties", Qt::RightDockWidgetArea);
  connect(sheet, &PropertyPanel::plotRequested, this, [this](const ObjectHandle& object, const QString& data) {
    m_plots->addData(object, data);
    if (auto* dock = findChild<QDockWidget*>("plotPanelDock")) dock->show(), dock->raise();
  });
  auto* flags = new DisplayFlagsPanel(m_session, m_selection);
  flags->setObjectName("displayFlagsPanel");
  flags->setEdits(&m_edits);
  addPanel(flags, "Display", Qt::RightDockWidgetArea);
  auto* colors = new ColorByPanel(m_session, m_selection, m_colorBy);
  colors->setObjectName("colorByPanel");
  auto* colorsDock = addPanel(colors, "Colours", Qt::RightDockWidgetArea);
  connect(sheet, &PropertyPanel::colorByRequested, this, [=, this](const ObjectHandle& object, const QString& data) {
    m_colorBy.setField(gl::Field{object.path.toStdString(), data.toStdString(), {}});
    colorsDock->show();
    colorsDock->raise();
  });
}

void MainWindow::buildMessagePanel() {
  auto* messages = new MessagePanel(m_session, m_selection);
  messages->setObjectName("messagePanel");
  auto* dock = addPanel(messages, "Messages", Qt::BottomDockWidgetArea);
  const auto showMessages = [dock] {
    dock->show();
    dock->raise();
  };
  connect(
      messages, &MessagePanel::loadProblems, this,
      [this](int errors, int warnings, const QStringList& lines) {
        if (!m_hasScene) return;  // what could not be loaded at all is told elsewhere
        const QString counts = problemCounts(errors, warnings) + " while loading";
        if (errors > 0)
          m_problem->tell(counts, lines);
        else
          statusBar()->showMessage(counts + ": see the messages", 8000);
      },
      Qt::QueuedConnection);  // after the window knows of the scene
  m_errorMark->setAutoRaise(true);
  connect(messages, &MessagePanel::errorArrived, this, [this](const QString& line) {
    m_errorMark->setText(QString::fromUtf8("\u26a0 Error"));
    m_errorMark->setToolTip(line);
    m_errorMark->show();
  });
  connect(m_errorMark, &QToolButton::clicked, this, [this, showMessages] {
    m_errorMark->hide();
    showMessages();
  });
}

void MainWindow::buildAnalysisPanels() {
  m_plots = new PlotPanel(m_session, m_selection);
  m_plots->setObjectName("plotPanel");
  addPanel(m_plots, "Plots", Qt::BottomDockWidgetArea);
  auto* profiler = new ProfilerPanel(m_session, m_selection);
  profiler->setObjectName("profilerPanel");
  addPanel(profiler, "Profiler", Qt::BottomDockWidgetArea);
  auto* timeline = new TimelinePanel(m_session, m_selection);
  timeline->setObjectName("timelinePanel");
  addPanel(timeline, "Time line", Qt::BottomDockWidgetArea);
  connect(timeline, &TimelinePanel::showFrame, m_viewport, &Viewport::showFrame);
}

void MainWindow::buildRecorderPanel() {
  auto* recorder = new RecorderPanel(m_session, m_selection);
  recorder->setObjectName("recorderPanel");
  auto* dock = addPanel(recorder, "Recording", Qt::RightDockWidgetArea, false);
  recorder->setRenderer([this](const gl::Frame& frame, int width, int height) {
    QString reason;
    auto image = m_viewport->picture(frame, width, height, reason);
    if (!reason.isEmpty()) tellResult({}, reason);
    return image;
  });
  const auto offerSize = [this, recorder] {
    const auto& camera = m_viewport->camera();
    recorder->setViewSize(static_cast<int>(camera.width), static_cast<int>(camera.height));
  };
  connect(m_viewport, &QOpenGLWidget::resized, this, offerSize);
  connect(m_actions.at("record"), &QAction::triggered, recorder, &RecorderPanel::setRecording);
  connect(recorder, &RecorderPanel::recordingChanged, m_actions.at("record"), &QAction::setChecked);
  connect(recorder, &RecorderPanel::recordingChanged, dock, [dock](bool records) {
    if (records) dock->show(), dock->raise();
  });
  connect(m_actions.at("exportObj"), &QAction::triggered, recorder, [this, recorder] {
    recorder->exportObj();
    statusBar()->showMessage(recorder->statusText(), 5000);
  });
  connect(m_actions.at("objSequence"), &QAction::triggered, recorder, &RecorderPanel::setObjSequence);
}

}  // namespace sofa::gui
