// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/SceneGraph/Palette.h"

#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>
#include <cstring>
#include <map>

#include "Sofa/Core/Service/ComponentHelp.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/GUI/SceneGraph/KindIcons.h"
#include "Sofa/GUI/SceneGraph/Presets.h"
#include "Sofa/GUI/SceneGraph/SceneGraphModel.h"

namespace sofa::gui {
namespace {

enum Role { ClassRole = Qt::UserRole, SearchRole, PresetRole };

/// Drags class names.
class ComponentTree : public QTreeWidget {
 public:
  using QTreeWidget::QTreeWidget;

 protected:
  QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override {
    const QString name = items.isEmpty() ? QString() : items.front()->data(0, ClassRole).toString();
    if (name.isEmpty()) return nullptr;
    auto* data = new QMimeData;
    data->setData(SceneGraphModel::componentMime, name.toUtf8());
    data->setText(QStringLiteral("<%1/>").arg(name));
    return data;
  }
  QStringList mimeTypes() const override { return {SceneGraphModel::componentMime}; }
};

/// "Sofa.Component.ODESolver.Forward" is shown as "ODESolver › Forward".
QString category(const std::string& module) {
  QString text = QString::fromStdString(module.empty() ? "Other" : module);
  for (const char* prefix : {"Sofa.Component.", "Sofa."})
    if (text.startsWith(prefix)) {
      text.remove(0, static_cast<int>(std::strlen(prefix)));
      break;
    }
  return text.replace('.', QStringLiteral(" › "));
}

/// The family that most of a category's components belong to, guessed from its name.
Kinds kindsOfCategory(const QString& name) {
  static const std::vector<std::pair<const char*, Kind>> families = {
      {"Collision", Kind::CollisionPipeline},
      {"Constraint › Projective", Kind::ProjectiveConstraint},
      {"Constraint", Kind::ConstraintSet},
      {"IO", Kind::Loader},
      {"Mapping › NonLinear", Kind::MechanicalMapping},
      {"Mapping", Kind::MechanicalMapping},
      {"Mass", Kind::Mass},
      {"MechanicalLoad", Kind::ForceField},
      {"SolidMechanics", Kind::ForceField},
      {"ODESolver", Kind::Solver},
      {"LinearSolver", Kind::Solver},
      {"LinearSystem", Kind::Solver},
      {"StateContainer", Kind::MechanicalState},
      {"Topology", Kind::Topology},
      {"Setting", Kind::Configuration},
      {"Visual", Kind::Visual},
      {"GL", Kind::Visual},
  };
  for (const auto& [prefix, kind] : families)
    if (name.startsWith(prefix)) return bitOf(kind);
  return bitOf(Kind::Object);
}

QString templateLabel(const std::string& name) {
  return name.empty() ? PalettePanel::tr("(none)") : QString::fromStdString(name);
}

}  // namespace

PalettePanel::PalettePanel(Session& session, Selection& selection, SceneEdits& edits, QWidget* parent)
    : QWidget(parent), m_session(session), m_selection(selection), m_edits(edits) {
  setObjectName("PalettePanel");
  buildWidgets();
  fillTree();
  connect(&m_selection, &Selection::changed, this, &PalettePanel::selectionChanged);
  connect(&m_session, &Session::loaded, this, [this](bool) {
    if (!m_fixedTarget) m_target = {};
    reload();  // scenes bring plugins
  });
  connect(&m_edits, &SceneEdits::added, this, [this](const ObjectHandle& object) {
    if (std::exchange(m_presetComes, false)) Q_EMIT presetAdded(object);
  });
  connect(&m_edits, &SceneEdits::failed, this, [this] { m_presetComes = false; });
  selectionChanged();
}

void PalettePanel::buildWidgets() {
  m_search = new QLineEdit;
  m_search->setObjectName("palette.search");
  m_search->setPlaceholderText(tr("Search components"));
  m_search->setClearButtonEnabled(true);
  m_tree = new ComponentTree;
  m_tree->setObjectName("palette.tree");
  m_tree->setHeaderHidden(true);
  m_tree->setColumnCount(1);
  m_tree->setDragEnabled(true);
  m_tree->setDragDropMode(QAbstractItemView::DragOnly);
  m_tree->setUniformRowHeights(true);
  m_help = new QTextBrowser;
  m_help->setObjectName("palette.help");
  m_help->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_help->setLineWrapMode(QTextEdit::NoWrap);
  m_help->setPlaceholderText(tr("Choose a component to read about it."));
  m_template = new QComboBox;
  m_template->setObjectName("palette.template");
  m_template->setToolTip(tr("Types that the component computes with; the scene's state decides by default"));
  m_template->setMinimumContentsLength(10);
  m_template->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_add = new QPushButton(tr("Add"));
  m_add->setObjectName("palette.add");
  m_count = new QLabel;
  m_count->setEnabled(false);

  auto* bar = new QHBoxLayout;
  bar->addWidget(m_template);
  bar->addWidget(m_add, 1);
  auto* lower = new QWidget;
  auto* lowerLayout = new QVBoxLayout(lower);
  lowerLayout->setContentsMargins(0, 0, 0, 0);
  lowerLayout->setSpacing(4);
  lowerLayout->addLayout(bar);
  lowerLayout->addWidget(m_help, 1);
  auto* splitter = new QSplitter(Qt::Vertical);
  splitter->addWidget(m_tree);
  splitter->addWidget(lower);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 4, 4);
  layout->setSpacing(4);
  layout->addWidget(m_search);
  layout->addWidget(splitter, 1);
  layout->addWidget(m_count);

