// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Messages/MessagePanel.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "Sofa/GUI/Messages/MessageTarget.h"
#include "Sofa/GUI/Timeline/ExportFile.h"

namespace sofa::gui {

using helper::Severity;

namespace {

constexpr int batchMilliseconds = 100;
constexpr int firstLinesTold = 5;

QToolButton* makeButton(const QString& name, const QString& text, const QString& help, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  button->setAutoRaise(true);
  return button;
}

QLineEdit* makeSearch(const QString& name, const QString& hint) {
  auto* edit = new QLineEdit;
  edit->setObjectName(name);
  edit->setPlaceholderText(hint);
  edit->setClearButtonEnabled(true);
  edit->setMinimumWidth(50);  // in a narrow panel the buttons beside it keep their room
  return edit;
}

bool isError(Severity severity) { return severity >= Severity::Error; }

}  // namespace

MessagePanel::MessagePanel(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent), m_session(session), m_selection(selection), m_model(capacity) {
  setObjectName("MessagePanel");
  build();
  m_timer.setSingleShot(true);
  m_timer.setInterval(batchMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &MessagePanel::flush);
  // The queue goes before the panel does, and no sender is in it then: the event is all that may be left, which Qt
  // drops.
  m_queue = std::make_unique<MessageQueue>(m_session, capacity, [this] {
    QMetaObject::invokeMethod(
        this,
        [this] {
          if (!m_timer.isActive()) m_timer.start();
        },
        Qt::QueuedConnection);
  });
  connectSession();
  updateCounts();
}

MessagePanel::~MessagePanel() { m_queue.reset(); }

// --- The widgets -----------------------------------------------------------------------------------------------------

void MessagePanel::build() {
  m_view = new QTreeView;
  m_view->setObjectName("messageView");
  m_view->setModel(&m_model);
  m_view->setRootIsDecorated(false);
  m_view->setUniformRowHeights(true);
  m_view->setAlternatingRowColors(true);
  m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_view->setTextElideMode(Qt::ElideRight);
  auto* header = m_view->header();
  const int unit = fontMetrics().horizontalAdvance('0');
  const int widths[] = {11, 7, 9, 26, 90, 20};
  for (int c = 0; c < MessageModel::ColumnCount; ++c) header->resizeSection(c, widths[c] * unit);
  header->setStretchLastSection(false);
  header->setSectionResizeMode(MessageModel::Text, QHeaderView::Stretch);
  header->setMinimumSectionSize(2 * unit);
  m_view->installEventFilter(this);
  connect(m_view, &QTreeView::clicked, this, &MessagePanel::selectComponent);
  connect(m_view, &QTreeView::doubleClicked, this, &MessagePanel::openPlace);
  auto* copyKey = new QShortcut(QKeySequence::Copy, m_view, nullptr, nullptr, Qt::WidgetShortcut);
  connect(copyKey, &QShortcut::activated, this, &MessagePanel::copyShown);

  m_note = new QLabel;
  m_note->setObjectName("messageNote");
  m_note->setWordWrap(true);
  m_note->hide();

  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(buildFilters());
  layout->addWidget(m_view, 1);
  layout->addWidget(m_note);
}

QWidget* MessagePanel::buildFilters() {
  auto* bar = new QWidget;
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(4, 2, 4, 2);
  const auto addSeverities = [&](const QString& name, const QString& what, std::vector<Severity> severities) {
    auto* button = makeButton(name, {}, "Show or hide " + what, bar);
    button->setIcon(MessageModel::severityIcon(severities.front()));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    button->setChecked(true);
    connect(button, &QToolButton::toggled, this, &MessagePanel::updateFilter);
    layout->addWidget(button);
    m_buttons.push_back({button, std::move(severities)});
  };
  addSeverities("messageErrors", "errors", {Severity::Error, Severity::Fatal});
  addSeverities("messageWarnings", "warnings", {Severity::Warning});
  addSeverities("messageHints", "deprecated spellings and suggestions", {Severity::Deprecated, Severity::Suggestion});
  addSeverities("messageInfos", "informative messages", {Severity::Info});

  m_component = makeSearch("messageComponent", "Component");
  m_selectedOnly = makeButton("messageSelectedOnly", "Selected", "Only messages of the selected object and below", bar);
  m_selectedOnly->setCheckable(true);
  m_text = makeSearch("messageText", "Text");
  connect(m_component, &QLineEdit::textChanged, this, &MessagePanel::updateFilter);
  connect(m_text, &QLineEdit::textChanged, this, &MessagePanel::updateFilter);
  connect(m_selectedOnly, &QToolButton::toggled, this, &MessagePanel::updateFilter);
  layout->addWidget(m_component, 2);
  layout->addWidget(m_selectedOnly);
  layout->addWidget(m_text, 3);

  auto* copy = makeButton("messageCopy", "Copy", "Copy the selected messages, or all that are shown", bar);
  auto* save = makeButton("messageSave", "Save…", "Write all that are shown to a text file", bar);
  auto* clearAll = makeButton("messageClear", "Clear", "Forget all messages", bar);
  connect(copy, &QToolButton::clicked, this, &MessagePanel::copyShown);
  connect(save, &QToolButton::clicked, this, &MessagePanel::saveAs);
  connect(clearAll, &QToolButton::clicked, this, &MessagePanel::clear);
  for (auto* button : {copy, save, clearAll}) layout->addWidget(button);
  return bar;
}

/// In a narrow panel the text of the messages comes first.
bool MessagePanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) {
    const int unit = fontMetrics().horizontalAdvance('0'), width = m_view->width();
    m_view->setColumnHidden(MessageModel::Step, width < 120 * unit);
    m_view->setColumnHidden(MessageModel::Time, width < 120 * unit);
    auto* header = m_view->header();
    header->resizeSection(MessageModel::Kind, (width < 85 * unit ? 4 : 11) * unit);  // the sign alone
    header->resizeSection(MessageModel::Component, std::clamp(width / 6, 10 * unit, 30 * unit));
    header->resizeSection(MessageModel::Place, std::clamp(width / 8, 10 * unit, 20 * unit));
  }
  return QWidget::eventFilter(watched, event);
}

