// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/PlotPanel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Plots/PlotDialog.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"

namespace sofa::gui {
namespace {

constexpr int refreshMilliseconds = 33;
constexpr std::size_t droppedAtOnce = PlotPanel::capacity / 10;

QToolButton* addButton(QHBoxLayout* bar, const QString& name, const QString& text, const QString& help) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  button->setAutoRaise(true);
  bar->addWidget(button);
  return button;
}

QToolButton* addToggle(QHBoxLayout* bar, const QString& name, const QString& text, const QString& help) {
  auto* button = addButton(bar, name, text, help);
  button->setCheckable(true);
  return button;
}

void warn(const std::string& text) { helper::send(helper::Severity::Warning, "Plot", text); }

}  // namespace

PlotPanel::PlotPanel(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent), m_session(session), m_selection(selection) {
  setObjectName("PlotPanel");
  qRegisterMetaType<std::vector<PlotQuantity>>();
  build();
  m_timer.setSingleShot(true);
  m_timer.setInterval(refreshMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &PlotPanel::flush);
  m_recorder = std::make_unique<PlotRecorder>(m_session, [this] {
    QMetaObject::invokeMethod(
        this,
        [this] {
          if (!m_timer.isActive()) m_timer.start();
        },
        Qt::QueuedConnection);
  });
  m_run = m_recorder->run();
  connect(&m_session, &Session::loaded, this, &PlotPanel::updateGraphs);
  connect(&m_session, &Session::graphChanged, this, &PlotPanel::updateGraphs);
  updateGraphs();
}

PlotPanel::~PlotPanel() { m_recorder.reset(); }

// --- The widgets -----------------------------------------------------------------------------------------------------

void PlotPanel::build() {
  m_chart = new Chart;
  m_chart->setObjectName("plotChart");
  m_chart->setAxisNames("time (s)", {});
  connect(m_chart, &Chart::curveToggled, this, &PlotPanel::rebuildCurves);  // references follow
  m_chart->setEmptyText("Add… plots a Data, an energy or a solver's residual over time.");
  m_convergence = new Chart;
  m_convergence->setObjectName("convergenceChart");
  m_convergence->setAxisNames("iteration", {});
  m_convergence->setLogarithmic(false, true);
  m_graphs = new QComboBox;
  m_graphs->setObjectName("plotGraphs");
  connect(m_graphs, &QComboBox::currentIndexChanged, this, &PlotPanel::watchVisibleGraph);
  auto* convergence = new QWidget;
  auto* column = new QVBoxLayout(convergence);
  column->setContentsMargins(0, 2, 0, 0);
  column->addWidget(m_graphs);
  column->addWidget(m_convergence, 1);

  m_tabs = new QTabWidget;
  m_tabs->setObjectName("plotTabs");
  m_tabs->setDocumentMode(true);
  m_tabs->addTab(m_chart, "Over time");
  m_tabs->addTab(convergence, "Convergence");
  connect(m_tabs, &QTabWidget::currentChanged, this, &PlotPanel::watchVisibleGraph);
  m_note = new QLabel;
  m_note->setObjectName("plotNote");
  m_note->setWordWrap(true);
  m_note->hide();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(buildBar());
  layout->addWidget(m_tabs, 1);
  layout->addWidget(m_note);
}

