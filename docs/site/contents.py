"""The pages of the site in their order, by part. Every page of docs/ stands in one of the parts (tests/docs/test_site.py)."""
PARTS = {
    "Begin": ["docs/tutorials/first-scene", "docs/tutorial", "docs/gallery", "docs/running", "docs/export", "docs/building", "docs/speed",
              "docs/glossary"],
    "Tutorials": ["docs/tutorials/index", "docs/tutorials/from-sofa", "docs/tutorials/my-mesh", "docs/tutorials/contact",
                  "docs/tutorials/plugin", "docs/tutorials/python", "docs/tutorials/tuning"],
    "Manual": ["docs/manual/index", "docs/manual/scenes", "docs/manual/mechanics", "docs/manual/solvers", "docs/manual/collision",
               "docs/manual/barrier-contact", "docs/manual/constraints", "docs/manual/mappings", "docs/manual/topology", "docs/manual/cutting",
               "docs/manual/remeshing", "docs/manual/beams", "docs/manual/fluids", "docs/manual/visual", "docs/manual/python",
               "docs/manual/trust", "docs/manual/verification", "docs/viewer", "docs/components"],
    "Coming from SOFA": ["docs/differences", "docs/api-changes", "docs/from-sofa-plugins"],
    "For authors": ["docs/components-in-cpp", "docs/scenes-in-cpp", "docs/assembly", "docs/manual/elements", "docs/manual/data",
                    "docs/manual/vectors", "docs/manual/evaluation", "docs/manual/mechanics-plan", "docs/manual/collision-pairs",
                    "docs/manual/constraint-problem", "docs/source-tree"],
    "Project": ["CHANGELOG", "CONTRIBUTING"],
}
# Made while the site is built.
GENERATED = {"Reference": ["reference/python", "reference/cpp", "reference/components"]}
