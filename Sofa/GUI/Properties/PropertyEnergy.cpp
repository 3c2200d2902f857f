// SPDX-License-Identifier: Apache-2.0
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "Sofa/GUI/Properties/DataEditorFields.h"
#include "Sofa/GUI/Properties/PropertyPages.h"

namespace sofa::gui {

/// Kinetic energy red, potential green, their sum blue.
class EnergyCurves : public QWidget {
 public:
  EnergyCurves(const std::vector<EnergySnapshot>& samples, QWidget* parent) : QWidget(parent), m_samples(samples) {
    setMinimumHeight(140);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setRenderHint(QPainter::Antialiasing);
    const int text = fontMetrics().height();
    const QRectF area = QRectF(rect()).adjusted(8, text + 10, -8, -text - 6);
    drawLegend(painter, text);
    if (m_samples.size() < 2 || area.height() < 10) {
      painter.setPen(palette().color(QPalette::PlaceholderText));
      painter.drawText(area, Qt::AlignCenter, tr("Energies appear here while the simulation runs"));
      return;
    }
    double low = 0, high = 0;
    for (const auto& s : m_samples)
      for (int curve = 0; curve < 3; ++curve)
        if (const double y = value(s, curve); std::isfinite(y)) low = std::min(low, y), high = std::max(high, y);
    if (high == low) high = low + 1;
    drawScale(painter, area, low, high);
    for (int curve = 0; curve < 3; ++curve) drawCurve(painter, area, curve, low, high);
  }

 private:
  static double value(const EnergySnapshot& s, int curve) {
    return curve == 0 ? s.kinetic : curve == 1 ? s.potential : s.kinetic + s.potential;
  }
  static QColor color(int curve) {
    static const QColor colors[] = {QColor(220, 60, 50), QColor(40, 160, 70), QColor(60, 120, 220)};
    return colors[curve];
  }

  void drawLegend(QPainter& painter, int height) {
    int x = 8;
    const QString names[] = {tr("kinetic"), tr("potential"), tr("sum")};
    for (int curve = 0; curve < 3; ++curve) {
      painter.setPen(QPen(color(curve), 2));
      painter.drawLine(x, 4 + height / 2, x + 14, 4 + height / 2);
      painter.setPen(palette().color(QPalette::Text));
      painter.drawText(QRect(x + 18, 4, 200, height), Qt::AlignLeft | Qt::AlignVCenter, names[curve]);
      x += 18 + fontMetrics().horizontalAdvance(names[curve]) + 16;
    }
  }

  void drawScale(QPainter& painter, const QRectF& area, double low, double high) {
    painter.setPen(palette().color(QPalette::Mid));
    const double zero = area.bottom() - (0 - low) / (high - low) * area.height();
    painter.drawLine(QPointF(area.left(), zero), QPointF(area.right(), zero));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const QRectF above(area.left(), 4, area.width(), fontMetrics().height());
    painter.drawText(above, Qt::AlignRight, shortText(high) + " J");
    if (low < 0) painter.drawText(area, Qt::AlignRight | Qt::AlignBottom, shortText(low) + " J");
    const QRectF below(area.left(), area.bottom() + 2, area.width(), fontMetrics().height());
    painter.drawText(below, Qt::AlignLeft, shortText(m_samples.front().time) + " s");
    painter.drawText(below, Qt::AlignRight, shortText(m_samples.back().time) + " s");
  }

  void drawCurve(QPainter& painter, const QRectF& area, int curve, double low, double high) {
    const double start = m_samples.front().time, span = std::max(m_samples.back().time - start, 1e-300);
    QPolygonF line;
    for (const auto& s : m_samples)
      if (const double y = value(s, curve); std::isfinite(y))
        line << QPointF(area.left() + (s.time - start) / span * area.width(),
                        area.bottom() - (y - low) / (high - low) * area.height());
    painter.setPen(QPen(color(curve), 1.5));
    painter.drawPolyline(line);
  }

  const std::vector<EnergySnapshot>& m_samples;
};

PropertyEnergyPage::PropertyEnergyPage(QWidget* parent)
    : QWidget(parent), m_values(new QLabel(this)), m_curves(new EnergyCurves(m_samples, this)) {
  setObjectName("propertyEnergy");
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->addWidget(m_curves, 1);
  layout->addWidget(m_values);
  m_values->setObjectName("energyValues");
  m_values->setTextFormat(Qt::RichText);
  m_values->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_values->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_values->setToolTip(
      tr("Sums over the masses and force fields of the node and all below. Damping has no "
         "potential energy."));
}

void PropertyEnergyPage::clear() {
  m_samples.clear();
  m_values->clear();
  m_curves->update();
}

void PropertyEnergyPage::add(const EnergySnapshot& sample) {
  if (!m_samples.empty() && sample.time < m_samples.back().time) m_samples.clear();
  if (!m_samples.empty() && sample.time == m_samples.back().time) m_samples.pop_back();
  m_samples.push_back(sample);
  if (m_samples.size() > mostSamples) m_samples.erase(m_samples.begin());
  const auto row = [](const QString& name, const QString& value) {
    return QString("<tr><td style='padding-right:12px'>%1</td><td>%2</td></tr>").arg(name, value);
  };
  const auto vector = [](const double* v) {
    return QString("%1 &nbsp; %2 &nbsp; %3").arg(shortText(v[0]), shortText(v[1]), shortText(v[2]));
  };
  m_values->setText(
      "<table>" + row(tr("Kinetic energy"), shortText(sample.kinetic) + " J") +
      row(tr("Potential energy"), shortText(sample.potential) + " J") +
      row(tr("Mechanical energy"), shortText(sample.kinetic + sample.potential) + " J") +
      row(tr("Momentum"), vector(sample.linearMomentum) + " kg m/s") +
      row(tr("Angular momentum"), vector(sample.angularMomentum) + " kg m²/s") +
      (sample.uncounted.isEmpty() ? QString() : row(tr("Not counted"), sample.uncounted.join(", ").toHtmlEscaped())) +
      "</table>");
  m_curves->update();
}

}  // namespace sofa::gui
