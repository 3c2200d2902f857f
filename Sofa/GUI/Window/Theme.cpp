// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/Theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QProcess>
#include <QStandardPaths>
#include <QStyle>
#include <QStyleFactory>

#include "Sofa/GUI/Window/Settings.h"

namespace sofa::gui {
namespace {

constexpr auto themeKey = "theme";

bool isDarkPalette(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

/// What desktops write of it into their settings files.
bool saysDark() {
  if (qEnvironmentVariable("GTK_THEME").endsWith("dark", Qt::CaseInsensitive)) return true;
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
  for (const char* file : {"/gtk-4.0/settings.ini", "/gtk-3.0/settings.ini"}) {
    const QSettings gtk(folder + file, QSettings::IniFormat);
    if (gtk.value("Settings/gtk-application-prefer-dark-theme").toString().toLower().remove('1') == "true" ||
        gtk.value("Settings/gtk-application-prefer-dark-theme").toInt() == 1 ||
        gtk.value("Settings/gtk-theme-name").toString().endsWith("dark", Qt::CaseInsensitive))
      return true;
  }
  const QSettings kde(folder + "/kdeglobals", QSettings::IniFormat);
  const QStringList window = kde.value("Colors:Window/BackgroundNormal").toStringList();
  return window.size() == 3 && window[0].toInt() + window[1].toInt() + window[2].toInt() < 3 * 128;
}

QPalette palette(QColor window, QColor base, QColor text, QColor accent) {
  const bool dark = window.lightness() < 128;
  const QColor button = dark ? window.lighter(125) : window.lighter(102);
  QPalette p(button, window);
  const QColor faint = dark ? text.darker(190) : text.lighter(290);
  p.setColor(QPalette::Window, window);
  p.setColor(QPalette::Base, base);
  p.setColor(QPalette::AlternateBase, dark ? base.lighter(118) : base.darker(103));
  p.setColor(QPalette::Button, button);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
    p.setColor(role, text);
    p.setColor(QPalette::Disabled, role, faint);
  }
  p.setColor(QPalette::PlaceholderText, faint);
  p.setColor(QPalette::ToolTipBase, dark ? window.lighter(140) : QColor(255, 255, 245));
  p.setColor(QPalette::Highlight, accent);
  p.setColor(QPalette::HighlightedText, Qt::white);
  p.setColor(QPalette::Disabled, QPalette::Highlight, faint);
  p.setColor(QPalette::Link, dark ? accent.lighter(140) : accent);
  p.setColor(QPalette::BrightText, QColor(230, 70, 70));
  return p;
}

}  // namespace

QPalette lightPalette() { return palette(QColor(243, 244, 246), Qt::white, QColor(32, 35, 40), QColor(38, 110, 200)); }
QPalette darkPalette() {
  return palette(QColor(38, 41, 46), QColor(28, 30, 34), QColor(222, 225, 230), QColor(52, 120, 200));
}

Theme::Theme(QObject* parent) : QObject(parent) {
  m_desktopDark = isDarkPalette(QApplication::palette()) || saysDark();
  const QString name = settings().value(themeKey).toString();
  m_choice = name == "dark" ? Choice::dark : name == "light" ? Choice::light : Choice::desktop;
  QApplication::setStyle(QStyleFactory::create("Fusion"));
  apply();
  if (!m_desktopDark) askDesktop();
}

/// GNOME and its relatives answer through a program; slowly, so it is not waited for.
void Theme::askDesktop() {
  const QString program = QStandardPaths::findExecutable("gsettings");
  if (program.isEmpty() || qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")) return;
  auto* process = new QProcess(this);
  connect(process, &QProcess::finished, this, [this, process] {
    m_desktopDark = process->readAllStandardOutput().contains("dark");
    process->deleteLater();
    if (m_choice == Choice::desktop) apply();
  });
  connect(process, &QProcess::errorOccurred, process, &QObject::deleteLater);
  process->start(program, {"get", "org.gnome.desktop.interface", "color-scheme"});
}

bool Theme::isDark() const { return m_choice == Choice::dark || (m_choice == Choice::desktop && m_desktopDark); }

void Theme::choose(Choice choice) {
  m_choice = choice;
  settings().setValue(themeKey, choice == Choice::dark ? "dark" : choice == Choice::light ? "light" : "desktop");
  apply();
}

void Theme::addTo(QMenu& menu) {
  auto* group = new QActionGroup(&menu);
  for (const auto& [text, choice] :
       {std::pair{"As the &desktop", Choice::desktop}, {"&Light", Choice::light}, {"Dar&k", Choice::dark}}) {
    auto* action = menu.addAction(text, this, [this, c = choice] { choose(c); });
    action->setCheckable(true);
    action->setChecked(m_choice == choice);
    group->addAction(action);
  }
}

void Theme::apply() {
  QApplication::setPalette(isDark() ? darkPalette() : lightPalette());
  qApp->setStyleSheet(
      "QToolBar { border: none; spacing: 3px; padding: 3px; }"
      "QDockWidget::title { padding: 5px 8px; background: palette(button); }"
      "QMainWindow::separator { width: 4px; height: 4px; }"
      "QStatusBar::item { border: none; }"
      "QToolTip { border: 1px solid palette(mid); padding: 3px; }");
}

}  // namespace sofa::gui
