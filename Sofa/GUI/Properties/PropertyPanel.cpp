// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/PropertyPanel.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyle>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Properties/BodyComponents.h"
#include "Sofa/GUI/Properties/DataBaseline.h"
#include "Sofa/GUI/Properties/PropertyDataPage.h"
#include "Sofa/GUI/Properties/PropertyPages.h"
#include "Sofa/GUI/Properties/PropertyRow.h"
#include "Sofa/GUI/SceneGraph/KindIcons.h"
#include "Sofa/GUI/Session/Session.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::gui {
namespace {

/// Fields leave Enter and Escape to their parents once they have done with them.
bool isField(const QWidget* widget) {
  return qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
         qobject_cast<const QComboBox*>(widget);
}

}  // namespace

PropertyPanel::PropertyPanel(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_selection(selection),
      m_ownEdits(std::make_unique<DirectDataEdits>(session)),
      m_edits(m_ownEdits.get()),
      m_baseline(std::make_shared<DataBaseline>()) {
  setObjectName("propertyPanel");
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  makeHeader(layout);
  makePages(layout);
  m_timer.setSingleShot(true);
  m_timer.setInterval(100);
  connect(&m_timer, &QTimer::timeout, this, &PropertyPanel::refresh);
  watchSession();
  watchEdits();
  connect(&m_selection, &Selection::changed, this, &PropertyPanel::load);
  load();
}

PropertyPanel::~PropertyPanel() {
  delete m_tabs;  // a field that loses the focus edits, for which everything else is needed
  m_session.removeObserver(m_baseline.get());
}

void PropertyPanel::makeHeader(QVBoxLayout* layout) {
  m_header = new QWidget(this);
  auto* lines = new QVBoxLayout(m_header);
  lines->setContentsMargins(8, 6, 6, 0);
  lines->setSpacing(1);
  auto* first = new QHBoxLayout;
  first->setSpacing(8);
  m_name = new QLabel(m_header);
  m_name->setObjectName("propertyName");
  QFont large = font();
  large.setBold(true);
  large.setPointSizeF(large.pointSizeF() * 1.2);
  m_name->setFont(large);
  m_name->setTextFormat(Qt::PlainText);
  m_class = new QLabel(m_header);
  m_class->setObjectName("propertyClass");
  m_class->setTextFormat(Qt::PlainText);
  m_class->setForegroundRole(QPalette::PlaceholderText);
  m_icon = new QLabel(m_header);
  first->addWidget(m_icon);
  first->addWidget(m_name);
  first->addWidget(m_class, 1);
  lines->addLayout(first);
  auto* second = new QHBoxLayout;
  m_path = new QLabel(m_header);
  m_path->setObjectName("propertyPath");
  m_path->setTextFormat(Qt::PlainText);
  m_path->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_class->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* copy = new QToolButton(m_header);
  copy->setObjectName("copyPath");
  copy->setText(tr("Copy"));
  copy->setToolTip(tr("Copy the path"));
  copy->setAutoRaise(true);
  connect(copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_object.path); });
  m_body = new QToolButton(m_header);
  m_body->setObjectName("bodyComponents");
  m_body->setText(tr("Body"));
  m_body->setToolTip(tr("All components of the body that this one belongs to"));
  m_body->setAutoRaise(true);
  m_body->setPopupMode(QToolButton::InstantPopup);
  m_bodyMenu = new QMenu(m_body);
  m_body->setMenu(m_bodyMenu);
  second->addWidget(m_path, 1);
  second->addWidget(copy);
  second->addWidget(m_body);
  lines->addLayout(second);
  layout->addWidget(m_header);
  m_note = new QLabel(this);
  m_note->setObjectName("propertyNote");
  m_note->setWordWrap(true);
  m_note->setMargin(12);
  m_note->setTextFormat(Qt::PlainText);
  layout->addWidget(m_note);
}

void PropertyPanel::makePages(QVBoxLayout* layout) {
  m_tabs = new QTabWidget(this);
  m_tabs->setObjectName("propertyTabs");
  m_tabs->setDocumentMode(true);
  layout->addWidget(m_tabs, 1);
  m_data = new PropertyDataPage(this);
  m_links = new PropertyLinksPage(this);
  m_info = new PropertyInfoPage(this);
  m_messagesPage = new PropertyMessagesPage(m_messages, this);
  m_energy = new PropertyEnergyPage(this);
  m_tabs->addTab(m_data, tr("Data"));
  m_tabs->addTab(m_links, tr("Links"));
  m_tabs->addTab(m_info, tr("Info"));
  m_tabs->addTab(m_messagesPage, tr("Messages"));
  m_tabs->addTab(m_energy, tr("Energy"));
  const auto follow = [this](const ObjectHandle& object) { m_selection.select(object); };
  connect(m_data, &PropertyDataPage::followRequested, this, follow);
  connect(m_links, &PropertyLinksPage::followRequested, this, follow);
  connect(m_data, &PropertyDataPage::plotRequested, this,
          [this](const QString& data) { Q_EMIT plotRequested(m_object.handle, data); });
  connect(m_data, &PropertyDataPage::colorByRequested, this,
          [this](const QString& data) { Q_EMIT colorByRequested(m_object.handle, data); });
  connect(m_data, &PropertyDataPage::scrolled, this, &PropertyPanel::refreshLater);
  connect(m_tabs, &QTabWidget::currentChanged, this, &PropertyPanel::refreshLater);
}

