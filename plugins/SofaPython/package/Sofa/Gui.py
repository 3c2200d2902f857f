"""What scripts call to show their scene. There is no window here: "batch" runs the scene, runSofa SCENE.py shows it."""
from Sofa import _core


def _tell(severity, text):
    _core.send_message(severity, "Sofa.Gui", text, "", 0)


def _withoutWindow(name):
    def method(*arguments, **keywords):
        _tell(3, "%s has no effect: there is no window." % name)
    return method


class BaseGUI:
    setBackgroundImage = _withoutWindow("setBackgroundImage")
    SetConfigDirectoryPath = staticmethod(_withoutWindow("SetConfigDirectoryPath"))


class GUIManager:
    """Runs a scene without a window: "batch" steps the scene; other viewers are runSofa's."""
    _root, _name, _steps, _size = None, "", 1000, (800, 600)

    @staticmethod
    def ListSupportedGUI(separator=None):
        return ["batch"] if separator is None else "batch"

    @classmethod
    def Init(cls, program_name="", gui_name=""):
        cls._name = gui_name

    @classmethod
    def createGUI(cls, root=None, filename=None):
        cls._root = root
        if cls._name in ("batch", ""):
            return 0
        _tell(4, "A script has no viewer, only \"batch\"; runSofa SCENE.py opens one.")
        return 1

    @classmethod
    def SetScene(cls, root, filename=None, temporaryFile=False):
        cls._root = root

    @classmethod
    def MainLoop(cls, root=None, filename=None):
        root = root or cls._root
        if root is None or cls._name not in ("batch", ""):
            return 1
        _core.animateNSteps(root, cls._steps)
        return 0

    @classmethod
    def closeGUI(cls):
        cls._root = None

    @classmethod
    def GetGUI(cls): return BaseGUI()

    CenterWindow = staticmethod(_withoutWindow("CenterWindow"))
    SetFullScreen = staticmethod(_withoutWindow("SetFullScreen"))

    @classmethod
    def SetDimension(cls, width, height): cls._size = width, height

    @classmethod
    def SaveScreenshot(cls, file):
        """A picture of the scene, drawn without a window."""
        from Sofa import Picture
        Picture.save(file, Picture.picture(cls._root, *cls._size))
