// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSize>

class QMainWindow;
class QWidget;

namespace sofa::gui {

/// Gives a window the place, the size and the layout of its panels that it had when it was saved last; at first, most
/// of the screen. False if no layout fits.
bool restoreLayout(QMainWindow& window);
void saveLayout(const QMainWindow& window);
/// Resizes a window, in a few tries, so that the view in it has that many pixels.
void resizeToView(QMainWindow& window, const QWidget& view, QSize pixels);

}  // namespace sofa::gui