// --- Messages --------------------------------------------------------------------------------------------------------

void MessagePanel::connectSession() {
  connect(&m_session, &Session::loading, this, [this] {
    flush();
    if (m_clearOnLoad) clear();
    m_loading = true;
  });
  connect(&m_session, &Session::loaded, this, [this] {
    flush();
    tellLoadProblems();
    m_loading = false;
  });
  connect(&m_selection, &Selection::changed, this, [this] {
    if (m_selectedOnly->isChecked()) updateFilter();
  });
}

void MessagePanel::flush() {
  auto batch = m_queue->take();
  if (batch.messages.empty()) return;
  const auto* bar = m_view->verticalScrollBar();
  const bool atEnd = bar->value() >= bar->maximum();
  const auto error = std::find_if(batch.messages.rbegin(), batch.messages.rend(),
                                  [](const LoggedMessage& m) { return isError(m.message.severity); });
  const QString line = error == batch.messages.rend() ? QString() : MessageModel::line(*error);
  m_model.append(std::move(batch));
  if (atEnd) m_view->scrollToBottom();
  updateCounts();
  if (!line.isEmpty() && !m_loading) Q_EMIT errorArrived(line);
}

void MessagePanel::tellLoadProblems() {
  const auto& counts = m_model.counts();
  const auto count = [&](Severity s) { return static_cast<int>(counts[static_cast<std::size_t>(s)]); };
  const int errors = count(Severity::Error) + count(Severity::Fatal), warnings = count(Severity::Warning);
  if (errors + warnings == 0) return;
  QStringList lines;
  // Errors come first: they are what a scene fails by.
  for (const bool wantErrors : {true, false})
    for (const auto& logged : m_model.messages()) {
      if (lines.size() >= firstLinesTold) break;
      const auto severity = logged.message.severity;
      if (wantErrors ? isError(severity) : severity == Severity::Warning)
        lines.push_back(QString::fromStdString(helper::ConsoleMessageHandler::format(logged.message)));
    }
  Q_EMIT loadProblems(errors, warnings, lines);
}

