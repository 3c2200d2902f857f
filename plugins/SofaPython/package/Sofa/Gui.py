# SPDX-License-Identifier: Apache-2.0
"""How scripts show their scene: in the viewer's window, or run it without one ("batch")."""
from Sofa import _core, _scene

_BATCH = ("batch",)


def _tell(severity, text):
    _core.send_message(severity, "Sofa.Gui", text, "", 0)


class BaseGUI:
    def setBackgroundImage(self, file):
        """Of the scene that is shown."""
        root = GUIManager._root
        if root is None:
            return _tell(3, "setBackgroundImage: there is no scene yet; call createGUI(root) first.")
        found = [o for o in root.objects if o.getClassName() == "BackgroundSetting"]
        (found[0] if found else root.addObject("BackgroundSetting")).image.read(str(file))

    @staticmethod
    def SetConfigDirectoryPath(path, create=False):
        _tell(3, "SetConfigDirectoryPath has no effect: the viewer's settings are in $XDG_CONFIG_HOME/Sofa/Sofa.ini.")


class GUIManager:
    """The viewer's window; "batch" steps the scene without one. Call Init, createGUI, SetDimension, MainLoop, closeGUI."""
    _root, _file, _name, _steps = None, "", "", 1000
    _size, _sizeGiven, _full = (800, 600), False, False

    @staticmethod
    def ListSupportedGUI(separator=None):
        names = [n for n in ("qt", "batch") if n in _core.front_ends()]
        return names if separator is None else separator.join(names)

    @classmethod
    def Init(cls, program_name="", gui_name=""):
        """`gui_name`: "batch", or any other for the viewer; "" is the viewer where there is a display, else batch."""
        cls._name = gui_name

    @classmethod
    def _isBatch(cls):
        return cls._name in _BATCH or (cls._name == "" and _core.viewer_problem() != "")

    @classmethod
    def createGUI(cls, root=None, filename=None):
        """0, or 1 after an error message if there is no viewer here."""
        cls.SetScene(root, filename)
        if _core.has_viewer() or _scene.runs_in_program() or cls._isBatch():
            return 0
        problem = _core.viewer_problem()
        if not problem:
            return 0
        _tell(4, "The viewer cannot be opened: %s Without a display GUIManager.Init(name, \"batch\") steps the scene, Sofa.Picture.picture(root) "
                 "draws it, and xvfb-run gives a program a display of its own." % problem)
        return 1

    @classmethod
    def SetScene(cls, root, filename=None, temporaryFile=False):
        cls._root, cls._file = root, "" if filename is None or temporaryFile else str(filename)

    @classmethod
    def MainLoop(cls, root=None, filename=None):
        """Shows the scene until the window is closed, then returns 0; the scene is still there."""
        root = cls._root if root is None else root
        if root is None:
            _tell(4, "MainLoop: there is no scene to show; call createGUI(root) or MainLoop(root).")
            return 1
        if _core.has_viewer() or _scene.runs_in_program():
            _tell(0, "MainLoop has nothing to do: runSofa shows or steps the scene.")
            return 0
        if cls._isBatch():
            if not root.isInitialized():
                _core.initRoot(root)
            _core.animateNSteps(root, cls._steps)
            return 0
        if cls.createGUI(root, cls._file if filename is None else filename) != 0:
            return 1
        return 0 if _core.show_scene(root, cls._file, *cls._size, cls._sizeGiven, cls._full) else 1

    @classmethod
    def closeGUI(cls):
        """Closes the window, if one is open, and forgets the scene."""
        if not _scene.runs_in_program():
            _core.close_viewer()
        cls._root, cls._full, cls._sizeGiven = None, False, False

    @classmethod
    def GetGUI(cls): return BaseGUI()

    @staticmethod
    def CenterWindow(): _core.center_viewer()

    @classmethod
    def SetFullScreen(cls, full=True):
        cls._full = bool(full)
        _core.set_viewer_full_screen(cls._full)

    @classmethod
    def SetDimension(cls, width, height):
        """Of the view, in pixels."""
        cls._size, cls._sizeGiven = (int(width), int(height)), True
        _core.set_viewer_size(*cls._size)

    @classmethod
    def SaveScreenshot(cls, file):
        """A picture of the scene as its camera sees it, drawn without a window."""
        if cls._root is None:
            return _tell(4, "SaveScreenshot: there is no scene; call createGUI(root) first.")
        from Sofa import Picture
        Picture.save(file, Picture.picture(cls._root, *cls._size))
