// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/PropertyDataPage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "Sofa/GUI/Properties/PropertyRow.h"

namespace sofa::gui {
namespace {

/// Data that every object has stand last: they are seldom what one looks for.
bool isCommon(const QString& name) {
  static const QStringList common = {"name", "printLog", "tags", "bbox", "componentState", "listening"};
  return common.contains(name);
}

}  // namespace

PropertyDataPage::PropertyDataPage(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 4, 0, 0);
  layout->setSpacing(4);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(6, 0, 6, 0);
  m_filter = new QLineEdit(this);
  m_filter->setObjectName("propertyFilter");
  m_filter->setPlaceholderText(tr("Filter names, helps and values"));
  m_filter->setClearButtonEnabled(true);
  m_changedOnly = new QToolButton(this);
  m_changedOnly->setObjectName("changedOnly");
  m_changedOnly->setText("●");
  m_changedOnly->setCheckable(true);
  m_changedOnly->setToolTip(tr("Only what differs from the default or changed since the scene was loaded"));
  top->addWidget(m_filter, 1);
  top->addWidget(m_changedOnly);
  layout->addLayout(top);
  m_scroll = new QScrollArea(this);
  m_scroll->setObjectName("propertyScroll");
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  layout->addWidget(m_scroll, 1);
  connect(m_filter, &QLineEdit::textChanged, this, &PropertyDataPage::applyFilter);
  connect(m_changedOnly, &QToolButton::toggled, this, &PropertyDataPage::applyFilter);
  connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this, &PropertyDataPage::scrolled);
}

void PropertyDataPage::clear() {
  m_groups.clear();
  m_rows.clear();
  delete m_scroll->takeWidget();
  m_content = nullptr;
}

void PropertyDataPage::build(const ObjectSnapshot& object, const EditorContext& context) {
  clear();
  m_content = new QWidget;
  // What can't be edited looks flat.
  m_content->setStyleSheet(
      "sofa--gui--TextField:read-only {"
      " background: transparent; border: 1px solid palette(mid); border-radius: 2px; padding: 1px; }");
  auto* layout = new QVBoxLayout(m_content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  QStringList titles = {tr("Properties")};
  QMap<QString, std::vector<const DataSnapshot*>> grouped;
  const QString last = tr("Common");
  for (const auto& data : object.data) {
    const QString title = isCommon(data.name) ? last : data.group.isEmpty() ? titles.front() : data.group;
    if (!titles.contains(title) && title != last) titles << title;
    grouped[title].push_back(&data);
  }
  titles << last;
  for (const QString& title : titles) {
    if (!grouped.contains(title)) continue;
    Group& group = addGroup(title);
    for (const auto* data : grouped[title]) {
      auto* row = new PropertyRow(*data, context, group.content);
      static_cast<QVBoxLayout*>(group.content->layout())->addWidget(row);
      group.rows.push_back(row);
      m_rows.push_back(row);
      connect(row, &PropertyRow::plotRequested, this, &PropertyDataPage::plotRequested);
      connect(row, &PropertyRow::colorByRequested, this, &PropertyDataPage::colorByRequested);
      connect(row, &PropertyRow::followRequested, this, &PropertyDataPage::followRequested);
    }
  }
  layout->addStretch();
  alignNames();
  m_scroll->setWidget(m_content);  // once all has its size, or rows would be seen before they are laid out
  applyFilter();
}

PropertyDataPage::Group& PropertyDataPage::addGroup(const QString& title) {
  auto* header = new QToolButton(m_content);
  header->setObjectName("group_" + title);
  header->setText(title);
  header->setCheckable(true);
  header->setChecked(!m_folded.value(title));
  header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  header->setAutoRaise(true);
  header->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  header->setFocusPolicy(Qt::TabFocus);
  header->setStyleSheet(
      "QToolButton { font-weight: bold; border: none; padding: 4px 6px; text-align: left;"
      " background: palette(button); color: palette(button-text); }");
  auto* content = new QWidget(m_content);
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 3, 0, 5);
  rows->setSpacing(1);
  m_content->layout()->addWidget(header);
  m_content->layout()->addWidget(content);
  const auto fold = [this, header, content, title](bool open) {
    header->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    content->setVisible(open);
    m_folded[title] = !open;
  };
  fold(header->isChecked());
  connect(header, &QToolButton::toggled, this, [this, fold](bool open) {
    fold(open);
    Q_EMIT scrolled();
  });
  m_groups.push_back({header, content, {}});
  return m_groups.back();
}

void PropertyDataPage::refresh(const std::vector<DataSnapshot>& data) {
  for (const auto& snapshot : data)
    if (auto* found = row(snapshot.name)) found->setSnapshot(snapshot);
}

PropertyRow* PropertyDataPage::row(const QString& data) const {
  const auto it = std::find_if(m_rows.begin(), m_rows.end(), [&](auto* r) { return r->snapshot().name == data; });
  return it == m_rows.end() ? nullptr : *it;
}

std::vector<PropertyRow*> PropertyDataPage::visibleRows() const {
  std::vector<PropertyRow*> visible;
  const QWidget* area = m_scroll->viewport();
  for (auto* row : m_rows) {
    if (!row->isVisible()) continue;
    const QRect place(row->mapTo(area, QPoint(0, 0)), row->size());
    if (place.intersects(area->rect())) visible.push_back(row);
  }
  return visible;
}

/// While something is filtered, groups show what matches whether they are folded or not.
void PropertyDataPage::applyFilter() {
  const QString text = m_filter->text().trimmed();
  const bool changedOnly = m_changedOnly->isChecked(), filtering = changedOnly || !text.isEmpty();
  for (const Group& group : m_groups) {
    bool any = false;
    for (auto* row : group.rows) {
      const auto& s = row->snapshot();
      const bool changed = (s.differs && !s.readOnly) || s.changedSinceLoad;
      const bool idle = s.withoutEffect && !s.isSet && !filtering;  // only a search finds what does nothing
      const bool shown = !idle && (text.isEmpty() || row->matches(text)) && (!changedOnly || changed);
      row->setVisible(shown);
      any = any || shown;
    }
    group.header->setVisible(any);
    group.content->setVisible(any && (filtering || group.header->isChecked()));
  }
  Q_EMIT scrolled();
}

void PropertyDataPage::alignNames() {
  int width = 60;
  for (auto* row : m_rows) width = std::max(width, row->nameWidthHint());
  width = std::min(width, std::max(80, this->width() * 2 / 5));
  for (auto* row : m_rows) row->setNameWidth(width);
}

void PropertyDataPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  alignNames();
  Q_EMIT scrolled();
}

}  // namespace sofa::gui
