// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/GlslBuiltIns.h"

#include <span>

namespace sofa::gl {
namespace {

constexpr std::string_view lightSources = R"(struct sofa_LightSourceParameters {
  vec4 ambient, diffuse, specular, position, halfVector;
  vec3 spotDirection;
  float spotExponent, spotCutoff, spotCosCutoff, constantAttenuation, linearAttenuation, quadraticAttenuation;
};
uniform sofa_LightSourceParameters sofa_LightSource[8];
)";
constexpr std::string_view materialType = R"(#ifndef SOFA_MATERIAL
#define SOFA_MATERIAL
struct sofa_MaterialParameters {
  vec4 emission, ambient, diffuse, specular;
  float shininess;
};
uniform sofa_MaterialParameters sofa_FrontMaterial;
#define sofa_BackMaterial sofa_FrontMaterial
#endif
)";
constexpr std::string_view productType = R"(#ifndef SOFA_LIGHT_PRODUCT
#define SOFA_LIGHT_PRODUCT
struct sofa_LightProducts {
  vec4 ambient, diffuse, specular;
};
uniform sofa_LightProducts sofa_FrontLightProduct[8];
#define sofa_BackLightProduct sofa_FrontLightProduct
#endif
)";
constexpr std::string_view modelProductType = R"(#ifndef SOFA_MODEL_PRODUCT
#define SOFA_MODEL_PRODUCT
struct sofa_LightModelProducts {
  vec4 sceneColor;
};
uniform sofa_LightModelProducts sofa_FrontLightModelProduct;
#define sofa_BackLightModelProduct sofa_FrontLightModelProduct
#endif
)";
constexpr std::string_view position = R"(#ifndef SOFA_VERTEX
#define SOFA_VERTEX
in vec3 sofa_position;
#define sofa_Vertex vec4(sofa_position, 1.0)
#endif
)";
constexpr std::string_view transformed = R"(#ifndef SOFA_MVP
#define SOFA_MVP
uniform mat4 sofa_ModelViewProjectionMatrix;
#endif
)";

