"""The dimensions of Data, as exponents of mass, length and time: what the sweep over scales multiplies values with.

A dimension is a triple (mass, length, time). None as an exponent of length says that it depends on the mesh. A list of dimensions belongs to numbers that come by turns, such as the places
and quaternions of bodies. What is not here is not known: scenes that set it are skipped and counted.
"""
NONE = (0, 0, 0)
MASS, LENGTH, TIME = (1, 0, 0), (0, 1, 0), (0, 0, 1)
VELOCITY, ACCELERATION, RATE = (0, 1, -1), (0, 1, -2), (0, 0, -1)
FORCE, TORQUE, STIFFNESS, DAMPING = (1, 1, -2), (1, 2, -2), (1, 0, -2), (1, 0, -1)
STRESS = (1, -1, -2)

# By the kind of points of the component's state.
POSITION = {"Vec": LENGTH, "Rigid3": [LENGTH] * 3 + [NONE] * 4, "Rigid2": [LENGTH] * 2 + [NONE]}
MOVEMENT = {"Vec": LENGTH, "Rigid3": [LENGTH] * 3 + [NONE] * 3, "Rigid2": [LENGTH] * 2 + [NONE]}
SPEED = {"Vec": VELOCITY, "Rigid3": [VELOCITY] * 3 + [RATE] * 3, "Rigid2": [VELOCITY] * 2 + [RATE]}
LOAD = {"Vec": FORCE, "Rigid3": [FORCE] * 3 + [TORQUE] * 3, "Rigid2": [FORCE] * 2 + [TORQUE]}
BODY_MASS = {"Vec": MASS, "Rigid3": [MASS, (0, 3, 0)] + [(0, 2, 0)] * 9, "Rigid2": [MASS, (0, 2, 0), (0, 2, 0)]}

# Names that mean the same wherever they stand, and those that are no quantities.
BY_NAME = {
    "position": POSITION, "rest_position": POSITION, "free_position": POSITION, "reset_position": POSITION,
    "velocity": SPEED, "free_velocity": SPEED, "force": LOAD, "externalForce": LOAD, "vertexMass": BODY_MASS,
    "totalMass": MASS, "massDensity": (1, None, 0), "dt": TIME, "time": TIME, "gravity": ACCELERATION,
    "rayleighMass": RATE, "rayleighStiffness": TIME, "vdamping": RATE, "youngModulus": STRESS, "forces": LOAD,
    "totalForce": LOAD, "dampingCoefficient": DAMPING, "radius": LENGTH, "translation": LENGTH, "keyTimes": TIME,
    "endTime": TIME, "movements": MOVEMENT, "velocities": SPEED, "restLengths": LENGTH, "thickness": LENGTH,
    "times": TIME, "BeginTime": TIME, **dict.fromkeys(("dx", "dy", "dz"), LENGTH), "EndTime": TIME, "box": LENGTH, "alarmDistance": LENGTH, "contactDistance": LENGTH,
    **dict.fromkeys(
        """name template pluginName tolerance iterations indices indices1 indices2 triangles tetrahedra hexahedra quads edges
        lines prisms pyramids points poissonRatio input output object1 object2 n method rotationMethod lumping topology mstate
        rotation scale scale3d firstOrder trapezoidalScheme geometricStiffness edgeBaryCoords triangleBaryCoords
        quadBaryCoords hexaBaryCoords tetraBaryCoords inputTopology symplectic maxNbIterationsNewton linearSystem tags
        preconditioner fixedDirections maxIterations response solveVelocityConstraintFirst relativeSuccessiveStoppingThreshold
        relativeInitialStoppingThreshold relativeEstimateDifferenceThreshold maxNbIterationsLineSearch lineSearchCoefficient
        separateGravity implicit order gamma beta fixAll linearSolver mapForces mapConstraints mapMasses isMechanical
        updateStiffnessMatrix assembleStiffness assembleMass assembleDamping orderingMethod assemblingRate index
        rigidIndexPerPoint globalToLocalCoords direction normal listening omega warmStart newtonError steps size
        computeHamiltonian explicitIntegration useTopology activate_projectVelocity projectVelocity mapMatrices nbRef weight
        nx ny nz rx ry rz sx sy sz handleTopologyChange twoWay integrationSteps collisionSteps computeGlobalMatrix
        localStiffnessFactor localRange swapping moving simulated printLog activeDirections relativeMovements coordinates
        movedDirections continueAfterEnd useRestPosition initialTransformation src newtonSolver
        applyProjectiveConstraints applyMappedComponents assembleGeometricStiffness areJacobiansConstant
        parallelODESolving checkIndices elements filter indexPairs use_file restScale triangleList quadList doUpdate
        drawBoxes computeEdges computeTriangles computeTetrahedra""".split(), NONE),
}