void PropertyPanel::watchSession() {
  m_session.addObserver(m_baseline.get());
  // A scene that is already there was not announced to the observer.
  m_session.ask(
      this, [baseline = m_baseline](simulation::Node& root) { return baseline->record(root), true; }, [](bool) {});
  connect(&m_session, &Session::loading, this, [this] { m_messages.clear(); });
  connect(&m_session, &Session::loaded, this, [this](bool good) {
    m_asking = false;  // questions about the scene before are dropped
    m_energy->clear();
    if (good) selectAgain();
    load();
  });
  connect(&m_session, &Session::wasReset, this, [this] { m_energy->clear(); });
  // frameReady also follows every change of the scene; stepped comes where frames are skipped.
  for (auto signal : {&Session::frameReady, &Session::graphChanged, &Session::wasReset})
    connect(&m_session, signal, this, &PropertyPanel::refreshLater);
  connect(&m_session, &Session::stepped, this, &PropertyPanel::refreshLater);
}

void PropertyPanel::setEdits(DataEdits* edits) {
  m_edits->notifier().disconnect(this);
  m_edits = edits ? edits : m_ownEdits.get();
  watchEdits();
  load();
}

void PropertyPanel::watchEdits() {
  connect(&m_edits->notifier(), &DataEditNotifier::refused, this, &PropertyPanel::refused);
}

void PropertyPanel::refused(const ObjectHandle& object, const QString& data, const QString& why) {
  if (!(object == m_object.handle)) return;
  if (auto* row = m_data->row(data)) row->refuse(why);
  m_links->refuse(data, why);
}

// --- Which object ----------------------------------------------------------------------------------------------------

/// After loading, what was selected has its path in the new scene too, if it still exists.
void PropertyPanel::selectAgain() {
  if (m_selection.isEmpty()) return;
  m_session.ask(
      this,
      [handle = m_selection.current()](simulation::Node& root) {
        if (findLive(handle, root)) return ObjectHandle{};
        core::Base* object = handle.path == "/" ? &root : core::findObjectByPath(root, "@" + handle.path.toStdString());
        return object ? makeHandle(*object) : ObjectHandle{};
      },
      [this](const ObjectHandle& found) {
        if (!found.path.isEmpty() && m_selection.current().path == found.path) m_selection.select(found);
      });
}

void PropertyPanel::load() {
  const int generation = ++m_generation;
  m_asking = false;
  m_stale = true;
  if (m_selection.isEmpty()) {
    m_object = {};
    m_data->clear();
    m_header->hide();
    m_tabs->hide();
    m_note->setText(tr("Nothing is selected. Choose a node or component in the scene graph or in the view."));
    m_note->show();
    return;
  }
  m_session.ask(
      this,
      [handle = m_selection.current(), baseline = m_baseline](simulation::Node& root) {
        Loaded loaded{snapshotObject(handle, root, baseline.get()), {}, {}};
        const auto object = findLive(handle, root);
        if (!object || object.get() == &root) return loaded;
        if (const auto* body = bodyOf(*object)) loaded.body = QString::fromStdString(body->path());
        constexpr std::size_t most = 60;  // more are found in the scene graph
        for (auto* component : componentsOfBody(*object)) {
          if (loaded.components.size() == most) break;
          loaded.components.push_back(makeHandle(*component));
        }
        return loaded;
      },
      [this, generation](const Loaded& loaded) {
        if (generation != m_generation) return;
        fillBodyMenu(loaded);
        display(loaded.object);
      });
}

/// Named from the node of the body on.
void PropertyPanel::fillBodyMenu(const Loaded& loaded) {
  m_bodyMenu->clear();
  for (const auto& component : loaded.components) {
    const QString name = component.path.mid(component.path.startsWith(loaded.body + "/") ? loaded.body.size() + 1 : 1);
    const QString text = QString("%1   %2").arg(name, component.className).replace("&", "&&");
    auto* entry = m_bodyMenu->addAction(text, this, [this, component] { m_selection.select(component); });
    entry->setCheckable(true);
    entry->setChecked(component == loaded.object.handle);
  }
  m_body->setVisible(!m_bodyMenu->isEmpty());
}

