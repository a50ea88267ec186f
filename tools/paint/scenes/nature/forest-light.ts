import { mixRgb, ramp, rgb } from '../../color.ts'
import { add, bell, cover } from '../../light.ts'
import { createNoise2, fbm, type Noise2 } from '../../noise.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'

const layers = 9
const sun = { x: 0.44, y: -0.1 }

const trunk = (noise: Noise2, x: number, y: number, layer: number): number => {
  const depth = layer / (layers - 1)
  const spacing = mix(0.045, 0.27, depth * depth)
  const ground = mix(0.72, 0.99, depth)
  const cell = Math.floor(x / spacing)
  let nearest = 1
  for (let i = cell - 1; i <= cell + 1; i++) {
    if (hash(i, layer, 3) > mix(0.85, 0.8, depth)) continue
    // Leaves out near trunks in the middle, so that a clearing stays open for the light.
    if (depth > 0.5 && Math.abs((i + 0.5) * spacing - 0.3) < 0.15) continue
    const lean = (hash(i, layer, 4) - 0.5) * 0.07
    const sway = 0.012 * noise(y * 2.2, i * 3.7 + layer)
    const middle = (i + 0.18 + 0.64 * hash(i, layer, 5)) * spacing + lean * (y - ground) + sway
    const root = 0.5 * Math.exp((y - ground) * mix(60, 22, depth))
    const half =
      spacing * mix(0.1, 0.145, hash(i, layer, 6)) * (0.62 + 0.4 * y + Math.min(root, 1.2))
    nearest = Math.min(nearest, Math.abs(x - middle) - half)
  }
  return nearest
}

const groundAt = (noise: Noise2, x: number, layer: number): number => {
  const depth = layer / (layers - 1)
  return mix(0.72, 0.99, depth) + 0.03 * (1 - depth * 0.4) * noise(x * 3 + layer * 5, layer)
}

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const leaf = createNoise2(random)
  const air = ramp([
    [0, '#fff3bf'],
    [0.22, '#e2e59a'],
    [0.5, '#a9c27c'],
    [0.8, '#6f9263'],
    [1, '#4b6b4a'],
  ])
  const wood = layerColors('#a8bd7c', '#13251b')
  const floor = layerColors('#9db862', '#15230f')
  const mist = rgb('#cfdc9c')
  const moss = rgb('#b5d24a')
  const halo = rgb('#f4f6ae')
  const gold = rgb('#f6f7b4')

  return (x, y, out) => {
    const dx = x - sun.x
    const dy = y - sun.y
    const away = Math.sqrt(dx * dx + dy * dy)
    const angle = Math.atan2(dx, dy)
    air(clamp(away * 0.95), out)

    const broad = noise(angle * 7, 3.1)
    const fine = noise(angle * 23 + 5, away * 0.6)
    const beam = smoothstep(-0.1, 0.6, broad + 0.5 * fine) * Math.exp(-away * 0.7)

    // Skips layers of the forest that the ground of a nearer layer hides.
    let first = layers - 1
    while (first > 0 && y < groundAt(noise, x, first) + 0.035) first--
    for (let i = first; i < layers; i++) {
      const depth = i / (layers - 1)
      const ground = groundAt(noise, x, i)
      const color = wood[i]
      const d = trunk(noise, x, y, i)
      if (d < 0.004 && y < ground + 0.012) {
        const inside = smoothstep(frame.pixel * mix(2.2, 0.6, depth), -frame.pixel, d)
        cover(out, color, inside)
        if (depth > 0.45 && inside > 0) {
          const bark = fbm(leaf, x * 85, y * 13 + i, 3)
          const rim = smoothstep(-0.012 * depth, 0, d) * (dx < 0.1 ? 0.5 : 0.9)
          add(out, gold, inside * depth * (0.018 * (bark + 0.4) + 0.05 * rim))
        }
      }
      if (y > ground - 0.03) {
        const wide = mix(40, 13, depth)
        const tuft = fbm(leaf, x * wide, y * wide * 2.8 + i * 9, 4, 0.6)
        const grass = Math.abs(leaf(x * wide * 11, i + y * 14)) * mix(0.004, 0.011, depth)
        const edge = y - ground - tuft * mix(0.006, 0.014, depth) + grass
        const inside = smoothstep(-frame.pixel * 2, frame.pixel * 2, edge)
        if (inside > 0) {
          const pool = smoothstep(-0.25, 0.5, noise(x * 5 + i * 2, y * 14)) * (1 - 0.5 * depth)
          const blades = leaf(x * wide * 9, y * wide * 3)
          cover(out, floor[i], inside)
          add(out, moss, inside * clamp(0.1 + 0.3 * tuft + 0.1 * blades) * mix(0.5, 0.2, depth))
          add(out, gold, inside * (0.34 * beam + 0.1) * pool * clamp(0.55 + tuft))
        }
      }
      const up = y - ground
      if (up > -0.12) {
        const drift = 0.6 + 0.5 * noise(x * 3.1 + i * 4, y * 9)
        cover(out, mist, clamp(0.6 * bell(up, 0.042) * drift * (1 - depth) ** 0.7))
      }
      const reach = mix(0.26, 0.12, depth) + 0.14 * noise(x * 4 + i * 11, 2) - y
      if (reach > -0.3) {
        const fine = mix(26, 11, depth)
        const crown = fbm(leaf, x * fine + i * 3, y * fine - i * 7, 5, 0.62)
        const leaves = smoothstep(0.0, 0.06, crown * 0.5 + reach)
        cover(out, color, leaves * mix(0.35, 0.92, depth) * (1 - 0.9 * bell(away, 0.3)))
      }
      add(out, gold, beam * mix(0.075, 0.04, depth))
    }
    cover(out, halo, 0.92 * bell(away, 0.27))
    add(out, halo, 0.1 * bell(away, 0.5))
  }
}

const layerColors = (far: string, near: string) =>
  Array.from({ length: layers }, (_, i) => mixRgb(rgb(far), rgb(near), (i / (layers - 1)) ** 0.72))

export const forestLight: Scene = {
  name: 'forest-light',
  title: 'Forest Light',
  category: 'nature',
  width: 2160,
  height: 3840,
  seed: 230,
  tags: ['forest', 'trees', 'sunbeams', 'fog', 'morning', 'green', 'woods', 'light'],
  description:
    'Morning sun falls in long beams between the trunks of a misty forest, turning the air green and gold.',
  mood: 'peaceful',
  artStyle: 'landscape',
  objects: ['trees', 'sunbeams', 'ferns', 'mist'],
  encode: { bytes: 290_000 },
  prepare,
}
