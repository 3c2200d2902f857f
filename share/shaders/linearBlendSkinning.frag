// The first light on the side that is seen, per pixel.
varying vec3 normal;
varying vec3 toEye;

void main() {
  vec3 v = normalize(toEye);
  vec3 n = normalize(normal);
  if (dot(n, v) < 0.0) n = -n;
  vec4 position = gl_LightSource[0].position;
  vec3 l = normalize(position.xyz + position.w * toEye);
  float facing = max(dot(n, l), 0.0);
  vec4 color = gl_FrontLightModelProduct.sceneColor + gl_FrontLightProduct[0].ambient +
               facing * gl_FrontLightProduct[0].diffuse;
  if (facing > 0.0)
    color += pow(max(dot(n, normalize(l + v)), 0.0), gl_FrontMaterial.shininess) * gl_FrontLightProduct[0].specular;
  gl_FragColor = vec4(color.rgb, gl_FrontMaterial.diffuse.a);
}
