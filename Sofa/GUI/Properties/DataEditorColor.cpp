// SPDX-License-Identifier: Apache-2.0
#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>

#include "Sofa/GUI/Properties/DataEditor.h"
#include "Sofa/GUI/Properties/DataEditorFields.h"
#include "Sofa/Type/Text.h"

namespace sofa::gui {
namespace {

class ColorEditor : public DataEditor {
 public:
  explicit ColorEditor(QWidget* parent) : DataEditor(parent), m_field(new ColorField(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_field);
    setFocusProxy(m_field);
    connect(m_field, &ColorField::edited, this, &DataEditor::edited);
  }
  void restore() override { m_field->restore(); }

 protected:
  void display() override {
    type::Color color;
    const std::string text = m_snapshot.text.toStdString();
    type::TextReader in(text);
    if (!type::TextTraits<type::Color>::read(in, color)) return;
    const float rgba[4] = {color.r, color.g, color.b, color.a};
    m_field->setColor(rgba);
    m_field->setReadOnly(isReadOnly());
  }

 private:
  ColorField* m_field;
};

/// The terms of a material, each with a switch.
class MaterialEditor : public DataEditor {
 public:
  explicit MaterialEditor(QWidget* parent) : DataEditor(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    grid->setHorizontalSpacing(6);
    m_name = new TextField(this);
    m_name->setObjectName("materialName");
    grid->addWidget(new QLabel(tr("Name"), this), 0, 0);
    grid->addWidget(m_name, 0, 1);
    connect(m_name, &TextField::edited, this, [this](const QString& text) {
      m_material.name = text.section(' ', 0, 0).toStdString();
      send();
    });
    const char* labels[] = {QT_TR_NOOP("Diffuse"), QT_TR_NOOP("Ambient"), QT_TR_NOOP("Specular"),
                            QT_TR_NOOP("Emissive")};
    for (int i = 0; i < 4; ++i) addTerm(grid, i, tr(labels[i]));
    m_useShininess = new QCheckBox(tr("Shininess"), this);
    m_shininess = new NumberEdit(false, this);
    m_shininess->setObjectName("shininess");
    grid->addWidget(m_useShininess, 5, 0);
    grid->addWidget(m_shininess, 5, 1);
    grid->setColumnStretch(1, 1);
    connect(m_useShininess, &QCheckBox::clicked, this, [this](bool use) {
      m_material.useShininess = use;
      send();
    });
    connect(m_shininess, &NumberEdit::edited, this, [this](const QString& text) {
      bool good = false;
      const float value = text.toFloat(&good);
      if (!good) {
        restore();
        Q_EMIT problem(tr("“%1” is not a number").arg(text));
        return;
      }
      m_material.shininess = value;
      send();
    });
  }
  bool isWide() const override { return true; }
  void restore() override {
    m_name->restore();
    m_shininess->restore();
    for (auto* color : m_colors) color->restore();
    display();
  }

 protected:
  void display() override {
    const std::string text = m_snapshot.text.toStdString();
    type::TextReader in(text);
    type::TextTraits<type::Material>::read(in, m_material);
    m_name->setValue(QString::fromStdString(m_material.name));
    m_name->setReadOnly(isReadOnly());
    for (int i = 0; i < 4; ++i) {
      const auto& t = term(i);
      const float rgba[4] = {t.color.r, t.color.g, t.color.b, t.color.a};
      m_uses[i]->setChecked(t.use);
      m_uses[i]->setEnabled(!isReadOnly());
      m_colors[i]->setColor(rgba);
      m_colors[i]->setReadOnly(isReadOnly());
    }
    m_useShininess->setChecked(m_material.useShininess);
    m_useShininess->setEnabled(!isReadOnly());
    m_shininess->setValue(m_material.shininess, true);
    m_shininess->setReadOnly(isReadOnly());
  }

 private:
  type::Material::Term& term(int i) {
    type::Material::Term* const terms[] = {&m_material.diffuse, &m_material.ambient, &m_material.specular,
                                           &m_material.emissive};
    return *terms[i];
  }

  void addTerm(QGridLayout* grid, int i, const QString& label) {
    m_uses[i] = new QCheckBox(label, this);
    m_colors[i] = new ColorField(this);
    m_uses[i]->setObjectName("use" + label);
    m_colors[i]->setObjectName("color" + label);
    grid->addWidget(m_uses[i], i + 1, 0);
    grid->addWidget(m_colors[i], i + 1, 1);
    connect(m_uses[i], &QCheckBox::clicked, this, [this, i](bool use) {
      term(i).use = use;
      send();
    });
    connect(m_colors[i], &ColorField::edited, this, [this, i](const QString& text) {
      const std::string words = text.toStdString();
      type::TextReader in(words);
      if (type::TextTraits<type::Color>::read(in, term(i).color)) return send();
      restore();
      Q_EMIT problem(tr("“%1” is no colour: three or four numbers from 0 to 1, #rrggbb or a name").arg(text));
    });
  }

  void send() { Q_EMIT edited(QString::fromStdString(type::toText(m_material, 0))); }

  type::Material m_material;
  TextField* m_name;
  QCheckBox* m_uses[4];
  ColorField* m_colors[4];
  QCheckBox* m_useShininess;
  NumberEdit* m_shininess;
};

}  // namespace

DataEditor* makeColorEditor(QWidget* parent) { return new ColorEditor(parent); }
DataEditor* makeMaterialEditor(QWidget* parent) { return new MaterialEditor(parent); }

}  // namespace sofa::gui
