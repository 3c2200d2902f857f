// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/BackgroundMenu.h"

#include <QColorDialog>

#include "Sofa/GUI/Viewport/Viewport.h"

namespace sofa::gui {
namespace {

struct Background {
  const char* name;
  std::optional<type::Color> color;  // none: as in the scene
};
constexpr std::array backgrounds = {
    Background{"As in the scene", std::nullopt}, Background{"Black", type::Color{0, 0, 0, 1}},
    Background{"White", type::Color{1, 1, 1, 1}}, Background{"Dark gray", type::Color{0.18f, 0.19f, 0.21f, 1}},
    Background{"Light gray", type::Color{0.86f, 0.87f, 0.89f, 1}}};

void setBackground(Viewport& viewport, const std::optional<type::Color>& color) {
  auto view = viewport.viewSettings();
  view.background = color;
  viewport.setViewSettings(view);
}

}  // namespace

BackgroundMenu::BackgroundMenu(Viewport& viewport, QWidget* parent)
    : QMenu("Bac&kground", parent), m_viewport(viewport) {
  for (const auto& background : backgrounds)
    addAction(background.name, this, [this, &background] { setBackground(m_viewport, background.color); });
  addAction("Choose...", this, &BackgroundMenu::choose);
}

void BackgroundMenu::choose() {
  const QColor c = QColorDialog::getColor(Qt::black, parentWidget(), "Background");
  if (!c.isValid()) return;
  setBackground(m_viewport, type::Color{static_cast<float>(c.redF()), static_cast<float>(c.greenF()),
                                        static_cast<float>(c.blueF()), 1});
}

void BackgroundMenu::showNext() {
  const auto seen = [this](const std::optional<type::Color>& chosen) {
    const auto& frame = m_viewport.frame();
    const bool isScenes = !chosen && frame && frame->backgroundImage.empty();
    return isScenes ? std::optional(frame->background) : chosen;
  };
  const auto before = m_viewport.viewSettings().background;
  const auto current = std::find_if(backgrounds.begin(), backgrounds.end(),
                                    [&](const auto& background) { return background.color == before; });
  auto at = static_cast<std::size_t>(current - backgrounds.begin());
  do {
    at = at + 1 < backgrounds.size() ? at + 1 : 0;
  } while (seen(backgrounds[at].color) == seen(before));
  setBackground(m_viewport, backgrounds[at].color);
}

}  // namespace sofa::gui
