// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/ProfilerPanel.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "Sofa/GUI/Messages/MessageTarget.h"
#include "Sofa/GUI/Plots/ChartPainting.h"

namespace sofa::gui {
namespace {

constexpr int tableMilliseconds = 200;
constexpr int usualHistory = 500, usualAverage = 10;

QToolButton* makeButton(const QString& name, const QString& text, const QString& help) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  button->setAutoRaise(true);
  return button;
}

QSpinBox* makeSpin(const QString& name, int low, int high, int value, const QString& suffix, const QString& help) {
  auto* spin = new QSpinBox;
  spin->setObjectName(name);
  spin->setRange(low, high);
  spin->setValue(value);
  spin->setSuffix(suffix);
  spin->setToolTip(help);
  spin->setKeyboardTracking(false);
  return spin;
}

/// Sorts by the number behind the text.
class NumberItem : public QTableWidgetItem {
 public:
  NumberItem(double value, const QString& text) : QTableWidgetItem(text) {
    setData(Qt::UserRole, value);
    setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  }
  bool operator<(const QTableWidgetItem& other) const override {
    return data(Qt::UserRole).toDouble() < other.data(Qt::UserRole).toDouble();
  }
};

}  // namespace

ProfilerPanel::ProfilerPanel(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent), m_session(session), m_selection(selection) {
  setObjectName("ProfilerPanel");
  build();
  m_timer.setSingleShot(true);
  m_timer.setInterval(tableMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &ProfilerPanel::flush);
  m_recorder = std::make_unique<ProfilerRecorder>(m_session, [this] {
    QMetaObject::invokeMethod(
        this,
        [this] {
          if (!m_timer.isActive()) m_timer.start();
        },
        Qt::QueuedConnection);
  });
  connect(&m_session, &Session::loading, this, &ProfilerPanel::clear);
  connect(&m_session, &Session::loaded, this, &ProfilerPanel::updateMeasuring);
  connect(&m_session, &Session::wasReset, this, &ProfilerPanel::clear);
  connect(&m_model, &ProfilerModel::plottedChanged, this, &ProfilerPanel::rebuildCurves);
  rebuildCurves();
}

ProfilerPanel::~ProfilerPanel() { m_recorder.reset(); }

// --- The widgets -----------------------------------------------------------------------------------------------------

void ProfilerPanel::build() {
  m_chart = new Chart;
  m_chart->setObjectName("profilerChart");
  m_chart->setAxisNames("step", "ms per step");
  m_chart->setMarkerEnabled(true);
  connect(m_chart, &Chart::markerMoved, this, [this](double step) { selectStep(std::lround(step)); });

  m_tree = new QTreeView;
  m_tree->setObjectName("profilerTree");
  m_tree->setModel(&m_model);
  m_tree->setUniformRowHeights(true);
  m_tree->setAlternatingRowColors(true);
  m_tree->setExpandsOnDoubleClick(true);
  const int unit = fontMetrics().horizontalAdvance('0');
  const int widths[ProfilerModel::ColumnCount] = {44, 8, 10, 9, 10, 9};
  m_tree->header()->setStretchLastSection(false);
  for (int c = 0; c < ProfilerModel::ColumnCount; ++c) m_tree->header()->resizeSection(c, widths[c] * unit);
  m_tree->header()->setSectionResizeMode(ProfilerModel::Name, QHeaderView::Stretch);
  connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) {
    selectByPath(m_session, m_selection, ProfilerModel::componentOf(*ProfilerModel::rowOf(index)));
  });

  m_components = new QTableWidget(0, 4);
  m_components->setObjectName("profilerComponents");
  m_components->setHorizontalHeaderLabels({"Component", "Calls", "ms", "Share"});
  m_components->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_components->verticalHeader()->hide();
  m_components->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
  m_components->sortByColumn(2, Qt::DescendingOrder);
  m_components->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_components->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_components->setAlternatingRowColors(true);
  m_components->setToolTip("Mean per step, wherever it was called, without what other components took meanwhile");
  connect(m_components, &QTableWidget::cellClicked, this,
          [this](int row, int) { selectByPath(m_session, m_selection, m_components->item(row, 0)->text()); });

  auto* tabs = new QTabWidget;
  tabs->setObjectName("profilerTabs");
  tabs->setDocumentMode(true);
  tabs->addTab(m_tree, "Tree");
  tabs->addTab(m_components, "Components");
  auto* splitter = new QSplitter(Qt::Vertical);
  splitter->addWidget(m_chart);
  splitter->addWidget(tabs);
  splitter->setStretchFactor(0, 2);
  splitter->setStretchFactor(1, 3);
  splitter->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(buildBar());
  layout->addWidget(splitter, 1);
}

