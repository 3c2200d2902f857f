// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/PropertyRow.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFrame>
#include <QGridLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/GUI/Properties/DataEditorFields.h"
#include "Sofa/GUI/Properties/DataEdits.h"
#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {
namespace {

constexpr int dotSpace = 10;
enum Column { nameColumn, editorColumn, unitColumn };

/// Long texts of tool tips and menus, cut.
QString cut(const QString& text, int most = 200) { return text.size() > most ? text.left(most) + "…" : text; }

}  // namespace

PropertyRow::PropertyRow(const DataSnapshot& snapshot, const EditorContext& context, QWidget* parent)
    : QWidget(parent),
      m_snapshot(snapshot),
      m_context(context),
      m_grid(new QGridLayout(this)),
      m_name(new QLabel(this)),
      m_editor(makeDataEditor(snapshot, context, this)),
      m_unit(new QLabel(snapshot.unit, this)),
      m_link(new QLabel(this)),
      m_problem(new QLabel(this)),
      m_refused(new QFrame(this)) {
  setObjectName("row_" + snapshot.name);
  m_editor->setObjectName("editor_" + snapshot.name);
  m_problem->setObjectName("problem_" + snapshot.name);
  m_link->setObjectName("link_" + snapshot.name);
  m_grid->setContentsMargins(dotSpace, 1, 6, 1);
  m_grid->setHorizontalSpacing(6);
  m_grid->setVerticalSpacing(2);
  m_grid->setColumnStretch(editorColumn, 1);
  m_unit->setForegroundRole(QPalette::PlaceholderText);
  m_name->setBuddy(m_editor);
  m_problem->setWordWrap(true);
  m_problem->setMargin(4);
  m_problem->setAutoFillBackground(true);
  const QColor red(170, 40, 40);
  QPalette colors = m_problem->palette();
  colors.setColor(QPalette::Window, red);
  colors.setColor(QPalette::WindowText, Qt::white);
  m_problem->setPalette(colors);
  m_problem->hide();
  m_refused->setObjectName("refused_" + snapshot.name);
  m_refused->setStyleSheet(
      QString("QFrame { border: 2px solid %1; border-radius: 2px; }").arg(red.lighter(140).name()));
  m_refused->setAttribute(Qt::WA_TransparentForMouseEvents);
  m_refused->hide();
  m_link->setTextFormat(Qt::RichText);
  m_problemEnd.setSingleShot(true);
  m_problemEnd.setInterval(10000);
  connect(&m_problemEnd, &QTimer::timeout, this, &PropertyRow::endProblem);
  connect(m_editor, &DataEditor::edited, this, [this](const QString& text) {
    endProblem();
    if (m_context.edits) m_context.edits->setData(m_context.object, m_snapshot.name, text);
  });
  connect(m_editor, &DataEditor::problem, this, &PropertyRow::refuse);
  connect(m_editor, &DataEditor::widthChanged, this, &PropertyRow::layOut);
  connect(m_link, &QLabel::linkActivated, this, [this] { Q_EMIT followRequested(m_snapshot.linkOwner); });
  layOut();
  display();
}

/// The editor beside the name or, if it wants more room, below it.
void PropertyRow::layOut() {
  for (QWidget* widget :
       {static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_editor), static_cast<QWidget*>(m_unit),
        static_cast<QWidget*>(m_link), static_cast<QWidget*>(m_problem), static_cast<QWidget*>(m_refused)})
    m_grid->removeWidget(widget);
  const bool wide = m_editor->isWide();
  m_name->setFixedHeight(std::max(QLineEdit().sizeHint().height(), m_unit->sizeHint().height()));
  m_grid->addWidget(m_name, 0, nameColumn, wide ? Qt::AlignVCenter : Qt::AlignTop);
  for (QWidget* widget : {static_cast<QWidget*>(m_editor), static_cast<QWidget*>(m_refused)})  // one over the other
    if (wide)
      m_grid->addWidget(widget, 1, nameColumn, 1, 3);
    else
      m_grid->addWidget(widget, 0, editorColumn);
  m_refused->raise();
  m_unit->setFixedHeight(m_name->height());
  m_grid->addWidget(m_unit, 0, unitColumn, Qt::AlignTop);
  m_unit->setVisible(!m_snapshot.unit.isEmpty());
  m_grid->addWidget(m_link, 2, wide ? nameColumn : editorColumn, 1, -1);
  m_grid->addWidget(m_problem, 3, nameColumn, 1, -1);
}