QWidget* PlotPanel::buildBar() {
  auto* widget = new QWidget;
  auto* bar = new QHBoxLayout(widget);
  bar->setContentsMargins(4, 2, 4, 2);
  connect(addButton(bar, "plotChoose", "Add…", "Choose what to plot"), &QToolButton::clicked, this,
          [this] { chooseQuantities(); });
  connect(addButton(bar, "plotEnergies", "Energies", "Kinetic, potential and total energy of the scene"),
          &QToolButton::clicked, this, [this] { addEnergies(); });
  connect(addButton(bar, "plotMomenta", "Momenta", "Linear and angular momentum of the scene: their lengths"),
          &QToolButton::clicked, this, [this] {
            for (const auto kind : {PlotQuantity::Kind::linearMomentum, PlotQuantity::Kind::angularMomentum})
              add({kind, "/", {}, {}, {}});
          });
  auto* remove = addButton(bar, "plotRemove", "Remove", "Take curves away");
  remove->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(remove);
  remove->setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillRemoveMenu(*menu); });
  connect(addToggle(bar, "plotLog", "Log", "Logarithmic values"), &QToolButton::toggled, this,
          [this](bool on) { shownChart().setLogarithmic(false, on); });
  connect(addToggle(bar, "plotSteps", "Steps", "Over the number of the step instead of time"), &QToolButton::toggled,
          this, [this](bool on) {
            m_overSteps = on;
            m_chart->setAxisNames(on ? "step" : "time (s)", {});
            m_chart->showAll();
            rebuildCurves();
          });
  auto* references = addToggle(bar, "plotReferences", "Last run", "The run before the last reset, dashed");
  references->setChecked(true);
  connect(references, &QToolButton::toggled, this, [this](bool on) {
    m_references = on;
    rebuildCurves();
  });
  connect(addButton(bar, "plotFit", "Fit", "Show everything (double click)"), &QToolButton::clicked, this,
          [this] { shownChart().showAll(); });
  bar->addStretch(1);
  connect(addButton(bar, "plotCsv", "CSV…", "Write the values to a table"), &QToolButton::clicked, this,
          [this] { exportWith(&PlotPanel::exportCsv, "Table (*.csv)"); });
  connect(addButton(bar, "plotPng", "PNG…", "Write a picture"), &QToolButton::clicked, this,
          [this] { exportWith(&PlotPanel::exportPng, "Picture (*.png)"); });
  return widget;
}

void PlotPanel::fillRemoveMenu(QMenu& menu) {
  menu.clear();
  for (const QString& name : names()) menu.addAction(name, this, [this, name] { remove(name); });
  if (!m_series.empty()) menu.addSeparator();
  menu.addAction("All", this, &PlotPanel::removeAll)->setEnabled(!m_series.empty());
}

Chart& PlotPanel::shownChart() const { return m_tabs->currentIndex() == 0 ? *m_chart : *m_convergence; }

// --- What is plotted -------------------------------------------------------------------------------------------------

void PlotPanel::addData(const ObjectHandle& object, const QString& dataName, const QString& reduction) {
  const auto how = PlotReduction::fromText(reduction);
  if (!how)
    return warn(
        fmt::format("\"{}\" does not say how to make one number of {}.{}: write norm, min, max, mean or [12], "
                    "then .x, .y, .z or the like if one component is meant.",
                    reduction.toStdString(), object.path.toStdString(), dataName.toStdString()));
  struct Answer {
    std::optional<PlotCandidate> candidate;
    std::string reason;
  };
  m_session.ask(
      this,
      [object, name = dataName.toStdString()](simulation::Node&) {
        Answer answer;
        if (const auto there = object.object.lock())
          answer.candidate = plotCandidate(*there, name, answer.reason);
        else
          answer.reason = object.path.toStdString() + " is not in the scene any more.";
        return answer;
      },
      [this, how = *how, given = !reduction.isEmpty()](Answer answer) {
        if (!answer.candidate) return warn(answer.reason);
        auto& [quantity, elements, size] = *answer.candidate;
        const bool single = elements == 1 && size == 1;
        if (!given && !single) return chooseQuantities(QString::fromStdString(quantity.path + "." + quantity.data));
        quantity.reduction = how;
        add(quantity);
      });
}

void PlotPanel::add(PlotQuantity quantity) {
  if (std::any_of(m_series.begin(), m_series.end(), [&](const Series& s) { return s.quantity == quantity; })) return;
  Series series;
  series.id = m_recorder->add(quantity);
  series.color = m_nextColor++;
  series.quantity = std::move(quantity);
  addFirstSample(series.id, series.quantity);
  askUncounted(series.quantity);
  m_series.push_back(std::move(series));
  rebuildCurves();
}

/// The value now, which the recorder, who reads after steps, does not know.
void PlotPanel::addFirstSample(int id, const PlotQuantity& quantity) {
  m_session.ask(
      this,
      [id, quantity, &session = m_session](simulation::Node& root) {
        PlotProbe probe(quantity);
        probe.bind(root);
        const StepInfo last = session.lastStep();
        return PlotSample{id, 0, last.step, root.time(), probe.read(root, last.duration)};
      },
      [this](PlotSample sample) {
        flush();
        if (m_recorder->run() != m_run) startRun(m_recorder->run());  // runs that nothing was plotted of
        sample.run = m_run;
        const auto it =
            std::find_if(m_series.begin(), m_series.end(), [&](const Series& s) { return s.id == sample.id; });
        if (it == m_series.end() || !it->steps.empty()) return;
        bool rebuild = false;
        addSample(sample, rebuild);
      });
}