QWidget* ProfilerPanel::buildBar() {
  auto* bar = new QWidget;
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(4, 2, 4, 2);
  m_measure = makeButton("profilerMeasure", "Measure", "Takes times while this panel is visible");
  m_measure->setCheckable(true);
  m_measure->setChecked(true);
  connect(m_measure, &QToolButton::toggled, this, &ProfilerPanel::updateMeasuring);
  m_averaged = makeSpin("profilerAveraged", 1, longestHistory, usualAverage, " steps averaged",
                        "Steps that times are the mean of");
  m_historySteps =
      makeSpin("profilerHistory", shortestHistory, longestHistory, usualHistory, " steps kept", "Steps that are kept");
  connect(m_averaged, &QSpinBox::valueChanged, this, &ProfilerPanel::updateTables);
  connect(m_historySteps, &QSpinBox::valueChanged, this, [this] {
    trimHistory();
    rebuildCurves();
    updateTables();
  });
  m_follow = makeButton("profilerFollow", "Last step", "Follow the last step instead of the one chosen in the chart");
  connect(m_follow, &QToolButton::clicked, this, [this] { selectStep(0); });
  m_summary = new QLabel;
  m_summary->setObjectName("profilerSummary");
  auto* csv = makeButton("profilerCsv", "CSV…", "Write the history of the curves to a table");
  auto* clearAll = makeButton("profilerClear", "Clear", "Forget what was measured");
  connect(csv, &QToolButton::clicked, this, &ProfilerPanel::exportCsv);
  connect(clearAll, &QToolButton::clicked, this, &ProfilerPanel::clear);
  for (QWidget* w : std::initializer_list<QWidget*>{m_measure, m_averaged, m_historySteps, m_follow})
    layout->addWidget(w);
  layout->addWidget(m_summary, 1);
  layout->addWidget(csv);
  layout->addWidget(clearAll);
  return bar;
}

// --- Measuring -------------------------------------------------------------------------------------------------------

void ProfilerPanel::showEvent(QShowEvent*) { updateMeasuring(); }

void ProfilerPanel::hideEvent(QHideEvent*) { updateMeasuring(); }

void ProfilerPanel::setSeen(bool seen) {
  m_seen = seen;
  updateMeasuring();
}

void ProfilerPanel::updateMeasuring() {
  const bool wanted = isVisible() && m_seen && m_measure->isChecked();
  m_recorder->setEnabled(wanted);
  m_chart->setEmptyText(wanted ? "Times come with the next step." : "Nothing is measured.");
}

void ProfilerPanel::setHistory(int steps) { m_historySteps->setValue(steps); }

void ProfilerPanel::setAveraged(int steps) { m_averaged->setValue(steps); }

void ProfilerPanel::clear() {
  m_recorder->take();
  m_history.clear();
  m_model.clear();
  m_expanded = false;
  selectStep(0);
  rebuildCurves();
}

void ProfilerPanel::trimHistory() {
  while (m_history.size() > static_cast<std::size_t>(m_historySteps->value())) m_history.pop_front();
}

