# SPDX-License-Identifier: Apache-2.0
"""The list of springs of a SpringForceField."""
from Sofa._common import public
from Sofa._object import BaseForceField


class LinearSpring:
    """A spring between two points."""

    def __init__(self, index1=0, index2=0, springStiffness=100.0, dampingFactor=5.0, restLength=0.0, elongationOnly=False, enabled=True):
        self.index1, self.index2 = index1, index2
        self.springStiffness, self.dampingFactor, self.restLength = springStiffness, dampingFactor, restLength
        self.elongationOnly, self.enabled = elongationOnly, enabled

    def _text(self):
        return "%d %d %r %r %r" % (self.index1, self.index2, float(self.springStiffness), float(self.dampingFactor), float(self.restLength))


@public
class SpringForceField(BaseForceField):
    def getSprings(self):
        """Copies of the springs, as LinearSpring."""
        words = self.getData("spring").value.split()
        lists = [self.getData(name).value for name in ("elongationOnly", "enabled")]  # the last flag goes for all that follow
        springs = []
        for i in range(len(words) // 5):
            flags = [flags[min(i, len(flags) - 1)] if flags else default for flags, default in zip(lists, (False, True))]
            a, b, *numbers = words[5 * i:5 * i + 5]
            springs.append(LinearSpring(int(a), int(b), *map(float, numbers), *flags))
        return springs

    def _setSprings(self, springs):
        self.getData("elongationOnly").value = [s.elongationOnly for s in springs]
        self.getData("enabled").value = [s.enabled for s in springs]
        self.getData("spring").value = " ".join(s._text() for s in springs)

    def addSprings(self, springs):
        self._setSprings(self.getSprings() + list(springs))

    def addSpring(self, *arguments, **keywords):
        """addSpring(spring), or the arguments of LinearSpring."""
        isSpring = len(arguments) == 1 and isinstance(arguments[0], LinearSpring)
        self.addSprings([arguments[0] if isSpring else LinearSpring(*arguments, **keywords)])

    def removeSprings(self, indices):
        springs, out = self.getSprings(), set(indices)
        for i in out:
            if not 0 <= i < len(springs):
                raise IndexError("%s has no spring %d among %d" % (self.getPathName(), i, len(springs)))
        self._setSprings([s for i, s in enumerate(springs) if i not in out])

    def removeSpring(self, index):
        self.removeSprings([index])

    def clear(self, reserve=0):
        self._setSprings([])
