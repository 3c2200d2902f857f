// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/SceneGraph/SceneGraphPanel.h"

#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "Sofa/GUI/SceneGraph/SceneGraphDelegate.h"
#include "Sofa/GUI/SceneGraph/SceneGraphModel.h"

namespace sofa::gui {
namespace {

constexpr int expandedAtMost = 2000;  // rows that a search opens by itself

QToolButton* button(const QString& text, const QString& help, const char* name) {
  auto* made = new QToolButton;
  made->setText(text);
  made->setToolTip(help);
  made->setAutoRaise(true);
  made->setObjectName(name);
  return made;
}

}  // namespace

SceneGraphPanel::SceneGraphPanel(Session& session, Selection& selection, SceneEdits& edits, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_selection(selection),
      m_edits(edits),
      m_model(new SceneGraphModel(this)),
      m_delegate(new SceneGraphDelegate(this)) {
  setObjectName("SceneGraphPanel");
  buildWidgets();
  connectSession();
  connectEdits();
  addShortcuts();
  helper::addMessageHandler(this);
  refresh();
}

SceneGraphPanel::~SceneGraphPanel() { helper::removeMessageHandler(this); }

void SceneGraphPanel::buildWidgets() {
  m_search = new QLineEdit;
  m_search->setObjectName("sceneGraph.search");
  m_search->setPlaceholderText(tr("Search names, classes, data and values"));
  m_search->setClearButtonEnabled(true);
  auto* expand = button(QStringLiteral("⊞"), tr("Expand all"), "sceneGraph.expandAll");
  auto* collapse = button(QStringLiteral("⊟"), tr("Collapse all"), "sceneGraph.collapseAll");
  m_view = new QTreeView;
  m_view->setObjectName("sceneGraph.tree");
  m_view->setModel(m_model);
  m_view->setItemDelegate(m_delegate);
  m_view->setUniformRowHeights(true);
  m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_view->setDragEnabled(true);
  m_view->setAcceptDrops(true);
  m_view->setDropIndicatorShown(true);
  m_view->setDragDropMode(QAbstractItemView::DragDrop);
  m_view->setDefaultDropAction(Qt::MoveAction);
  m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  m_view->header()->setSectionResizeMode(SceneGraphModel::Name, QHeaderView::Interactive);
  m_view->header()->setStretchLastSection(true);
  m_view->header()->resizeSection(SceneGraphModel::Name, 220);
  m_count = new QLabel;
  m_count->setObjectName("sceneGraph.count");
  m_count->setEnabled(false);
  m_notice = new QLabel;
  m_notice->setObjectName("sceneGraph.notice");
  m_notice->setWordWrap(true);
  m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_notice->hide();

  auto* bar = new QHBoxLayout;
  bar->addWidget(m_search, 1);
  bar->addWidget(expand);
  bar->addWidget(collapse);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 4, 4);
  layout->setSpacing(4);
  layout->addLayout(bar);
  layout->addWidget(m_view, 1);
  layout->addWidget(m_notice);
  layout->addWidget(m_count);

  m_searchTimer = new QTimer(this);
  m_searchTimer->setSingleShot(true);
  m_searchTimer->setInterval(150);
  connect(m_searchTimer, &QTimer::timeout, this, [this] { search(m_search->text()); });
  connect(m_search, &QLineEdit::textChanged, m_searchTimer, qOverload<>(&QTimer::start));
  connect(m_search, &QLineEdit::returnPressed, this, [this] { search(m_search->text()); });
  connect(expand, &QToolButton::clicked, m_view, &QTreeView::expandAll);
  connect(collapse, &QToolButton::clicked, this, [this] {
    m_view->collapseAll();
    m_view->expand(m_model->index(0, 0));
  });
  connect(m_view, &QTreeView::customContextMenuRequested, this, [this](const QPoint& at) {
    auto* menu = createMenu(m_view->indexAt(at));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(m_view->viewport()->mapToGlobal(at));
  });
  connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SceneGraphPanel::treeToSelection);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &SceneGraphPanel::treeToSelection);
  connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
    if (m_model->isPlugin(index)) return m_model->setPluginsFolded(!m_model->arePluginsFolded());
    Q_EMIT focusRequested(m_model->handle(index));
  });
}

void SceneGraphPanel::connectSession() {
  m_refreshTimer = new QTimer(this);
  m_refreshTimer->setSingleShot(true);
  connect(m_refreshTimer, &QTimer::timeout, this, &SceneGraphPanel::refresh);
  connect(&m_session, &Session::loading, this, [this] {
    m_isNewScene = true;
    m_asked = m_askAgain = false;
    {
      const std::lock_guard lock(m_messageMutex);
      m_messages.clear();
    }
    m_model->clearMessages();
    m_notice->hide();
  });
  connect(&m_session, &Session::loaded, this, [this](bool good) {
    m_selection.clear();
    m_model->clear();
    if (good)
      refresh();
    else
      showCount();
  });
  connect(&m_session, &Session::graphChanged, this, &SceneGraphPanel::refresh);
  connect(&m_session, &Session::wasReset, this, &SceneGraphPanel::refresh);
  connect(&m_selection, &Selection::changed, this, &SceneGraphPanel::selectionToTree);
}

