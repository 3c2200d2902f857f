// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/ConvergencePanel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "Sofa/GUI/Messages/MessageTarget.h"

namespace sofa::gui {
namespace {

constexpr int convergenceInterval = 200;
constexpr const char* unknown = "–";

QTableWidgetItem* cell(const QString& text) {
  auto* item = new QTableWidgetItem(text);
  item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  return item;
}

QString countText(int count) { return count < 0 ? QString(unknown) : QString::number(count); }
QString errorText(double error) { return error < 0 ? QString(unknown) : QString::number(error, 'g', 3); }

QString outcome(const ConstraintSolve& solve) {
  if (solve.rows == 0) return "nothing to solve";
  if (solve.error < 0 || solve.tolerance < 0) return unknown;
  return solve.error <= solve.tolerance ? "converged" : "not converged";
}

}  // namespace

ConvergencePanel::ConvergencePanel(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent), m_session(session), m_selection(selection) {
  setObjectName("ConvergencePanel");
  build();
  m_timer.setSingleShot(true);
  m_timer.setInterval(convergenceInterval);
  connect(&m_timer, &QTimer::timeout, this, &ConvergencePanel::flush);
  m_recorder = std::make_unique<ConvergenceRecorder>(m_session, [this] {
    QMetaObject::invokeMethod(
        this,
        [this] {
          if (!m_timer.isActive()) m_timer.start();
        },
        Qt::QueuedConnection);
  });
  connect(&m_session, &Session::loading, this, &ConvergencePanel::clear);
  connect(&m_session, &Session::wasReset, this, &ConvergencePanel::clear);
}

ConvergencePanel::~ConvergencePanel() { m_recorder.reset(); }

void ConvergencePanel::build() {
  m_iterations = new QCheckBox("Record iterations");
  m_iterations->setObjectName("convergenceIterations");
  m_iterations->setChecked(true);
  m_iterations->setToolTip("Has solvers keep the error of each iteration (computeGraphs), which takes time and memory");
  connect(m_iterations, &QCheckBox::toggled, this, &ConvergencePanel::updateRecording);
  m_summary = new QLabel;
  m_summary->setObjectName("convergenceSummary");
  auto* last = new QToolButton;
  last->setObjectName("convergenceFollow");
  last->setText("Last step");
  last->setAutoRaise(true);
  last->setToolTip("Follow the last step instead of the one that was clicked");
  connect(last, &QToolButton::clicked, this, [this] { selectStep(0); });
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(4, 2, 4, 2);
  bar->addWidget(m_summary, 1);
  bar->addWidget(last);
  bar->addWidget(m_iterations);

  m_table = new QTableWidget(0, 6);
  m_table->setObjectName("convergenceTable");
  m_table->setHorizontalHeaderLabels({"Solver", "Rows", "Iterations", "Error", "Tolerance", "Result"});
  m_table->verticalHeader()->hide();
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  connect(m_table, &QTableWidget::cellClicked, this,
          [this](int row, int) { selectByPath(m_session, m_selection, m_table->item(row, 0)->text()); });

  m_errors = new Chart;
  m_errors->setObjectName("convergenceErrors");
  m_errors->setAxisNames("iteration", "error");
  m_errors->setLogarithmic(false, true);
  m_errors->setEmptyText("No iterations were recorded in this step.");
  m_steps = new Chart;
  m_steps->setObjectName("convergenceSteps");
  m_steps->setAxisNames("step", "");
  m_steps->setMarkerEnabled(true);
  m_steps->setEmptyText("Contacts and constraints come with the next step.");
  connect(m_steps, &Chart::markerMoved, this, [this](double step) { selectStep(std::lround(step)); });

  auto* charts = new QSplitter(Qt::Horizontal);
  charts->addWidget(m_steps);
  charts->addWidget(m_errors);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->addWidget(m_table);
  parts->addWidget(charts);
  parts->setSizes({80, 220});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addLayout(bar);
  layout->addWidget(parts, 1);
}

// --- Recording -------------------------------------------------------------------------------------------------------

void ConvergencePanel::showEvent(QShowEvent*) { updateRecording(); }
void ConvergencePanel::hideEvent(QHideEvent*) { updateRecording(); }

void ConvergencePanel::setSeen(bool seen) {
  m_seen = seen;
  updateRecording();
}

void ConvergencePanel::updateRecording() { m_recorder->setEnabled(isVisible() && m_seen, m_iterations->isChecked()); }

void ConvergencePanel::clear() {
  m_recorder->take();
  m_samples.clear();
  m_selectedStep = 0;
  refresh();
}

void ConvergencePanel::flush() {
  auto samples = m_recorder->take();
  if (samples.empty()) return;
  for (auto& sample : samples) {
    while (!m_samples.empty() && m_samples.back().step >= sample.step) m_samples.pop_back();  // went back in time
    m_samples.push_back(std::move(sample));
  }
  while (m_samples.size() > history) m_samples.pop_front();
  refresh();
}

// --- What is shown ---------------------------------------------------------------------------------------------------

void ConvergencePanel::selectStep(long step) {
  m_selectedStep = step;
  refresh();
}

const ConstraintSample* ConvergencePanel::shown() const {
  for (const auto& sample : m_samples)
    if (sample.step == m_selectedStep) return &sample;
  return m_samples.empty() ? nullptr : &m_samples.back();
}

void ConvergencePanel::refresh() {
  const auto* sample = shown();
  m_steps->setMarker(m_selectedStep > 0 ? std::optional(static_cast<double>(m_selectedStep)) : std::nullopt);
  drawSteps();
  const ConstraintSample nothing;
  fillTable(sample ? *sample : nothing);
  drawErrors(sample ? *sample : nothing);
  if (!sample) return m_summary->clear();
  QString text = QString("Step %1: %2 contacts").arg(sample->step).arg(sample->contacts);
  if (sample->solves.empty()) text += ", no solver of constraints in this scene";
  m_summary->setText(text);
}

void ConvergencePanel::fillTable(const ConstraintSample& sample) {
  m_table->setRowCount(static_cast<int>(sample.solves.size()));
  for (int row = 0; row < m_table->rowCount(); ++row) {
    const auto& solve = sample.solves[static_cast<std::size_t>(row)];
    m_table->setItem(row, 0, new QTableWidgetItem(QString::fromStdString(solve.path)));
    m_table->setItem(row, 1, cell(countText(solve.rows)));
    m_table->setItem(row, 2, cell(countText(solve.iterations)));
    m_table->setItem(row, 3, cell(errorText(solve.error)));
    m_table->setItem(row, 4, cell(errorText(solve.tolerance)));
    m_table->setItem(row, 5, new QTableWidgetItem(outcome(solve)));
  }
}

void ConvergencePanel::drawErrors(const ConstraintSample& sample) {
  std::vector<ChartCurve> curves;
  for (const auto& solve : sample.solves) {
    if (solve.errors.empty()) continue;
    auto& curve = curves.emplace_back();
    curve.name = QString::fromStdString(solve.path);
    curve.colorIndex = static_cast<int>(curves.size()) - 1;
    for (std::size_t i = 0; i < solve.errors.size(); ++i) {
      curve.x.push_back(static_cast<double>(i + 1));
      curve.y.push_back(solve.errors[i]);
    }
    if (solve.tolerance <= 0) continue;
    ChartCurve tolerance;
    tolerance.name = "tolerance";
    tolerance.dashed = true;
    tolerance.colorIndex = curve.colorIndex;
    tolerance.x = {1, static_cast<double>(std::max<std::size_t>(2, solve.errors.size()))};
    tolerance.y = {solve.tolerance, solve.tolerance};
    curves.push_back(std::move(tolerance));
  }
  m_errors->setCurves(std::move(curves));
}

void ConvergencePanel::drawSteps() {
  if (m_samples.empty()) return m_steps->setCurves({});
  std::vector<ChartCurve> curves(3);
  const char* names[] = {"contacts", "rows", "iterations"};
  for (std::size_t c = 0; c < curves.size(); ++c) curves[c].name = names[c];
  for (const auto& sample : m_samples) {
    double rows = 0, iterations = 0;
    for (const auto& solve : sample.solves) {
      rows += std::max(0, solve.rows);
      iterations += std::max(0, solve.iterations);
    }
    for (auto& curve : curves) curve.x.push_back(static_cast<double>(sample.step));
    curves[0].y.push_back(static_cast<double>(sample.contacts));
    curves[1].y.push_back(rows);
    curves[2].y.push_back(iterations);
  }
  m_steps->setCurves(std::move(curves));
}

}  // namespace sofa::gui