  connect(m_search, &QLineEdit::textChanged, this, &PalettePanel::search);
  connect(m_search, &QLineEdit::returnPressed, this, &PalettePanel::addChosen);
  connect(m_tree, &QTreeWidget::currentItemChanged, this, &PalettePanel::showChosen);
  connect(m_tree, &QTreeWidget::itemDoubleClicked, this, &PalettePanel::addChosen);
  connect(m_add, &QPushButton::clicked, this, &PalettePanel::addChosen);
}

void PalettePanel::reload() {
  const QString chosen = chosenClass();
  fillTree();
  for (QTreeWidgetItemIterator it(m_tree); *it; ++it)
    if (!chosen.isEmpty() && (*it)->data(0, ClassRole).toString() == chosen) m_tree->setCurrentItem(*it);
}

void PalettePanel::fillTree() {
  m_tree->clear();
  fillPresets();
  std::map<QString, QTreeWidgetItem*> categories;
  for (const auto& [name, entry] : core::ObjectFactory::instance().entries()) {
    const QString where = category(entry.module);
    auto*& parent = categories[where];
    if (!parent) {
      parent = new QTreeWidgetItem({where});
      parent->setFlags(Qt::ItemIsEnabled);
    }
    auto* item = new QTreeWidgetItem(parent, {QString::fromStdString(name)});
    const QString help = QString::fromStdString(entry.help);
    item->setIcon(0, kindIcon(kindsOfCategory(where)));
    item->setToolTip(0, help);
    item->setData(0, ClassRole, QString::fromStdString(name));
    item->setData(0, SearchRole, QStringLiteral("%1 %2 %3").arg(QString::fromStdString(name), where, help));
  }
  for (const auto& [name, item] : categories) m_tree->addTopLevelItem(item);
  search(m_search->text());
  showChosen();
}

/// What scenes are begun with stands first.
void PalettePanel::fillPresets() {
  std::map<QString, QTreeWidgetItem*> groups;
  for (std::size_t i = 0; i < presets().size(); ++i) {
    const auto& preset = presets()[i];
    auto*& parent = groups[preset.group];
    if (!parent) {
      parent = new QTreeWidgetItem({tr("Preset › %1").arg(preset.group)});
      parent->setFlags(Qt::ItemIsEnabled);
      m_tree->addTopLevelItem(parent);
    }
    auto* item = new QTreeWidgetItem(parent, {preset.name});
    item->setIcon(0, kindIcon(bitOf(Kind::Node)));
    item->setToolTip(0, preset.help);
    item->setData(0, PresetRole, static_cast<int>(i));
    item->setData(0, SearchRole, QStringLiteral("preset %1 %2 %3").arg(preset.group, preset.name, preset.help));
  }
}

namespace {
const Preset* presetOf(const QTreeWidgetItem* item) {
  const QVariant number = item && !item->isHidden() ? item->data(0, PresetRole) : QVariant();
  return number.isValid() ? &presets()[number.toUInt()] : nullptr;
}
}  // namespace

QString PalettePanel::chosenPreset() const {
  const auto* preset = presetOf(m_tree->currentItem());
  return preset ? preset->name : QString();
}

