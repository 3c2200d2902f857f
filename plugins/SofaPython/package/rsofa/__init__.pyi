from Sofa import *
from Sofa import Core as Core, Helper as Helper, Simulation as Simulation, Types as Types, __version__ as __version__