void PlotPanel::addEnergies(const QString& nodePath) {
  using Kind = PlotQuantity::Kind;
  for (const Kind kind : {Kind::kineticEnergy, Kind::potentialEnergy, Kind::totalEnergy})
    add({kind, nodePath.toStdString(), {}, {}, {}});
}

void PlotPanel::remove(const QString& name) {
  std::erase_if(m_series, [&](const Series& s) {
    if (s.quantity.name() != name) return false;
    m_recorder->remove(s.id);
    return true;
  });
  if (m_series.empty()) m_nextColor = 0;
  rebuildCurves();
}

void PlotPanel::removeAll() {
  for (const QString& name : names()) remove(name);
}

QStringList PlotPanel::names() const {
  QStringList names;
  for (const auto& series : m_series) names.push_back(series.quantity.name());
  return names;
}

void PlotPanel::chooseQuantities(const QString& words) {
  m_session.ask(
      this, [](simulation::Node& root) { return plotCandidates(root); },
      [this, words](std::vector<PlotCandidate> candidates) {
        auto* dialog = new PlotDialog(std::move(candidates), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->search(words);
        connect(dialog, &PlotDialog::quantitiesChosen, this, [this](const std::vector<PlotQuantity>& chosen) {
          for (const auto& quantity : chosen) add(quantity);
        });
        dialog->show();
      });
}

// --- Samples ---------------------------------------------------------------------------------------------------------

void PlotPanel::flush() {
  bool rebuild = false;
  for (const auto& sample : m_recorder->take()) {
    if (sample.run != m_run) {
      startRun(sample.run);
      rebuild = true;
    }
    addSample(sample, rebuild);
  }
  if (rebuild) rebuildCurves();
  if (m_tabs->currentIndex() == 1) updateConvergence();
}

void PlotPanel::startRun(unsigned run) {
  m_run = run;
  for (auto& s : m_series) {
    if (s.steps.size() > 1) {  // a run of a reset alone is no reference
      s.oldSteps = std::move(s.steps);
      s.oldTimes = std::move(s.times);
      s.oldValues = std::move(s.values);
    }
    s.steps.clear();
    s.times.clear();
    s.values.clear();
  }
}

void PlotPanel::addSample(const PlotSample& sample, bool& rebuild) {
  const auto it = std::find_if(m_series.begin(), m_series.end(), [&](const Series& s) { return s.id == sample.id; });
  if (it == m_series.end()) return;
  Series& s = *it;
  const auto step = static_cast<double>(sample.step);
  while (!s.steps.empty() && s.steps.back() >= step) {
    s.steps.pop_back();
    s.times.pop_back();
    s.values.pop_back();
    rebuild = true;
  }
  if (s.steps.size() >= capacity) {
    for (auto* values : {&s.steps, &s.times, &s.values})
      values->erase(values->begin(), values->begin() + droppedAtOnce);
    m_dropped += droppedAtOnce;
    rebuild = true;
    updateNote();
  }
  s.steps.push_back(step);
  s.times.push_back(sample.time);
  s.values.push_back(sample.value);
  const auto curve = static_cast<std::size_t>(it - m_series.begin());
  if (!rebuild && curve < m_chart->curves().size())
    m_chart->append(curve, m_overSteps ? step : sample.time, sample.value);
}

void PlotPanel::rebuildCurves() {
  std::vector<ChartCurve> curves;
  const auto& shown = m_chart->curves();
  for (std::size_t i = 0; i < m_series.size(); ++i) {
    const Series& s = m_series[i];
    ChartCurve curve{s.quantity.name(), m_overSteps ? s.steps : s.times, s.values, {}, false, true, s.color};
    const auto before =
        std::find_if(shown.begin(), shown.end(), [&](const ChartCurve& c) { return c.name == curve.name; });
    if (before != shown.end()) curve.visible = before->visible;
    curves.push_back(std::move(curve));
  }
  for (std::size_t i = 0; i < m_series.size() && m_references; ++i) {
    const Series& s = m_series[i];
    if (s.oldSteps.empty()) continue;
    curves.push_back(
        {s.quantity.name(), m_overSteps ? s.oldSteps : s.oldTimes, s.oldValues, {}, true, curves[i].visible, s.color});
  }
  m_chart->setCurves(std::move(curves));
}

void PlotPanel::updateNote() {
  QStringList notes;
  if (m_dropped > 0)
    notes << QString("The oldest samples of long curves were dropped: the newest %L1 of each are kept.").arg(capacity);
  const bool energies = std::any_of(m_series.begin(), m_series.end(), [](const Series& s) {
    return s.quantity.kind == PlotQuantity::Kind::potentialEnergy || s.quantity.kind == PlotQuantity::Kind::totalEnergy;
  });
  if (energies && !m_uncounted.isEmpty())
    notes << QString("Energy taken out by %1 is not counted.")
                 .arg(m_uncounted.mid(0, 3).join(", ") + (m_uncounted.size() > 3 ? "…" : ""));
  m_note->setText(notes.join(' '));
  m_note->setToolTip(energies ? m_uncounted.join('\n') : QString());
  m_note->setVisible(!notes.isEmpty());
}

/// Names below a curve of energies what has none.
void PlotPanel::askUncounted(const PlotQuantity& quantity) {
  if (quantity.kind != PlotQuantity::Kind::potentialEnergy && quantity.kind != PlotQuantity::Kind::totalEnergy) return;
  m_session.ask(
      this,
      [path = quantity.path](simulation::Node& root) {
        auto* node = path == "/" ? &root : core::findObjectByPath(root, "@" + path);
        return node ? snapshotEnergy(*node).uncounted : QStringList();
      },
      [this](const QStringList& uncounted) {
        m_uncounted = uncounted;
        updateNote();
      });
}

// --- Convergence -----------------------------------------------------------------------------------------------------

void PlotPanel::updateGraphs() {
  m_session.ask(this, graphPaths, [this](const std::vector<std::string>& paths) {
    const QString before = m_graphs->currentText();
    const QSignalBlocker blocker(m_graphs);
    m_graphs->clear();
    for (const auto& path : paths) m_graphs->addItem(QString::fromStdString(path));
    m_graphs->setCurrentIndex(std::max(0, m_graphs->findText(before)));
    m_convergence->setEmptyText(paths.empty() ? "No solver of this scene keeps how it converged."
                                              : "The curves come with the next step.");
    watchVisibleGraph();
  });
}

void PlotPanel::watchVisibleGraph() {
  const bool visible = m_tabs->currentIndex() == 1;
  m_recorder->watchGraph(visible ? m_graphs->currentText().toStdString() : std::string());
  m_convergence->setCurves({});
}

void PlotPanel::updateConvergence() {
  const PlotGraphSample sample = m_recorder->graph();
  std::vector<ChartCurve> curves;
  for (const auto& [name, values] : sample.graph) {
    ChartCurve curve;
    curve.name = QString::fromStdString(name);
    curve.y = values;
    for (std::size_t i = 0; i < values.size(); ++i) curve.x.push_back(static_cast<double>(i));
    curves.push_back(std::move(curve));
  }
  m_convergence->setAxisNames(QString("iteration (step %1)").arg(sample.step), {});
  m_convergence->setCurves(std::move(curves));
}

// --- Files -----------------------------------------------------------------------------------------------------------

bool PlotPanel::exportCsv(const QString& file, QString& reason) const { return shownChart().saveCsv(file, reason); }

bool PlotPanel::exportPng(const QString& file, QString& reason) const { return shownChart().savePng(file, reason); }

void PlotPanel::exportWith(bool (PlotPanel::*write)(const QString&, QString&) const, const QString& filter) {
  const QString name = filter.contains("csv") ? "plot.csv" : "plot.png";
  const QString file = QFileDialog::getSaveFileName(this, "Export plot", name, filter);
  QString reason;
  if (!file.isEmpty() && !(this->*write)(file, reason)) QMessageBox::warning(this, "Export plot", reason);
}

}  // namespace sofa::gui