bool PalettePanel::shows(QTreeWidgetItem& item, const QStringList& words) const {
  const QString text = item.data(0, SearchRole).toString();
  return std::all_of(words.begin(), words.end(),
                     [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

/// Every word must be in the name, the module or the help.
void PalettePanel::search(const QString& text) {
  if (m_search->text() != text) return m_search->setText(text);  // which calls this again
  const auto words = text.split(' ', Qt::SkipEmptyParts);
  QTreeWidgetItem* best = nullptr;
  int count = 0;
  for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
    auto* group = m_tree->topLevelItem(i);
    int shown = 0;
    for (int k = 0; k < group->childCount(); ++k) {
      auto* item = group->child(k);
      const bool fits = shows(*item, words);
      item->setHidden(!fits);
      if (!fits) continue;
      ++shown;
      // A name that begins with the first word is rather meant than one whose help holds it.
      const auto rank = [&](const QTreeWidgetItem* candidate) {
        if (words.isEmpty()) return 0;
        const auto at = candidate->text(0).indexOf(words.front(), 0, Qt::CaseInsensitive);
        return at == 0 ? 2 : at > 0 ? 1 : 0;
      };
      if (!best || rank(item) > rank(best)) best = item;
    }
    group->setHidden(shown == 0);
    group->setExpanded(!words.isEmpty());
    count += shown;
  }
  m_count->setText(tr("%n component(s)", nullptr, count));
  if (!words.isEmpty()) m_tree->setCurrentItem(best);
}

QString PalettePanel::chosenClass() const {
  const auto* item = m_tree->currentItem();
  return item && !item->isHidden() ? item->data(0, ClassRole).toString() : QString();
}

void PalettePanel::showChosen() {
  const QString name = chosenClass();
  const auto* entry = name.isEmpty() ? nullptr : core::ObjectFactory::instance().find(name.toStdString());
  m_template->clear();
  const auto* preset = presetOf(m_tree->currentItem());
  m_help->setPlainText(entry    ? QString::fromStdString(core::describeComponent(name.toStdString()))
                       : preset ? preset->help + "\n\n" + QString(preset->xml).remove('{').remove('}')
                                : QString());
  if (entry) {
    m_template->addItem(tr("automatic"), QString());
    if (entry->creators.size() > 1)
      for (const auto& [templateName, creator] : entry->creators)
        m_template->addItem(templateLabel(templateName), QString::fromStdString(templateName));
  }
  m_template->setVisible(m_template->count() > 1);
  selectionChanged();
}

void PalettePanel::setTarget(const ObjectHandle& node) {
  m_target = node;
  m_fixedTarget = true;
  selectionChanged();
}

void PalettePanel::selectionChanged() {
  const auto& chosen = m_selection.current();
  const QString where = m_fixedTarget ? m_target.path : chosen.isNode ? chosen.path : chosen.path.section('/', 0, -2);
  const QString name = chosenClass();
  const QString what = name.isEmpty() ? chosenPreset() : name;
  m_add->setEnabled(!what.isEmpty());
  m_add->setText(what.isEmpty() ? tr("Add") : tr("Add %1 to %2").arg(what, where.isEmpty() ? "/" : where));
}

void PalettePanel::addChosen() {
  if (chosenClass().isEmpty() && chosenPreset().isEmpty()) return;
  if (m_fixedTarget) return addTo(m_target);
  if (m_selection.current().isNode) return addTo(m_selection.current());
  // The node of the selected component, or the root.
  m_session.ask(
      this,
      [weak = m_selection.current().object](simulation::Node& root) {
        const auto object = weak.lock();
        core::Base* node = object ? object->linkContext() : nullptr;
        return makeHandle(node ? *node : root);
      },
      [this](const ObjectHandle& node) { addTo(node); });
}

void PalettePanel::addPresetTo(const ObjectHandle& node) {
  const auto* preset = presetOf(m_tree->currentItem());
  QString file, problem;
  if (preset->needsMesh) {
    file = QFileDialog::getOpenFileName(this, tr("Mesh of %1").arg(preset->name), QString(), presetFileFilter());
    if (file.isEmpty()) return;
  }
  if (presetXml(*preset, file, problem).isEmpty()) return Q_EMIT m_edits.failed(problem);
  m_session.ask(
      this,
      [preset, file, weak = m_selection.current().object](simulation::Node& root) {
        const auto selected = weak.lock();
        return placeForPreset(*preset, file, root, selected.get() == &root ? nullptr : selected.get());
      },
      [this, preset, file, node](const type::Vec3& at) {
        QString why;
        m_presetComes = true;
        m_edits.addElements(node, preset->name, presetXml(*preset, file, why, at));
      });
}

void PalettePanel::addTo(const ObjectHandle& node) {
  if (!chosenPreset().isEmpty()) return addPresetTo(node);
  m_edits.addComponent(node, chosenClass(), -1, m_template->currentData().toString());
}

void showPaletteDialog(Session& session, Selection& selection, SceneEdits& edits, const ObjectHandle& node,
                       QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName("paletteDialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(PalettePanel::tr("Add component to %1").arg(node.path));
  dialog->resize(520, 640);
  auto* palette = new PalettePanel(session, selection, edits, dialog);
  palette->setTarget(node);
  auto* layout = new QVBoxLayout(dialog);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(palette);
  QObject::connect(&session, &Session::loading, dialog, &QDialog::close);
  dialog->show();
  palette->findChild<QLineEdit*>("palette.search")->setFocus();
}

}  // namespace sofa::gui