class BySolver(dict):
    """A dimension that depends on the ODE solver: what the unknowns of its linear systems are."""


class ByElement(dict):
    """A dimension that depends on the kind of element that a template names; others are volumes."""


# Bars have a section, and membranes a thickness, of 1.
MODULUS = ByElement(Edge=FORCE, Triangle=STIFFNESS, Quad=STIFFNESS)
# Products p.A p of conjugate gradients: with b the right-hand side, b.A b. Residuals and unknowns of Newton's method.
CG_PRODUCT = BySolver(EulerImplicitSolver=(3, 2, -2), BDFOdeSolver=(3, 2, -2), EulerExplicitSolver=(3, 2, -4),
                      NewmarkImplicitSolver=(3, 2, -4), StaticSolver=(3, 2, -6), VariationalSymplecticSolver=(3, 2, -6))
RESIDUAL = BySolver(StaticSolver=FORCE, BDFOdeSolver=(1, 1, -1))
UNKNOWN = BySolver(StaticSolver=LENGTH, BDFOdeSolver=VELOCITY)
DAMPING_PER_DEPTH = ((1, -1, -1), "5")
PRESSURE_OF_FACES = {"pressure": (STRESS, None), "dmin": (LENGTH, "0"), "dmax": (LENGTH, "0")}