void ProfilerPanel::flush() {
  auto samples = m_recorder->take();
  if (samples.empty()) return;
  m_names = m_recorder->names();
  for (auto& sample : samples) {
    while (!m_history.empty() && m_history.back().step >= sample.step) m_history.pop_back();  // went back in time
    m_history.push_back(std::move(sample));
  }
  trimHistory();
  rebuildCurves();
  updateTables();
}

// --- What is shown ---------------------------------------------------------------------------------------------------

void ProfilerPanel::selectStep(long step) {
  m_selectedStep = step;
  m_chart->setMarker(step > 0 ? std::optional(static_cast<double>(step)) : std::nullopt);
  m_follow->setEnabled(step > 0);
  updateTables();
}

std::vector<const ProfileSample*> ProfilerPanel::chosenSamples() const {
  std::vector<const ProfileSample*> samples;
  for (auto it = m_history.rbegin(); it != m_history.rend(); ++it) {
    if (m_selectedStep > 0 && it->step > m_selectedStep) continue;
    if (samples.size() >= static_cast<std::size_t>(m_averaged->value())) break;
    samples.push_back(&*it);
  }
  return samples;
}

void ProfilerPanel::updateTables() {
  const auto samples = chosenSamples();
  m_model.show(samples, m_names);
  if (!std::exchange(m_expanded, !samples.empty()) && !samples.empty()) m_tree->expandToDepth(2);
  updateComponents(samples);
  if (samples.empty()) return m_summary->clear();
  const long last = samples.front()->step, first = samples.back()->step;
  const QString steps = first == last ? QString("Step %1").arg(last) : QString("Steps %1 to %2").arg(first).arg(last);
  m_summary->setText(QString("%1: %2 ms per step").arg(steps).arg(m_model.root().milliseconds, 0, 'f', 3));
}

void ProfilerPanel::updateComponents(const std::vector<const ProfileSample*>& samples) {
  const auto times = componentTimes(samples, m_names);
  const double whole = m_model.root().milliseconds;
  m_components->setSortingEnabled(false);
  m_components->setRowCount(static_cast<int>(times.size()));
  for (int row = 0; row < static_cast<int>(times.size()); ++row) {
    const auto& time = times[static_cast<std::size_t>(row)];
    m_components->setItem(row, 0, new QTableWidgetItem(time.path));
    m_components->setItem(row, 1, new NumberItem(time.calls, QString::number(time.calls, 'f', 1)));
    m_components->setItem(row, 2, new NumberItem(time.milliseconds, QString::number(time.milliseconds, 'f', 3)));
    const double share = whole > 0 ? 100 * time.milliseconds / whole : 0;
    m_components->setItem(row, 3, new NumberItem(share, QString::number(share, 'f', 1) + " %"));
  }
  m_components->setSortingEnabled(true);
}

void ProfilerPanel::rebuildCurves() {
  std::vector<ChartCurve> curves(1);
  curves[0].name = "step";
  m_plotted.assign(1, {});
  const std::function<void(const ProfilerModel::Row&)> collect = [&](const ProfilerModel::Row& row) {
    if (row.plotted) {
      m_model.setColor(row, chartColor(static_cast<int>(curves.size()), palette()));
      curves.emplace_back().name = row.name;
      m_plotted.push_back(ProfilerModel::pathOf(row));
    }
    for (const auto& child : row.children) collect(*child);
  };
  collect(m_model.root());
  if (m_history.empty()) return m_chart->setCurves({});
  for (const auto& sample : m_history)
    for (std::size_t c = 0; c < curves.size(); ++c) {
      curves[c].x.push_back(static_cast<double>(sample.step));
      curves[c].y.push_back(c == 0 ? sample.milliseconds : millisecondsOf(sample, m_plotted[c]));
    }
  m_chart->setCurves(std::move(curves));
}

void ProfilerPanel::exportCsv() {
  const QString file = QFileDialog::getSaveFileName(this, "Export times", "times.csv", "Table (*.csv)");
  QString reason;
  if (!file.isEmpty() && !m_chart->saveCsv(file, reason)) QMessageBox::warning(this, "Export times", reason);
}

}  // namespace sofa::gui
