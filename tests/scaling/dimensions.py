# SPDX-License-Identifier: Apache-2.0
"""The dimensions of Data, as exponents of mass, length and time: what the sweep over scales multiplies values with.

A dimension is a triple (mass, length, time). None as an exponent of length says that it depends on the mesh. A list of
dimensions belongs to numbers that come by turns, such as the places and quaternions of bodies. What is not here is not
known: scenes that set it are skipped and counted.
"""
NONE = (0, 0, 0)
MASS, LENGTH, TIME = (1, 0, 0), (0, 1, 0), (0, 0, 1)
VELOCITY, ACCELERATION, RATE = (0, 1, -1), (0, 1, -2), (0, 0, -1)
FORCE, TORQUE, STIFFNESS, DAMPING = (1, 1, -2), (1, 2, -2), (1, 0, -2), (1, 0, -1)
STRESS = (1, -1, -2)
AREA, VOLUME, ENERGY, VISCOSITY = (0, 2, 0), (0, 3, 0), (1, 2, -2), (1, -1, -1)

# By the kind of points of the component's state.
POSITION = {"Vec": LENGTH, "Rigid3": [LENGTH] * 3 + [NONE] * 4, "Rigid2": [LENGTH] * 2 + [NONE]}
MOVEMENT = {"Vec": LENGTH, "Rigid3": [LENGTH] * 3 + [NONE] * 3, "Rigid2": [LENGTH] * 2 + [NONE]}
SPEED = {"Vec": VELOCITY, "Rigid3": [VELOCITY] * 3 + [RATE] * 3, "Rigid2": [VELOCITY] * 2 + [RATE]}
LOAD = {"Vec": FORCE, "Rigid3": [FORCE] * 3 + [TORQUE] * 3, "Rigid2": [FORCE] * 2 + [TORQUE]}
BODY_MASS = {"Vec": MASS, "Rigid3": [MASS, (0, 3, 0)] + [(0, 2, 0)] * 9, "Rigid2": [MASS, (0, 2, 0), (0, 2, 0)]}

class InFile:
    """What a file holds and this test does not scale: quantities that are left where scales of them are 1."""

    def __init__(self, dimension):
        self.dimension = dimension