void SceneGraphPanel::connectEdits() {
  connect(m_model, &SceneGraphModel::moveWanted, &m_edits, &SceneEdits::move);
  connect(m_model, &SceneGraphModel::renameWanted, &m_edits, &SceneEdits::rename);
  connect(m_model, &SceneGraphModel::componentWanted, &m_edits,
          [this](const QString& className, const ObjectHandle& node, int position) {
            m_edits.addComponent(node, className, position);
          });
  connect(&m_edits, &SceneEdits::failed, this, [this](const QString& problem) { showNotice(problem, true); });
  connect(&m_edits, &SceneEdits::done, this, [this](const QString& what) {
    showNotice(what, false);
    refresh();
  });
  connect(&m_edits, &SceneEdits::added, &m_selection, &Selection::select);
}

void SceneGraphPanel::addShortcuts() {
  const auto add = [this](const QKeySequence& keys, auto slot) {
    auto* shortcut = new QShortcut(keys, m_view);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, slot);
  };
  add(QKeySequence::Copy, &SceneGraphPanel::copy);
  add(QKeySequence::Cut, &SceneGraphPanel::cut);
  add(QKeySequence::Paste, &SceneGraphPanel::paste);
  add(QKeySequence::Delete, &SceneGraphPanel::removeSelected);
  add(QKeySequence(Qt::CTRL | Qt::Key_D), &SceneGraphPanel::duplicate);
  auto* find = new QShortcut(QKeySequence::Find, this);
  find->setContext(Qt::WidgetWithChildrenShortcut);
  connect(find, &QShortcut::activated, m_search, [this] {
    m_search->setFocus();
    m_search->selectAll();
  });
}

// --- The picture of the graph ----------------------------------------------------------------------------------------

/// One question at a time, and a pause after it as long as the answer took: a graph that changes in every step
/// (contacts) costs no more than a part of the time.
void SceneGraphPanel::refresh() {
  if (m_asked) {
    m_askAgain = true;
    return;
  }
  m_asked = true;
  const auto started = QDateTime::currentMSecsSinceEpoch();
  m_session.ask(
      this, [](simulation::Node& root) { return GraphSnapshot::take(root); },
      [this, started](std::shared_ptr<const GraphSnapshot> snapshot) { takeSnapshot(std::move(snapshot), started); });
}

bool SceneGraphPanel::isCurrent() const { return !m_asked && !m_refreshTimer->isActive(); }

void SceneGraphPanel::takeSnapshot(std::shared_ptr<const GraphSnapshot> snapshot, qint64 started) {
  m_model->setSnapshot(std::move(snapshot));
  if (std::exchange(m_isNewScene, false)) expandSome();
  if (!m_selection.isEmpty()) revealSelection();
  showCount();
  m_asked = false;
  if (std::exchange(m_askAgain, false)) {
    constexpr qint64 shortest = 100;  // ms
    m_refreshTimer->start(static_cast<int>(std::max(shortest, QDateTime::currentMSecsSinceEpoch() - started)));
  }
  Q_EMIT refreshed();
}

/// A small scene is opened to the bottom, a large one to its first nodes.
void SceneGraphPanel::expandSome() {
  constexpr int small = 60;
  if (m_model->objectCount() <= small)
    m_view->expandAll();
  else
    m_view->expandToDepth(0);
}

void SceneGraphPanel::showCount() {
  const int all = m_model->objectCount();
  if (m_model->filter().isEmpty())
    m_count->setText(all == 0 ? tr("No scene") : tr("%L1 nodes and components").arg(all));
  else
    m_count->setText(tr("%L1 of %L2 fit").arg(m_model->matchCount()).arg(all));
}

void SceneGraphPanel::showNotice(const QString& text, bool isProblem) {
  Q_EMIT notice(text, isProblem);
  m_notice->setVisible(isProblem);
  if (!isProblem) return;
  m_notice->setText(text);
  m_notice->setStyleSheet(
      "QLabel { background: #fdecea; color: #8a1c13; border: 1px solid #f3b4ae; border-radius: 4px; padding: 5px; }");
}

// --- Messages --------------------------------------------------------------------------------------------------------

/// Called in any thread.
void SceneGraphPanel::process(const helper::Message& message) {
  if (message.path.empty() || message.severity < helper::Severity::Deprecated || !m_session.maySpeak()) return;
  {
    const std::lock_guard lock(m_messageMutex);
    m_messages.emplace_back(QString::fromStdString(message.path), message.severity);
  }
  if (m_messagesWaiting.exchange(true)) return;
  QMetaObject::invokeMethod(
      this, [this] { QTimer::singleShot(100, this, &SceneGraphPanel::takeMessages); }, Qt::QueuedConnection);
}

