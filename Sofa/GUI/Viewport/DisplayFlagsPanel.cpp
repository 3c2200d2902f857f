// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/DisplayFlagsPanel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "Sofa/Component/Visual/VisualStyle.h"
#include "Sofa/GUI/Properties/DataEdits.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/GUI/Session/Session.h"
#include "Sofa/GUI/Viewport/DisplayFlagsTree.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::gui {

using component::visual::VisualStyle;
using Flags = type::DisplayFlags;

DisplayFlagsPanel::DisplayFlagsPanel(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_selection(selection),
      m_tree(new DisplayFlagsTree(DisplayFlagsTree::Neutral::resolved, this)),
      m_style(new QLabel(this)) {
  setObjectName("displayFlagsPanel");
  m_tree->setObjectName("displayFlagsTree");
  m_style->setObjectName("displayFlagsStyle");
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(m_tree, 1);
  auto* buttons = new QHBoxLayout;
  layout->addLayout(buttons);
  layout->addWidget(m_style);
  const auto addButton = [&](const QString& text, const QString& help, auto change) {
    auto* button = new QPushButton(text, this);
    button->setToolTip(help);
    buttons->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, change] {
      Flags flags;
      change(flags);
      m_tree->setFlags(flags);
      write(flags);
    });
    return button;
  };
  addButton(tr("Default"), tr("Visual models only, nodes decide otherwise"), [](Flags& f) {
    f.apply("showVisualModels");
  })->setObjectName("displayFlagsDefault");
  addButton(tr("All"), tr("Everything but the options"), [](Flags& f) {
    f.apply("showAll");
  })->setObjectName("displayFlagsAll");
  addButton(tr("None"), tr("Nothing"), [](Flags& f) {
    f.apply("hideAll");
    f.apply("hideOptions");
  })->setObjectName("displayFlagsNone");
  m_tree->setEnabled(false);  // until it is known what it changes
  m_style->setTextFormat(Qt::RichText);
  m_style->setWordWrap(true);
  connect(m_style, &QLabel::linkActivated, this, [this] { m_selection.select(m_styleHandle); });
  connect(m_tree, &DisplayFlagsTree::edited, this, [this] { write(m_tree->flags()); });

  m_later.setSingleShot(true);
  m_later.setInterval(100);
  connect(&m_later, &QTimer::timeout, this, &DisplayFlagsPanel::refresh);
  const auto later = [this] {
    if (isVisible() && !m_later.isActive()) m_later.start();
  };
  connect(&m_session, &Session::frameReady, this, later);
  connect(&m_session, &Session::graphChanged, this, later);
  connect(&m_session, &Session::loaded, this, [this, later](bool good) {
    m_asking = false;  // questions to the scene before are dropped
    m_tree->setEnabled(false);
    if (good) later();
  });
}

void DisplayFlagsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void DisplayFlagsPanel::refresh() {
  if (m_asking || !isVisible()) return;
  m_asking = true;
  m_session.ask(
      this,
      [](simulation::Node& root) {
        auto* style = root.slot<VisualStyle>();
        return std::pair(style ? makeHandle(*style) : ObjectHandle{}, style ? style->d_displayFlags.value() : Flags{});
      },
      [this](const std::pair<ObjectHandle, Flags>& answer) {
        m_asking = false;
        m_styleHandle = answer.first;
        m_tree->setFlags(answer.second);
        m_tree->setEnabled(true);
        m_style->setText(m_styleHandle.path.isEmpty()
                             ? tr("The root has no VisualStyle; the first change adds one.")
                             : tr("Style of the root: <a href=\"#\">%1</a>").arg(m_styleHandle.path.toHtmlEscaped()));
      });
}

void DisplayFlagsPanel::write(const Flags& flags) {
  if (m_edits && !m_styleHandle.path.isEmpty()) {
    m_edits->setData(m_styleHandle, "displayFlags", displayFlagsText(flags));
    return;
  }
  m_session.post([flags](simulation::Node& root) {
    auto* style = root.slot<VisualStyle>();
    if (!style) {
      const auto made = std::dynamic_pointer_cast<VisualStyle>(root.add("VisualStyle"));
      if (!made) return;
      made->init();
      style = made.get();
    }
    style->d_displayFlags.set(flags);
    style->reinit();
  });
}

}  // namespace sofa::gui
