// Light in few steps, like in a drawing. The side that is seen is lit by the first light; what is seen edge-on is dark.
varying vec3 normal;
varying vec3 toEye;

const float levels = 4.0;

void main() {
  vec3 v = normalize(toEye);
  vec3 n = normalize(normal);
  if (dot(n, v) < 0.0) n = -n;
  vec4 position = gl_LightSource[0].position;
  vec3 l = normalize(position.xyz + position.w * toEye);
  float facing = max(dot(n, l), 0.0);
  float level = (floor(facing * levels) + 0.5) / levels;
  vec3 color = gl_FrontLightModelProduct.sceneColor.rgb + gl_FrontLightProduct[0].ambient.rgb +
               level * gl_FrontLightProduct[0].diffuse.rgb;
  float highlight = dot(n, normalize(l + v));
  if (highlight > 0.98) color = mix(color, gl_LightSource[0].specular.rgb, 0.5);
  color *= smoothstep(0.2, 0.3, dot(n, v));
  gl_FragColor = vec4(color, gl_FrontMaterial.diffuse.a);
}