void PropertyRow::setSnapshot(const DataSnapshot& snapshot) {
  m_snapshot = snapshot;
  display();
}

void PropertyRow::display() {
  QFont font = this->font();
  font.setBold(m_snapshot.differs && !m_snapshot.readOnly);
  m_name->setFont(font);
  m_name->setForegroundRole(m_snapshot.changedSinceLoad ? QPalette::Link : QPalette::WindowText);
  setNameWidth(m_name->minimumWidth());
  m_link->setVisible(!m_snapshot.linkPath.isEmpty());
  if (!m_snapshot.linkPath.isEmpty())
    m_link->setText(QString("⟵ <a href=\"#\">%1</a>").arg(m_snapshot.linkPath.toHtmlEscaped()));
  m_editor->setSnapshot(m_snapshot);
  update();
}

void PropertyRow::setNameWidth(int width) {
  if (width <= 0) return;
  m_name->setFixedWidth(width);
  m_name->setText(QFontMetrics(m_name->font()).elidedText(m_snapshot.name, Qt::ElideMiddle, width));
}

int PropertyRow::nameWidthHint() const {
  QFont bold = font();
  bold.setBold(true);
  return QFontMetrics(bold).horizontalAdvance(m_snapshot.name) + 2;
}

bool PropertyRow::matches(const QString& text) const {
  return m_snapshot.name.contains(text, Qt::CaseInsensitive) || m_snapshot.help.contains(text, Qt::CaseInsensitive) ||
         m_snapshot.text.contains(text, Qt::CaseInsensitive) || m_snapshot.linkPath.contains(text, Qt::CaseInsensitive);
}

void PropertyRow::refuse(const QString& why) {
  m_editor->restore();
  QString text = why.isEmpty() ? why : why.left(1).toUpper() + why.mid(1);
  while (text.endsWith('.')) text.chop(1);
  m_problem->setText(tr("%1. The value stays as it was.").arg(text));
  m_problem->show();
  m_refused->show();
  m_problemEnd.start();
}

void PropertyRow::endProblem() {
  m_problem->hide();
  m_refused->hide();
}

bool PropertyRow::isRefused() const { return m_refused->isVisible(); }

QString PropertyRow::problemText() const { return m_problem->isHidden() ? QString() : m_problem->text(); }

void PropertyRow::paintEvent(QPaintEvent*) {
  if (!m_snapshot.changedSinceLoad) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().color(QPalette::Highlight));
  constexpr double radius = 3;
  painter.drawEllipse(QPointF(dotSpace / 2.0, m_name->geometry().center().y() + 0.5), radius, radius);
}

// --- Tool tip and menu -----------------------------------------------------------------------------------------------

QString PropertyRow::toolTipText() const {
  const auto line = [](const QString& label, const QString& text) {
    return QString("<br><b>%1</b> %2").arg(label, text.toHtmlEscaped());
  };
  QString text = QString("<p style='white-space:pre-wrap'>%1").arg(m_snapshot.help.toHtmlEscaped());
  text += line(tr("Type:"), m_snapshot.typeName) + line(tr("Class:"), m_snapshot.ownerClass);
  text += line(tr("Default:"), m_snapshot.defaultText.isEmpty() ? tr("empty") : cut(m_snapshot.defaultText));
  if (m_snapshot.changedSinceLoad)
    text += m_snapshot.initialText.isEmpty() ? "<br>" + tr("Edited since the scene was loaded")
                                             : line(tr("When loaded:"), cut(m_snapshot.initialText));
  if (isRefused()) text += "<br><b>" + m_problem->text().toHtmlEscaped() + "</b>";
  if (m_snapshot.withoutEffect) text += "<br>" + tr("Kept for scenes that set it");
  if (m_snapshot.readOnly) text += "<br>" + tr("Output: the component computes it");
  if (m_snapshot.required) text += "<br>" + tr("Required: the scene is expected to give it");
  return text;
}