# Names that mean the same wherever they stand, and those that are no quantities.
BY_NAME = {
    "position": POSITION, "rest_position": POSITION, "free_position": POSITION, "reset_position": POSITION,
    "velocity": SPEED, "free_velocity": SPEED, "force": LOAD, "externalForce": LOAD, "vertexMass": BODY_MASS,
    "totalMass": MASS, "massDensity": (1, None, 0), "dt": TIME, "time": TIME, "gravity": ACCELERATION,
    "rayleighMass": RATE, "rayleighStiffness": TIME, "dampingRatio": TIME, "transformation": InFile(LENGTH),
    "vdamping": RATE, "youngModulus": STRESS, "forces": LOAD,
    "totalForce": LOAD, "dampingCoefficient": DAMPING, "radius": LENGTH, "translation": LENGTH, "keyTimes": TIME,
    "endTime": TIME, "movements": MOVEMENT, "velocities": SPEED, "restLengths": LENGTH, "thickness": LENGTH,
        "times": TIME, "BeginTime": TIME, **dict.fromkeys(("dx", "dy", "dz"), LENGTH), "EndTime": TIME, "box": LENGTH,
    "alarmDistance": LENGTH, "contactDistance": LENGTH, "density": (1, -3, 0), "center": LENGTH, "cellWidth": LENGTH,
    **dict.fromkeys("xmin xmax ymin ymax zmin zmax p0 translation2 input_position inputPosition inputPoints inputPositions "
                    "centers radii plane orientedBox initialPoints proximity targetPositions planePoint coneCenter "
                    "initPos posOnParent posOnChild radiusFocal radiusInner shapeFunctionRadius rest_vector".split(), LENGTH),
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
        drawBoxes computeEdges computeTriangles computeTetrahedra depth group active bothSide selfCollision
        contactResponse contactFriction first_point second_point load activate keepOrientationDifference angleCone
        coneFactor useLMDFilters filterIntersection useLineLine useLinePoint usePointPoint useSphereTriangle
        useSurfaceNormals maxIt mu initial_guess build_lcp use_precond allVerified multithreading sor
        scaleTolerance useSVDForRegularization useSpectralCorrection useConjugateResidue conjugateResidueSpeedFactor
        recompute materialName flipNormals noInitialTriangles noNewTriangles onlyAttachedPoints triangulate handleSeams
        createSubelements nbVirtualFinerLevels fillWeighted onlyInsideCells finestConnectivity lumpedMass useMass
        completeInterpolation nbPointsOnEachCircle peak rotation2 rotationAngle useNormals invertNormals normals
        texCoords compressible useAngularSprings nbPoints indexFromEnd first last useX0 strict planeStrain
        computePrincipalStress computeForceStrategy computeForceDerivStrategy computeEdgeList computeHexaList
        computeQuadList computeTriangleList input1 input2 input_topology computeDistance applyRestPosition from to
        linearSystems solverLinearSystem collisionModels intersectionMethod contactManager broadPhaseDetection
        narrowPhaseDetection subCollisionPipelines parallelDetection parallelCollisionDetectionAndFreeMotion
        computeMassOnRest listSegment useSymmetricAssembly trianglePattern resolution from sliding_point axis_1 axis_2
        localCoord edgeIndices triangleIndices bilateral coneAngle planeNormal axis internalPoints splitNormals
        tetrahedraInput localIndices quaternion inverse fixedIndices nbInputs inputTriangles snapPoints splitTetrahedra
        inputIndices1 inputIndices2 N computeResidual solveConstraint threadSafeVisitor copyEdges copyTetrahedra
        parallelAssemblyIndependentMatrices precomputeSymbolicDecomposition edgeList noCompression
        constrainToRestPos iterative positionFactor velocityFactor responseFactor constraintFactor clamp
        useTangentStiffness affineRatio seedValue cluster useTopo number parentIndex childIndex articulationProcess rotationAxis
        articulationIndex external_rest_shape external_points plasticCreep object1_invert object2_invert
        object2_forces oscillate FixedXRotation FixedYRotation FixedZRotation enabled elongationOnly mainSystem
        mechanicalStates nb_iterations input_indices rules assembling precomputed""".split(), NONE),
}

class BySolver(dict):
    """A dimension that depends on the ODE solver: what the unknowns of its linear systems are."""


class ByElement(dict):
    """A dimension that depends on the kind of element that a template names; others are volumes."""


# Bars have a section, and membranes a thickness, of 1.
MODULUS = ByElement(Edge=FORCE, Triangle=STIFFNESS, Quad=STIFFNESS)
# Products p.A p of conjugate gradients: with b the right-hand side, b.A b. Residuals and unknowns of Newton's method.
CG_PRODUCT = BySolver(EulerImplicitSolver=(3, 2, -2), BDFOdeSolver=(3, 2, -2), EulerExplicitSolver=(3, 2, -4),
                      NewmarkImplicitSolver=(3, 2, -4), StaticSolver=(3, 2, -6), VariationalSymplecticSolver=(3, 2, -6),
                      CGImplicitSolver=(3, 2, -2))
RESIDUAL = BySolver(StaticSolver=FORCE, BDFOdeSolver=(1, 1, -1))
UNKNOWN = BySolver(StaticSolver=LENGTH, BDFOdeSolver=VELOCITY)
DAMPING_PER_DEPTH = ((1, -1, -1), "5")
PRESSURE_OF_FACES = {"pressure": (STRESS, None), "dmin": (LENGTH, "0"), "dmax": (LENGTH, "0")}

# Of a row of constraints that is a length: what a solver solves for is a velocity, or an acceleration.
COMPLIANCE = BySolver({**dict.fromkeys(CG_PRODUCT, (-1, 0, 1)),
                       **dict.fromkeys("EulerExplicitSolver RungeKutta2Solver RungeKutta4Solver CentralDifferenceSolver "
                                       "NewmarkImplicitSolver".split(), (-1, 0, 2))})


def solver_of(root):
    return next((e.tag for e in root.iter() if e.tag in COMPLIANCE), "EulerImplicitSolver")


def contact_model(element, _, root):
    """Stiffnesses of contacts are added up where they stick, else multiplied and divided by their distance."""
    responses = " ".join(e.get("response", "") + e.get("contactResponse", "") + e.get("rules", "") for e in root.iter())
    sticks = "StickContactForceField" in responses
    if sticks and "Penality" in responses:
        return None
    distance = any(e.tag in PROXIMITIES or "contactDistance" in e.attrib or "proximity" in e.attrib or
                   e.tag == "MechanicalObject" and not e.get("template", "Vec3").startswith("Rigid") for e in root.iter())
    stiffness = STIFFNESS if sticks else (0.5, 0.5, -1) if distance else (0.5, 0, -1)
    return {"contactStiffness": (stiffness, "10"), "contactFriction": (DAMPING if sticks else NONE, None),
            "extents": (LENGTH, None), "listRadius": (LENGTH, None)}


def compliance_of_points(element, kind, root):
    """By whether the factors of the step are in it; that of bodies is made of their mass."""
    without = element.get("useOdeSolverIntegrationFactors", "1") in ("0", "false")
    one = COMPLIANCE[solver_of(root)] if without else (-1, 0, 0)
    numbers = {"useOdeSolverIntegrationFactors": (NONE, None), "correctionPositionFactor": (NONE, None),
               "correctionVelocityFactor": (NONE, None)}
    if kind == "Rigid3":
        if "defaultCompliance" in element.attrib:  # with inertias of 1
            return None
        turned = (one[0], one[1] - 2, one[2])
        return {**numbers, "compliance": ([one] + [turned] * 6, None)}
    default = None if "compliance" in element.attrib else "1e-5"
    return {**numbers, "compliance": (one, None), "defaultCompliance": (one, default)}


def grid_springs(element, _, __):
    of_all = element.get("stiffness"), element.get("damping")
    kinds = ("lines", "quads", "cubes")
    return {"stiffness": (FORCE, None), "damping": ((1, 1, -1), None),
            "spring": ([NONE, NONE, STIFFNESS, DAMPING, LENGTH], None),
            **{f"{kind}Stiffness": (FORCE, None if of_all[0] else "100") for kind in kinds},
            **{f"{kind}Damping": ((1, 1, -1), None if of_all[1] else "5") for kind in kinds}}


def plastic(element, _, __):
    """Strains are multiplied by six times the volume."""
    default = "0.0001" if "plasticMaxThreshold" in element.attrib else None
    return {"plasticMaxThreshold": (VOLUME, None), "plasticYieldThreshold": (VOLUME, default)}


def preconditioned(element, _, root):
    """The tolerance is one for r.C r / b.b, and C has the unit of the inverse of the matrix."""
    alone = element.get("use_precond", "1") in ("0", "false") or not any("reconditioner" in e.tag for e in root.iter())
    inverse = BySolver({**dict.fromkeys(CG_PRODUCT, (-1, 0, 0)), "StaticSolver": (-1, 0, 2)})
    return {"tolerance": (NONE if alone else inverse, "1e-5")}


def mesh_file(element, _, __):
    """Coordinates are multiplied as they are read."""
    element.attrib.setdefault("scale3d", "1 1 1")
    return {"filename": (NONE, None), "scale": (NONE, None), "scale3d": (LENGTH, None)}


def changes(element, _, __):
    if "filename" in element.attrib:
        return {"filename": (InFile((0, 1, 1)), None)}
    return {"timeToRemove": (TIME, None), "interval": (TIME, None), "shift": (TIME, None), "useDataInputs": (NONE, None),
            **dict.fromkeys(("edgesToRemove", "pointsToRemove", "quadsToRemove", "trianglesToRemove"), (NONE, None))}


def hyperelastic(element, _, __):
    """Parameters are stresses, and some have none."""
    pure = {"ArrudaBoyce", "StVenantKirchhoff", "NeoHookean", "MooneyRivlin", "StableNeoHookean"}
    name = element.get("materialName", "ArrudaBoyce")
    by_turns = {"VerondaWestman": [STRESS, NONE, STRESS], "Ogden": [STRESS, NONE, STRESS],
                "Costa": [STRESS, STRESS] + [NONE] * 6}
    law = STRESS if name in pure else by_turns.get(name)
    return law and {"ParameterSet": (law, None)}


PROXIMITIES = "LocalMinDistance MinProximityIntersection NewProximityIntersection".split()
ITERATED = {"tolerance": (LENGTH, "0.001"), "regularizationTerm": (COMPLIANCE, None)}
REGULARISED = {"regularizationTerm": (COMPLIANCE, None), "complianceFactor": (NONE, None)}
PROXIMITY = {"alarmDistance": (LENGTH, "1"), "contactDistance": (LENGTH, "0.5")}
BENDING_SPRINGS = {"stiffness": (STIFFNESS, None), "damping": (DAMPING, None)}

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
       TetrahedralCorotationalFEMForceField FastTetrahedralCorotationalForceField
       HexahedronFEMForceField CollisionPipeline BruteForceBroadPhase BVHNarrowPhase DiscreteIntersection
       BilateralLagrangianConstraint FixedLagrangianConstraint SlidingLagrangianConstraint UniformLagrangianConstraint
       LinearSolverConstraintCorrection GenericConstraintCorrection RayTraceNarrowPhase IncrSAP BruteForceDetection
       ParallelBruteForceBroadPhase ParallelBVHNarrowPhase DirectSAPNarrowPhase SubCollisionPipeline
       CompositeCollisionPipeline RuleBasedContactManager
       SquareDistanceMapping SquareMapping AreaMapping VolumeMapping TubularMapping DistanceFromTargetMapping
       DistanceMultiMapping DistanceToPlaneMapping IdentityMultiMapping SubsetMultiMapping BeamLinearMapping
       DeformableOnRigidFrameMapping Tetra2TriangleTopologicalMapping Hexa2TetraTopologicalMapping
       Quad2TriangleTopologicalMapping Hexa2QuadTopologicalMapping Hexa2PrismTopologicalMapping
       Triangle2EdgeTopologicalMapping Edge2QuadTopologicalMapping EdgeSetTopologyModifier PointSetTopologyModifier
       SubsetTopology
       TetrahedralTensorMassForceField BeamFEMForceField
       ProximityROI SphereROI PlaneROI MeshSubsetEngine PartialLinearMovementProjectiveConstraint
       DirectionProjectiveConstraint ParallelCGLinearSolver CompositeLinearSystem ConstantSparsityPatternSystem
       RotationMatrixSystem WarpPreconditioner PrecomputedWarpPreconditioner MatrixProjectionMethod
       ConstantSparsityProjectionMethod FixedConstraint BoxConstraint AnimationLoopParallelScheduler DataExchange
       NearestPointROI SmoothMeshEngine MeanComputation AverageCoord PrecomputedLinearSolver
       PositionBasedDynamicsProjectiveConstraint ShapeMatching ClusteringEngine MeshBoundaryROI
       ArticulatedHierarchyContainer ArticulationCenter Articulation ArticulatedSystemMapping""".split()},
    **{name: mesh_file for name in """MeshOBJLoader MeshGmshLoader MeshVTKLoader MeshOffLoader MeshSTLLoader MeshXspLoader
       MeshTrianLoader GIDMeshLoader""".split()},
    **{name: ITERATED for name in """BlockGaussSeidelConstraintSolver NNCGConstraintSolver UnbuiltGaussSeidelConstraintSolver
       LCPConstraintSolver""".split()},
    "ImprovedJacobiConstraintSolver": {**ITERATED, "useSpectralCorrection": (InFile((1, 0, 1)), None)},
    **{name: REGULARISED for name in """LinearSolverConstraintCorrection GenericConstraintCorrection
       PrecomputedConstraintCorrection""".split()},
    **{name: contact_model for name in """PointCollisionModel LineCollisionModel TriangleCollisionModel SphereCollisionModel
       TriangleOctreeCollisionModel OBBCollisionModel""".split()},
    **{name: PROXIMITY for name in PROXIMITIES},
    "UncoupledConstraintCorrection": compliance_of_points,
    "TopologicalChangeProcessor": changes,
    "TetrahedronHyperelasticityFEMForceField": hyperelastic,
    "StandardTetrahedralFEMForceField": hyperelastic,
    "StopperLagrangianConstraint": {"min": (LENGTH, None), "max": (LENGTH, None)},
    "TriangularBendingSprings": BENDING_SPRINGS, "QuadBendingSprings": BENDING_SPRINGS,
    "QuadularBendingSprings": BENDING_SPRINGS,
    "FastTriangularBendingSprings": {"bendingStiffness": (ENERGY, "1"), "minDistValidity": (LENGTH, "1e-6")},
    "TriangularBiquadraticSpringsForceField": {"youngModulus": (STIFFNESS, None), "dampingRatio": ((0, 2, 1), None)},
    "TriangularQuadraticSpringsForceField": {"youngModulus": (STIFFNESS, None)},
    "PCGLinearSolver": preconditioned,
    "SVDLinearSolver": {"minSingularValue": (MASS, "1e-6")},
    "EllipsoidForceField": {"vradius": (LENGTH, None), "stiffness": (FORCE, None), "damping": (DAMPING, None)},
    "InteractionEllipsoidForceField": {"vradius": (LENGTH, None), "stiffness": (FORCE, None), "damping": (DAMPING, None)},
    "ConicalForceField": {"coneHeight": (LENGTH, None), "stiffness": (STIFFNESS, None), "damping": (DAMPING, None)},
    "EdgePressureForceField": {"pressure": ((1, 0, -2), None), "p_intensity": ((1, 0, -2), None), "binormal": (NONE, None),
                               "dmin": (LENGTH, "0"), "dmax": (LENGTH, "0")},
    "TorsionForceField": {"torque": (STIFFNESS, None), "origin": (LENGTH, None)},
    "RegularGridSpringForceField": grid_springs,
    "VectorSpringForceField": {"stiffness": (STIFFNESS, "1"), "viscosity": (DAMPING, "1")},
    "AngularSpringForceField": {"angularStiffness": (TORQUE, None)},
    "RepulsiveSpringForceField": {"spring": ([NONE, NONE, STIFFNESS, DAMPING, LENGTH], None)},
    "StiffSpringForceField": {"spring": ([NONE, NONE, STIFFNESS, DAMPING, LENGTH], None)},
    "CGImplicitSolver": {"threshold": (CG_PRODUCT, None)},
    "OscillatorProjectiveConstraint": {"oscillators": ([NONE] + [LENGTH] * 6 + [RATE, NONE], None)},
    "AffineMovementProjectiveConstraint": {"meshIndices": (NONE, None), "beginConstraintTime": (TIME, None),
                                           "endConstraintTime": (TIME, None)},
    "PatchTestMovementProjectiveConstraint": {"meshIndices": (NONE, None), "beginConstraintTime": (TIME, None),
                                              "endConstraintTime": (TIME, None), "cornerMovements": (LENGTH, None),
                                              "cornerPoints": (LENGTH, None)},
    "ParabolicProjectiveConstraint": {"P1": (LENGTH, None), "P2": (LENGTH, None), "P3": (LENGTH, None)},
    "NodalMassDensity": {"property": ((1, None, 0), "1")},
    "FEMMass": {},
    "TetrahedronFEMForceField": plastic,
    "HexahedralFEMForceFieldAndMass": {"density": ((1, -3, 0), "1")},
    "HexahedronFEMForceFieldAndMass": {"density": ((1, -3, 0), "1")},
    "TriangularTensorMassForceField": {"youngModulus": (STIFFNESS, None)},
    "QuadBendingFEMForceField": {"thickness": (LENGTH, "1")},
    "SparseGridTopology": {"fileTopology": (InFile(LENGTH), None), "filename": (InFile(LENGTH), None),
                           "min": (LENGTH, None), "max": (LENGTH, None)},
    "SparseGridRamificationTopology": {"fileTopology": (InFile(LENGTH), None)},
    "CubeTopology": {"min": (LENGTH, None), "max": (LENGTH, None)},
    "CylinderGridTopology": {"length": (LENGTH, None)},
    "ReadState": {"filename": (InFile((0, 1, 1)), None), "loop": (NONE, None), "shift": (TIME, None),
                  "scalePos": (NONE, None)},
    "TaitSurfacePressureForceField": {"p0": (STRESS, None), "B": (STRESS, None), "injectedVolume": (VOLUME, None),
                                      "maxInjectionRate": ((0, 3, -1), None)},
    "PolynomialSpringsForceField": {
        **dict.fromkeys(("firstObjectPoints", "secondObjectPoints", "polynomialDegree", "computeZeroLength"), (NONE, None)),
        "polynomialStiffness": (InFile((0, 1, 0)), None), "zeroLength": (LENGTH, None)},
    "TriangleBendingSprings": {"stiffness": (STIFFNESS, "1"), "damping": (DAMPING, None)},
    "GenerateCylinder": {"height": (LENGTH, "1"), "radius": (LENGTH, "1"), **dict.fromkeys(
        ("resCircumferential", "resRadial", "resHeight"), (NONE, None))},
    "TransformEngine": {"input_position": (POSITION, None)},
    "GenerateGrid": {"min": (LENGTH, "0 0 0"), "max": (LENGTH, "1 1 1")},
    "MeshROI": {"ROIposition": (LENGTH, None), "ROItriangles": (NONE, None)},
    "TransformPosition": {"origin": (LENGTH, None)},
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
    "SurfacePressureForceField": {"pressure": (STRESS, None), "pressureSpeed": ((1, -1, -3), None),
                                  "pressureLowerBound": (STRESS, None), "pulseMode": (NONE, None),
                                  "volumeConservationMode": (NONE, None), "defaultVolume": (VOLUME, None),
                                  "min": (LENGTH, None), "max": (LENGTH, None), "mainDirection": (NONE, None)},
    "HexahedralFEMForceField": {},
    "Gravity": {},
    "RestShapeSpringsForceField": {"stiffness": (STIFFNESS, "100"), "angularStiffness": (TORQUE, None)},
    "SpringForceField": {"stiffness": (STIFFNESS, None), "damping": (DAMPING, None), "lengths": (LENGTH, None),
                         "spring": ([NONE, NONE, STIFFNESS, DAMPING, LENGTH], None)},
    "CollisionResponse": {"responseParams": (NONE, None)},
    "MeshSpringForceField": {"stiffness": (FORCE, None), "damping": ((1, 1, -1), None), "tetrasStiffness": (FORCE, None),
                             **{f"{kind}Stiffness": (FORCE, None) for kind in ("lines", "triangles", "quads", "tetrahedra", "cubes")},
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
               "HexahedralFEMForceField", "TriangularFEMForceField", "TriangularFEMForceFieldOptim", "TriangleFEMForceField",
               "TetrahedralTensorMassForceField", "TriangularTensorMassForceField",
               "QuadBendingFEMForceField"}
# What acts on these states does not act on lengths: areas, volumes, squares, angles and parts of beams.
NO_LENGTHS = {"AreaMapping", "VolumeMapping", "SquareMapping", "SquareDistanceMapping", "BeamLinearMapping",
              "ArticulatedSystemMapping"}