void SceneGraphPanel::takeMessages() {
  m_messagesWaiting = false;
  std::vector<std::pair<QString, helper::Severity>> messages;
  {
    const std::lock_guard lock(m_messageMutex);
    messages.swap(m_messages);
  }
  for (const auto& [path, severity] : messages) m_model->countMessage(path, severity);
  if (!messages.empty()) m_view->viewport()->update();
}

// --- Search ----------------------------------------------------------------------------------------------------------

void SceneGraphPanel::search(const QString& text) {
  m_searchTimer->stop();
  if (m_search->text() != text) {
    const QSignalBlocker quiet(m_search);
    m_search->setText(text);
  }
  const QString wanted = text.trimmed();
  if (m_model->filter().isEmpty() && !wanted.isEmpty()) {
    m_expanded.clear();
    rememberExpanded({});
  }
  ++m_searchNumber;
  m_delegate->setSearch(wanted);
  m_model->setFilter(wanted);
  if (wanted.isEmpty()) {
    m_view->collapseAll();
    restoreExpanded({});
    revealSelection();
  } else {
    if (m_model->matchCount() <= expandedAtMost) m_view->expandAll();
    searchDataOf(wanted);
  }
  showCount();
  m_view->viewport()->update();
}

/// Data are looked at where the simulation runs; the answer of a search that is no longer wanted is dropped.
void SceneGraphPanel::searchDataOf(const QString& text) {
  m_session.ask(
      this, [text](simulation::Node& root) { return searchData(root, text); },
      [this, text, number = m_searchNumber](const QHash<const void*, QString>& found) {
        if (number != m_searchNumber) return;
        m_model->setFilter(text, found);
        if (m_model->matchCount() <= expandedAtMost) m_view->expandAll();
        showCount();
        Q_EMIT refreshed();
      });
}

void SceneGraphPanel::rememberExpanded(const QModelIndex& parent) {
  for (int row = 0; row < m_model->rowCount(parent); ++row) {
    const auto index = m_model->index(row, 0, parent);
    if (!m_view->isExpanded(index)) continue;
    m_expanded.insert(m_model->id(index));
    rememberExpanded(index);
  }
}

void SceneGraphPanel::restoreExpanded(const QModelIndex& parent) {
  for (int row = 0; row < m_model->rowCount(parent); ++row) {
    const auto index = m_model->index(row, 0, parent);
    if (!m_expanded.contains(m_model->id(index))) continue;
    m_view->expand(index);
    restoreExpanded(index);
  }
}

// --- Selection -------------------------------------------------------------------------------------------------------

void SceneGraphPanel::treeToSelection() {
  if (m_following) return;
  const auto current = m_view->currentIndex();
  if (!current.isValid() || !m_view->selectionModel()->isSelected(current)) return;
  m_following = true;
  m_selection.select(m_model->handle(current.siblingAtColumn(0)));
  m_following = false;
}

void SceneGraphPanel::selectionToTree() {
  if (m_following) return;
  if (m_selection.isEmpty()) {
    m_following = true;
    m_view->selectionModel()->clear();
    m_following = false;
    return;
  }
  // A row of the same object below another parent is left as it is.
  if (m_view->currentIndex().isValid() && m_model->handle(m_view->currentIndex()) == m_selection.current()) return;
  revealSelection();
}

void SceneGraphPanel::revealSelection() {
  if (m_selection.isEmpty()) return;
  auto index = m_model->find(m_selection.current());
  if (!index.isValid() && m_selection.current().className == "RequiredPlugin" && m_model->arePluginsFolded()) {
    m_model->setPluginsFolded(false);
    index = m_model->find(m_selection.current());
  }
  if (!index.isValid() || (m_view->currentIndex().isValid() && m_view->currentIndex().row() == index.row() &&
                           m_view->currentIndex().parent() == index.parent()))
    return;
  if (m_view->currentIndex().isValid() && m_model->handle(m_view->currentIndex()) == m_selection.current()) return;
  m_following = true;
  m_view->setCurrentIndex(index);
  m_view->scrollTo(index);
  m_following = false;
}

QList<ObjectHandle> SceneGraphPanel::selectedObjects() const {
  QList<ObjectHandle> objects;
  for (const auto& index : m_view->selectionModel()->selectedRows()) {
    auto object = m_model->handle(index);
    if (!objects.contains(object)) objects.push_back(std::move(object));
  }
  return objects;
}

ObjectHandle SceneGraphPanel::targetNode() const {
  auto index = m_view->currentIndex().siblingAtColumn(0);
  if (!index.isValid()) index = m_model->index(0, 0);
  const auto object = m_model->handle(index);
  return object.isNode ? object : m_model->handle(index.parent());
}

}  // namespace sofa::gui
