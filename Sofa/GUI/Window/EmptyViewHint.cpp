// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/EmptyViewHint.h"

#include "Sofa/Component/Visual/VisualStyle.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/GUI/Session/SceneEdits.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/GUI/Viewport/Viewport.h"

namespace sofa::gui {
namespace {

struct Shown {
  QList<ObjectHandle> styles, states;
};

Shown whatCanBeShown(simulation::Node& root) {
  Shown shown;
  std::vector<component::visual::VisualStyle*> styles;
  root.collectDown(styles);
  for (auto* style : styles) shown.styles.push_back(makeHandle(*style));
  std::vector<core::BaseState*> states;
  root.collectDown(states);
  for (auto* state : states)
    if (state->isMechanical() && state->findData("showObject")) shown.states.push_back(makeHandle(*state));
  return shown;
}

bool hasStates(simulation::Node& root) { return root.down<core::BaseState>() != nullptr; }

}  // namespace

EmptyViewHint::EmptyViewHint(Session& session, SceneEdits& edits, const Viewport& viewport, QWidget& view,
                             const QWidget& problem)
    : m_session(session), m_edits(edits), m_viewport(viewport), m_problem(problem), m_overlay(new HintOverlay(&view)) {
  connect(m_overlay, &HintOverlay::accepted, this, &EmptyViewHint::showEverything);
  connect(m_overlay, &HintOverlay::closed, this, [this] { m_closed = true; });
  connect(&m_session, &Session::loading, this, [this] {
    m_overlay->hide();
    m_closed = false;
  });
  connect(&m_viewport, &Viewport::painted, this, &EmptyViewHint::update);
}

bool EmptyViewHint::isEmpty() const {
  const auto& frame = m_viewport.frame();
  return m_session.hasScene() && frame && frame->nothingDrawn;
}

void EmptyViewHint::update() {
  if (!isEmpty()) return m_overlay->hide();
  if (m_closed || m_overlay->isVisible() || m_problem.isVisible()) return;
  m_session.ask(this, hasStates, [this](bool has) {
    if (m_closed || !isEmpty()) return;
    has ? m_overlay->tell("Nothing of this scene is drawn: its display flags show none of what it has.",
                          "Show states, springs and meshes")
        : m_overlay->tell("There is nothing to draw in this scene yet: add a preset from the tab Components.", {});
  });
}

/// As edits, which can be undone.
void EmptyViewHint::showEverything() {
  m_overlay->hide();
  m_session.ask(this, whatCanBeShown, [this](const Shown& shown) {
    m_edits.setDataOfAll(shown.styles, "displayFlags",
                         "showVisual showBehavior showForceFields showInteractionForceFields showCollisionModels");
    m_edits.setDataOfAll(shown.states, "showObject", "1");
  });
}

}  // namespace sofa::gui
