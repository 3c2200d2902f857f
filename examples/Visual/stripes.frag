varying float phase;
varying vec3 normal;
uniform vec3 second;

void main() {
  float wave = 0.5 + 0.5 * sin(6.2832 * phase);
#ifndef SOFT
  wave = step(0.5, wave);
#endif
  vec3 color = mix(gl_FrontMaterial.diffuse.rgb, second, wave);
  gl_FragColor = vec4(color * abs(normalize(normal).z), 1.0);
}