#define MATRIX(NAME)                                                                  \
  {#NAME "Inverse", inAll, "uniform mat4 sofa_" #NAME "Inverse;\n"},                  \
      {#NAME "Transpose", inAll, "uniform mat4 sofa_" #NAME "Transpose;\n"}, {        \
#NAME "InverseTranspose", inAll, "uniform mat4 sofa_" #NAME "InverseTranspose;\n" \
  }
#define NO_TEXCOORD(N) \
  { "MultiTexCoord" #N, inVertex, "const vec4 sofa_MultiTexCoord" #N " = vec4(0.0, 0.0, 0.0, 1.0);\n" }

constexpr GlslBuiltIn builtIns[] = {
    {"Vertex", inVertex, position},
    {"Normal", inVertex, "in vec3 sofa_Normal;\n"},
    {"MultiTexCoord0", inVertex, "in vec2 sofa_texcoord;\n#define sofa_MultiTexCoord0 vec4(sofa_texcoord, 0.0, 1.0)\n"},
    {"MultiTexCoord1", inVertex, "in vec3 sofa_tangent;\n#define sofa_MultiTexCoord1 vec4(sofa_tangent, 1.0)\n"},
    {"MultiTexCoord2", inVertex, "in vec3 sofa_bitangent;\n#define sofa_MultiTexCoord2 vec4(sofa_bitangent, 1.0)\n"},
    NO_TEXCOORD(3),
    NO_TEXCOORD(4),
    NO_TEXCOORD(5),
    NO_TEXCOORD(6),
    NO_TEXCOORD(7),
    {"SecondaryColor", inVertex, "const vec4 sofa_SecondaryColor = vec4(0.0, 0.0, 0.0, 1.0);\n"},
    {"ClipVertex", inVertex, "vec4 sofa_ClipVertex;\n"},  // planes cut pixels: it is not needed
    {"ModelViewMatrix", inAll, "uniform mat4 sofa_ModelViewMatrix;\n"},
    {"ProjectionMatrix", inAll, "uniform mat4 sofa_ProjectionMatrix;\n"},
    {"ModelViewProjectionMatrix", inAll, transformed},
    MATRIX(ModelViewMatrix),
    MATRIX(ProjectionMatrix),
    MATRIX(ModelViewProjectionMatrix),
    {"NormalMatrix", inAll, "uniform mat3 sofa_NormalMatrix;\n"},
    {"TextureMatrix", inAll,
     "const mat4 sofa_TextureMatrix[8] = mat4[8](mat4(1.0), mat4(1.0), mat4(1.0), mat4(1.0), "
     "mat4(1.0), mat4(1.0), mat4(1.0), mat4(1.0));\n"},
    {"NormalScale", inAll, "const float sofa_NormalScale = 1.0;\n"},
    {"LightSource", inAll, lightSources},
    {"LightModel", inAll,
     "struct sofa_LightModelParameters {\n  vec4 ambient;\n};\nuniform sofa_LightModelParameters sofa_LightModel;\n"},
    {"FrontMaterial", inAll, materialType},
    {"BackMaterial", inAll, materialType},
    {"FrontLightProduct", inAll, productType},
    {"BackLightProduct", inAll, productType},
    {"FrontLightModelProduct", inAll, modelProductType},
    {"BackLightModelProduct", inAll, modelProductType},
    {"MaxLights", inAll, "const int sofa_MaxLights = 8;\n"},
    {"MaxTextureCoords", inAll, "const int sofa_MaxTextureCoords = 8;\n"},
    {"MaxTextureUnits", inAll, "const int sofa_MaxTextureUnits = 8;\n"},
    {"FragColor", inFragment, "out vec4 sofa_FragColor;\n"},
    {"FragData", inFragment, "out vec4 sofa_FragData[1];\n"},
};
#undef MATRIX
#undef NO_TEXCOORD

constexpr std::pair<std::string_view, std::string_view> oldFunctions[] = {
    {"texture1D", "texture1D texture"},
    {"texture2D", "texture2D texture"},
    {"texture3D", "texture3D texture"},
    {"textureCube", "textureCube texture"},
    {"texture2DRect", "texture2DRect texture"},
    {"texture2DArray", "texture2DArray texture"},
    {"texture1DProj", "texture1DProj textureProj"},
    {"texture2DProj", "texture2DProj textureProj"},
    {"texture3DProj", "texture3DProj textureProj"},
    {"texture2DRectProj", "texture2DRectProj textureProj"},
    {"texture1DLod", "texture1DLod textureLod"},
    {"texture2DLod", "texture2DLod textureLod"},
    {"texture3DLod", "texture3DLod textureLod"},
    {"textureCubeLod", "textureCubeLod textureLod"},
    {"texture2DProjLod", "texture2DProjLod textureProjLod"},
    {"texture2DGradARB", "texture2DGradARB textureGrad"},
    {"texelFetch2D", "texelFetch2D texelFetch"},
    {"shadow1D", "shadow1D(s, p) vec4(texture(s, p))"},
    {"shadow2D", "shadow2D(s, p) vec4(texture(s, p))"},
    {"shadow2DProj", "shadow2DProj(s, p) vec4(textureProj(s, p))"},
    {"ftransform", "ftransform() (sofa_ModelViewProjectionMatrix * vec4(sofa_position, 1.0))"},
};

}  // namespace

std::span<const GlslBuiltIn> glslBuiltIns() { return builtIns; }

std::span<const std::pair<std::string_view, std::string_view>> glslOldFunctions() { return oldFunctions; }

bool isNewGlslWord(std::string_view word) {
  static constexpr std::string_view words[] = {
      "texture", "smooth", "flat",   "noperspective", "layout",     "uint",   "common",  "active",    "partition",
      "filter",  "patch",  "sample", "shared",        "subroutine", "buffer", "precise", "texelFetch"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

}  // namespace sofa::gl