void PropertyPanel::display(const ObjectSnapshot& object) {
  m_stale = false;
  if (!object.alive) {
    m_object.handle = m_selection.current();
    return showGone();
  }
  m_object = object;
  m_gone = false;
  m_note->hide();
  m_header->show();
  m_tabs->show();
  m_tabs->setEnabled(true);
  showHeader(object.handle, object.templateName);
  m_icon->setPixmap(kindIcon(object.kinds).pixmap(QSize(16, 16), devicePixelRatioF()));
  const EditorContext context{&m_session, m_edits, object.handle};
  m_data->build(object, context);
  m_links->build(object, context);
  m_info->build(object, m_session);
  m_energy->clear();
  m_tabs->setTabText(m_tabs->indexOf(m_links),
                     object.links.empty() ? tr("Links") : tr("Links (%1)").arg(object.links.size()));
  m_tabs->setTabVisible(m_tabs->indexOf(m_energy), object.isNode);
  m_messagesPage->setPath(object.path);
  updateMessages();
  refreshLater();
}

void PropertyPanel::showHeader(const ObjectHandle& object, const QString& templateName) {
  m_object.path = object.path;
  m_name->setText(object.name.isEmpty() ? object.className : object.name);
  m_class->setText(templateName.isEmpty() ? object.className : QString("%1<%2>").arg(object.className, templateName));
  m_path->setText(object.path);
  m_path->setToolTip(object.path);
}

/// What was known stays on the screen, but can't be edited any more; an undone removal brings it back to life.
void PropertyPanel::showGone() {
  m_gone = true;
  m_tabs->setEnabled(false);
  const QString path = m_object.path.isEmpty() ? m_selection.current().path : m_object.path;
  m_note->setText(tr("%1 is no longer in the scene.").arg(path));
  m_note->show();
}

// --- Refreshing ------------------------------------------------------------------------------------------------------

void PropertyPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refreshLater();
}

void PropertyPanel::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  const bool ends = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape;
  const auto* widget = window()->focusWidget();
  if (!ends || !isField(widget) || widget == m_data->filter()) return QWidget::keyPressEvent(event);
  Q_EMIT inputEnded();
}

void PropertyPanel::refreshLater() {
  if (!m_timer.isActive() && isVisible()) m_timer.start();
}

/// One question at a time: if a step takes a second, so does the answer.
void PropertyPanel::refresh() {
  updateMessages();
  if (m_asking || m_stale || !isVisible() || m_object.path.isEmpty()) return;
  m_asking = true;
  struct Wanted {
    std::string name;
    int counter;  // of what is shown
    bool isSet, linked;
  };
  std::vector<Wanted> wanted;
  if (m_tabs->currentWidget() == m_data)
    for (auto* row : m_data->visibleRows()) {
      const auto& shown = row->snapshot();
      wanted.push_back({shown.name.toStdString(), shown.counter, shown.isSet, !shown.linkPath.isEmpty()});
    }
  const bool links = m_tabs->currentWidget() == m_links, energy = m_tabs->currentWidget() == m_energy;
  m_session.ask(
      this,
      [=, handle = m_object.handle, baseline = m_baseline](simulation::Node& root) {
        Refresh answer;
        const auto object = findLive(handle, root);
        if (!object) return answer;
        answer.alive = true;
        answer.object = makeHandle(*object);
        for (const auto& known : wanted) {
          const auto* data = object->findData(known.name);
          if (!data) continue;
          const bool same = data->counter() == known.counter && data->isSet() == known.isSet &&
                            (data->parent() != nullptr) == known.linked;
          if (!same) answer.data.push_back(snapshotData(*data, baseline.get()));
        }
        if (links) answer.links = snapshotLinks(*object);
        if (energy) answer.energy = snapshotEnergy(*object);
        return answer;
      },
      [this, generation = m_generation](const Refresh& answer) {
        if (generation == m_generation) receive(answer);
      });
}

void PropertyPanel::receive(const Refresh& answer) {
  m_asking = false;
  if (!answer.alive) {
    if (!m_gone) showGone();
    return;
  }
  if (m_gone) return load();  // it is back
  if (answer.object.path != m_object.path || answer.object.name != m_name->text())
    showHeader(answer.object, m_object.templateName);
  m_data->refresh(answer.data);
  m_links->refresh(answer.links);
  if (answer.energy) m_energy->add(*answer.energy);
}

void PropertyPanel::updateMessages() {
  m_messagesPage->refresh();
  const int count = m_messagesPage->count();
  m_tabs->setTabText(m_tabs->indexOf(m_messagesPage), count ? tr("Messages (%1)").arg(count) : tr("Messages"));
}

}  // namespace sofa::gui