/// Sizes and extremes of long lists are computed when somebody wants to know.
void PropertyRow::showToolTip(const QPoint& where) {
  const bool list = m_snapshot.editor == EditorKind::list && m_snapshot.elements > 0;
  QToolTip::showText(where, toolTipText() + "</p>", this);
  if (!list || !m_context.session) return;
  m_context.session->ask(
      this,
      [object = m_context.object, name = m_snapshot.name.toStdString()](simulation::Node& root) {
        const auto live = findLive(object, root);
        const auto* data = live ? live->findData(name) : nullptr;
        return data ? summarize(*data) : ScalarSummary{};
      },
      [this, where](const ScalarSummary& s) {
        if (!QToolTip::isVisible() || !rect().contains(mapFromGlobal(where)) || s.count == 0) return;
        QString text = toolTipText() + tr("<br><b>Numbers:</b> %L1, from %2 to %3, norm %4")
                                           .arg(s.count)
                                           .arg(shortText(s.min), shortText(s.max), shortText(s.norm));
        if (s.notFinite > 0) text += tr("; %L1 are not finite").arg(s.notFinite);
        QToolTip::showText(where, text + "</p>", this);
      });
}

bool PropertyRow::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    showToolTip(static_cast<QHelpEvent*>(event)->globalPos());
    return true;
  }
  return QWidget::event(event);
}

/// A Data that followed another keeps the value it has now.
void PropertyRow::unlink() {
  m_context.session->ask(
      this,
      [object = m_context.object, name = m_snapshot.name.toStdString()](simulation::Node& root) {
        const auto live = findLive(object, root);
        const auto* data = live ? live->findData(name) : nullptr;
        return data ? std::optional(QString::fromStdString(data->text(0))) : std::nullopt;
      },
      [this](const std::optional<QString>& text) {
        if (text) m_context.edits->setData(m_context.object, m_snapshot.name, *text);
      });
}

QMenu* PropertyRow::makeMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [&](const QString& name, const QString& text, auto action) {
    auto* entry = menu->addAction(text, this, action);
    entry->setObjectName(name);
    return entry;
  };
  const auto copy = [](const QString& text) { return [text] { QApplication::clipboard()->setText(text); }; };
  const bool linked = !m_snapshot.linkPath.isEmpty();
  const bool numeric = !m_snapshot.scalars.empty() || m_snapshot.elements > 0;
  if (!m_snapshot.readOnly && m_context.edits) {
    add("resetToDefault", tr("Reset to Default"), [this] {
      m_context.edits->resetData(m_context.object, m_snapshot.name);
    })->setEnabled(m_snapshot.differs || m_snapshot.isSet || linked);
    if (m_snapshot.changedSinceLoad && !m_snapshot.initialText.isNull())
      add("resetToLoaded", tr("Back to “%1”").arg(cut(m_snapshot.initialText, 30)), [this] {
        m_context.edits->setData(m_context.object, m_snapshot.name,
                                 m_snapshot.initialText.isEmpty() ? " " : m_snapshot.initialText);
      });
    if (linked && m_context.session) add("unlink", tr("Unlink"), [this] { unlink(); });
  }
  if (linked)
    add("follow", tr("Go to %1").arg(m_snapshot.linkOwner.path),
        [this] { Q_EMIT followRequested(m_snapshot.linkOwner); });
  if (!menu->isEmpty()) menu->addSeparator();
  if (numeric) add("plot", tr("Plot over Time"), [this] { Q_EMIT plotRequested(m_snapshot.name); });
  if (m_snapshot.elements > 1) add("colorBy", tr("Colour by It"), [this] { Q_EMIT colorByRequested(m_snapshot.name); });
  if (numeric) menu->addSeparator();
  add("copyName", tr("Copy Name"), copy(m_snapshot.name));
  add("copyPath", tr("Copy Path"), copy("@" + m_context.object.path + "." + m_snapshot.name));
  add("copyValue", tr("Copy Value"), copy(m_snapshot.text))->setEnabled(m_snapshot.complete);
  return menu;
}

void PropertyRow::contextMenuEvent(QContextMenuEvent* event) { makeMenu()->popup(event->globalPos()); }

}  // namespace sofa::gui