void MessagePanel::clear() {
  m_queue->take();
  m_model.clear();
  updateCounts();
}

void MessagePanel::updateCounts() {
  for (const auto& [button, severities] : m_buttons) {
    std::uint64_t count = 0;
    for (const Severity s : severities) count += m_model.counts()[static_cast<std::size_t>(s)];
    button->setText(QLocale().toString(static_cast<qulonglong>(count)));
  }
  m_note->setVisible(m_model.dropped() > 0);
  if (m_model.dropped() > 0)
    m_note->setText(QString("%1 older messages were dropped; the newest %2 are kept.")
                        .arg(QLocale().toString(static_cast<qulonglong>(m_model.dropped())),
                             QLocale().toString(static_cast<qulonglong>(m_model.capacity()))));
}

// --- Filters ---------------------------------------------------------------------------------------------------------

void MessagePanel::updateFilter() {
  MessageFilter filter;
  for (const auto& [button, severities] : m_buttons)
    for (const Severity s : severities) filter.severities[static_cast<std::size_t>(s)] = button->isChecked();
  filter.text = m_text->text();
  filter.component = m_component->text();
  if (m_selectedOnly->isChecked()) filter.within = m_selection.isEmpty() ? "/" : m_selection.current().path;
  m_model.setFilter(std::move(filter));
  m_view->scrollToBottom();
}

void MessagePanel::setTextFilter(const QString& text) { m_text->setText(text); }

void MessagePanel::setComponentFilter(const QString& component) { m_component->setText(component); }

void MessagePanel::setSeverityShown(Severity severity, bool shown) {
  for (const auto& [button, severities] : m_buttons)
    if (std::find(severities.begin(), severities.end(), severity) != severities.end()) button->setChecked(shown);
}

void MessagePanel::setSelectedOnly(bool only) { m_selectedOnly->setChecked(only); }

// --- What a click does -----------------------------------------------------------------------------------------------

void MessagePanel::selectComponent(const QModelIndex& index) {
  selectByPath(m_session, m_selection, QString::fromStdString(m_model.at(index.row()).message.path));
}

void MessagePanel::openPlace(const QModelIndex& index) {
  const auto& location = m_model.at(index.row()).message.location;
  if (location.file.empty()) return;
  const QString file = QString::fromStdString(location.file);
  Q_EMIT openRequested(file, location.line);
  QString reason;
  if (openInEditor(file, location.line, reason)) return;
  const QString place = location.line > 0 ? QString("%1:%2").arg(file).arg(location.line) : file;
  QGuiApplication::clipboard()->setText(place);
  helper::send(Severity::Warning, "Viewer",
               QString("%1 The place %2 was copied instead.").arg(reason, place).toStdString());
}

QString MessagePanel::shownText() const {
  QModelIndexList rows = m_view->selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end());
  QString text;
  for (const auto& index : rows) text += MessageModel::line(m_model.at(index.row())) + "\n";
  if (rows.isEmpty())
    for (int row = 0; row < m_model.rowCount(); ++row) text += MessageModel::line(m_model.at(row)) + "\n";
  return text;
}

void MessagePanel::copyShown() const { QGuiApplication::clipboard()->setText(shownText()); }

bool MessagePanel::save(const QString& file, QString& reason) const {
  QByteArray text;
  for (int row = 0; row < m_model.rowCount(); ++row) text += MessageModel::line(m_model.at(row)).toUtf8() + '\n';
  return writeWholeFile(file, text, reason);
}

void MessagePanel::saveAs() {
  const QString file = QFileDialog::getSaveFileName(this, "Save messages", "messages.txt", "Text (*.txt *.log)");
  QString reason;
  if (!file.isEmpty() && !save(file, reason)) QMessageBox::warning(this, "Save messages", reason);
}

}  // namespace sofa::gui
