// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/PropertyPages.h"

#include <QDesktopServices>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QUrl>
#include <QVBoxLayout>

#include "Sofa/Core/Service/ComponentHelp.h"
#include "Sofa/GUI/Properties/DataEditorFields.h"
#include "Sofa/GUI/Properties/DataEdits.h"
#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {

// --- Links -----------------------------------------------------------------------------------------------------------

PropertyLinksPage::PropertyLinksPage(QWidget* parent) : QScrollArea(parent) {
  setObjectName("propertyLinks");
  setWidgetResizable(true);
  setFrameShape(NoFrame);
}

void PropertyLinksPage::build(const ObjectSnapshot& object, const EditorContext& context) {
  m_rows.clear();
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(8, 8, 8, 8);
  if (object.links.empty()) {
    auto* none = new QLabel(tr("This object has no links."), content);
    none->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(none);
  }
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(2);
  grid->setColumnStretch(1, 1);
  layout->addLayout(grid);
  for (const auto& link : object.links) addRow(grid, link, context);
  layout->addStretch();
  setWidget(content);
}

void PropertyLinksPage::addRow(QGridLayout* grid, const LinkSnapshot& link, const EditorContext& context) {
  const int line = grid->rowCount();
  auto* name = new QLabel(link.name);
  const QString kind = link.multiple ? tr("several %1") : QString("%1");
  name->setToolTip(QString("<p>%1<br><b>%2</b> %3</p>")
                       .arg(link.help.toHtmlEscaped(), tr("Type:"), kind.arg(link.typeName).toHtmlEscaped()));
  Row row;
  row.path = new TextField;
  row.path->setObjectName("linkPath_" + link.name);
  row.path->setPlaceholderText(tr("found by itself"));
  row.path->setToolTip(tr("Path of the object, e.g. @../loader; empty: the component looks for one"));
  row.targets = new QLabel;
  row.targets->setObjectName("linkTargets_" + link.name);
  row.targets->setTextFormat(Qt::RichText);
  row.targets->setWordWrap(true);
  row.problem = new QLabel;
  row.problem->setObjectName("linkProblem_" + link.name);
  row.problem->setWordWrap(true);
  row.problem->setStyleSheet("color: #d63031");
  row.problem->hide();
  grid->addWidget(name, line, 0);
  grid->addWidget(row.path, line, 1);
  grid->addWidget(row.targets, line + 1, 1);
  grid->addWidget(row.problem, line + 2, 1);
  grid->setRowMinimumHeight(line + 3, 4);
  connect(row.path, &TextField::edited, this, [this, context, link = link.name](const QString& text) {
    m_rows[link].problem->hide();
    if (context.edits) context.edits->setData(context.object, link, text);
  });
  connect(row.targets, &QLabel::linkActivated, this, [this, link = link.name](const QString& number) {
    const auto& handles = m_rows[link].handles;
    const auto i = static_cast<std::size_t>(number.toInt());
    if (i < handles.size()) Q_EMIT followRequested(ObjectHandle(handles[i]));
  });
  showLink(m_rows[link.name] = row, link);
}

void PropertyLinksPage::showLink(Row& row, const LinkSnapshot& link) {
  row.path->setValue(link.given ? link.text : QString());
  row.handles = link.targets;
  QStringList targets;
  for (std::size_t i = 0; i < link.targets.size(); ++i)
    targets << QString("→ <a href=\"%1\">%2</a> <span style='color:gray'>%3</span>")
                   .arg(QString::number(i), link.targets[i].path.toHtmlEscaped(),
                        link.targets[i].className.toHtmlEscaped());
  if (targets.isEmpty())
    targets << QString("<span style='color:gray'>%1</span>")
                   .arg(link.given ? tr("names nothing that is there") : tr("none"));
  const QString text = targets.join("<br>");
  if (row.targets->text() != text) row.targets->setText(text);
}

void PropertyLinksPage::refresh(const std::vector<LinkSnapshot>& links) {
  for (const auto& link : links)
    if (const auto it = m_rows.find(link.name); it != m_rows.end()) showLink(*it, link);
}

void PropertyLinksPage::refuse(const QString& link, const QString& why) {
  const auto it = m_rows.find(link);
  if (it == m_rows.end()) return;
  it->path->restore();
  it->problem->setText(why);
  it->problem->show();
}

// --- Info ------------------------------------------------------------------------------------------------------------

PropertyInfoPage::PropertyInfoPage(QWidget* parent) : QScrollArea(parent) {
  setObjectName("propertyInfo");
  setWidgetResizable(true);
  setFrameShape(NoFrame);
}

void PropertyInfoPage::build(const ObjectSnapshot& object, Session& session) {
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(8, 8, 8, 8);
  m_form = new QFormLayout;
  m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  m_form->setRowWrapPolicy(QFormLayout::DontWrapRows);
  layout->addLayout(m_form);
  const auto add = [&](const QString& label, const QString& text) {
    if (text.isEmpty()) return static_cast<QLabel*>(nullptr);
    auto* value = new QLabel(text, content);
    value->setTextInteractionFlags(Qt::TextBrowserInteraction);
    value->setWordWrap(true);
    value->setAlignment(Qt::AlignTop);
    value->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto* name = new QLabel(label, content);
    name->setForegroundRole(QPalette::PlaceholderText);
    name->setAlignment(Qt::AlignTop);
    m_form->addRow(name, value);
    return value;
  };
  add(tr("Name"), object.name);
  add(tr("Class"), object.className);
  add(tr("Template"), object.templateName);
  add(tr("Path"), object.path);
  add(tr("Module"), object.module);
  add(tr("Purpose"), object.description);
  if (!object.file.isEmpty())
    if (auto* place = add(tr("Written in"),
                          QString("<a href=\"%1\">%2</a>")
                              .arg(QUrl::fromLocalFile(object.file).toString().toHtmlEscaped(),
                                   (object.line > 0 ? QString("%1:%2").arg(object.file).arg(object.line) : object.file)
                                       .toHtmlEscaped())))
      connect(place, &QLabel::linkActivated, place, [](const QString& url) { QDesktopServices::openUrl(QUrl(url)); });
  auto* help = new QPlainTextEdit(content);
  help->setObjectName("classHelp");
  help->setReadOnly(true);
  help->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  help->setLineWrapMode(QPlainTextEdit::NoWrap);
  help->hide();
  layout->addWidget(help, 1);
  layout->addStretch();
  setWidget(content);
  if (object.isNode) return;
  session.ask(
      help, [name = object.className.toStdString()](simulation::Node&) { return core::describeComponent(name); },
      [help](const std::string& text) {
        help->setPlainText(QString::fromStdString(text));
        help->setVisible(!text.empty());
      });
}

}  // namespace sofa::gui