# What a component has besides, and what it takes where a scene says nothing: (dimension, default).
COMPONENTS = {
    **{name: {} for name in
       """Node RequiredPlugin MechanicalObject DefaultAnimationLoop FreeMotionAnimationLoop UniformMass DiagonalMass
       MeshMatrixMass EulerImplicitSolver EulerExplicitSolver NewmarkImplicitSolver RungeKutta2Solver RungeKutta4Solver
       CentralDifferenceSolver BDFOdeSolver VariationalSymplecticSolver StaticSolver
       SparseLDLSolver EigenSparseLU EigenSimplicialLDLT EigenSimplicialLLT EigenSparseQR CholeskySolver BTDLinearSolver
       MinResLinearSolver JacobiPreconditioner SSORPreconditioner BlockJacobiPreconditioner MatrixLinearSystem
       AMDOrderingMethod COLAMDOrderingMethod NaturalOrderingMethod PreconditionedMatrixFreeSystem
       MeshTopology PointSetTopologyContainer EdgeSetTopologyContainer TriangleSetTopologyContainer
       QuadSetTopologyContainer TetrahedronSetTopologyContainer HexahedronSetTopologyContainer
       EdgeSetGeometryAlgorithms TriangleSetGeometryAlgorithms QuadSetGeometryAlgorithms TetrahedronSetGeometryAlgorithms
       HexahedronSetGeometryAlgorithms TriangleSetTopologyModifier TetrahedronSetTopologyModifier
       QuadSetTopologyModifier HexahedronSetTopologyModifier
       IdentityMapping RigidMapping BarycentricMapping SubsetMapping SkinningMapping Mesh2PointTopologicalMapping
       Mesh2PointMechanicalMapping DistanceMapping CenterOfMassMapping
       FixedProjectiveConstraint PartialFixedProjectiveConstraint AttachProjectiveConstraint
       LinearMovementProjectiveConstraint LinearVelocityProjectiveConstraint FixedRotationProjectiveConstraint
       FixedTranslationProjectiveConstraint MultiStepAnimationLoop ConstantForceField
       TetrahedronFEMForceField TetrahedralCorotationalFEMForceField FastTetrahedralCorotationalForceField
       HexahedronFEMForceField""".split()},
    "CorotationalFEMForceField": {"youngModulus": (MODULUS, None)},
    "LinearSmallStrainFEMForceField": {"youngModulus": (MODULUS, None)},
    "CGLinearSolver": {"threshold": (CG_PRODUCT, "1e-5")},
    "NewtonRaphsonSolver": {"absoluteResidualStoppingThreshold": (RESIDUAL, "1e-5"),
                            "absoluteEstimateDifferenceThreshold": (UNKNOWN, None)},
    "DampVelocitySolver": {"rate": (RATE, "0.99"), "threshold": (VELOCITY, None)},
    "RegularGridTopology": {"min": (LENGTH, "0 0 0"), "max": (LENGTH, "1 1 1")},
    "BoxROI": {"box": (LENGTH, "0 0 0 1 1 1")},
    "PlaneForceField": {"d": (LENGTH, None), "stiffness": (STIFFNESS, "500"), "damping": DAMPING_PER_DEPTH},
    "SphereForceField": {"center": (LENGTH, None), "radius": (LENGTH, "1"), "stiffness": (STIFFNESS, "500"),
                         "damping": DAMPING_PER_DEPTH},
    "FixedPlaneProjectiveConstraint": {"dmin": (LENGTH, "0"), "dmax": (LENGTH, "0")},
    "TrianglePressureForceField": PRESSURE_OF_FACES, "QuadPressureForceField": PRESSURE_OF_FACES,
    "SurfacePressureForceField": {"pressure": (STRESS, None)},
    "HexahedralFEMForceField": {},
    "Gravity": {},
    "RestShapeSpringsForceField": {"stiffness": (STIFFNESS, "100"), "angularStiffness": (TORQUE, None)},
    "SpringForceField": {"spring": ([NONE, NONE, STIFFNESS, DAMPING, LENGTH], None)},
    "MeshSpringForceField": {**{f"{kind}Stiffness": (FORCE, None) for kind in ("lines", "triangles", "quads", "tetrahedra", "cubes")},
                             **{f"{kind}Damping": ((1, 1, -1), None) for kind in ("lines", "triangles", "quads", "tetrahedra", "cubes")}},
    "UniformVelocityDampingForceField": {"dampingCoefficient": (DAMPING, "0.1")},
    "DiagonalVelocityDampingForceField": {"dampingCoefficient": (DAMPING, None)},
    "TriangularFEMForceField": {"youngModulus": (STIFFNESS, None)},
    "TriangularFEMForceFieldOptim": {"youngModulus": (STIFFNESS, None)},
    "TriangleFEMForceField": {"youngModulus": (STRESS, None), "thickness": (LENGTH, "1")},
    "LinearForceField": {"force": (NONE, None)},
    "PlaneProjectiveConstraint": {"origin": (LENGTH, None)},
    "LineProjectiveConstraint": {"origin": (LENGTH, None)},
    "PointProjectiveConstraint": {"point": (LENGTH, None)},
}
NEEDS_YOUNG = {"TetrahedronFEMForceField", "TetrahedralCorotationalFEMForceField", "FastTetrahedralCorotationalForceField",
               "HexahedronFEMForceField", "CorotationalFEMForceField", "LinearSmallStrainFEMForceField",
               "HexahedralFEMForceField", "TriangularFEMForceField", "TriangularFEMForceFieldOptim", "TriangleFEMForceField"}
