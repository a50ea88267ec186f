import { mixRgb, ramp, rgb } from '../../colour.ts'
import { add, bell, cover } from '../../light.ts'
import { createNoise2, fbm, type Noise2 } from '../../noise.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'

const layers = 9
const sun = { x: 0.44, y: -0.1 }

/** Signed distance to the nearest trunk of a layer: slightly leaning, thicker at the root. */
function trunk(noise: Noise2, x: number, y: number, layer: number): number {
  const depth = layer / (layers - 1)
  const spacing = mix(0.045, 0.27, depth * depth)
  const ground = mix(0.72, 0.99, depth)
  const cell = Math.floor(x / spacing)
  let nearest = 1
  for (let i = cell - 1; i <= cell + 1; i++) {
    if (hash(i, layer, 3) > mix(0.85, 0.8, depth)) continue
    // The near trunks leave a clearing in the middle, where the light falls.
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

function prepare(random: Random, frame: Frame): Shade {
  const noise = createNoise2(random)
  const leaf = createNoise2(random)
  const air = ramp([
    [0, '#fff3bf'],
    [0.22, '#e2e59a'],
    [0.5, '#a9c27c'],
    [0.8, '#6f9263'],
    [1, '#4b6b4a'],
  ])
  const wood = layerColours('#a8bd7c', '#13251b')
  const floor = layerColours('#9db862', '#15230f')
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

    for (let i = 0; i < layers; i++) {
      const depth = i / (layers - 1)
      const ground = mix(0.72, 0.99, depth) + 0.03 * (1 - depth * 0.4) * noise(x * 3 + i * 5, i)
      const colour = wood[i]!
      const d = trunk(noise, x, y, i)
      if (d < 0.004 && y < ground + 0.012) {
        const inside = smoothstep(frame.pixel * mix(2.2, 0.6, depth), -frame.pixel, d)
        cover(out, colour, inside)
        if (depth > 0.45 && inside > 0) {
          const bark = fbm(leaf, x * 85, y * 13 + i, 3)
          const rim = smoothstep(-0.012 * depth, 0, d) * (dx < 0.1 ? 0.5 : 0.9)
          add(out, gold, inside * depth * (0.018 * (bark + 0.4) + 0.05 * rim))
        }
      }
      if (y > ground - 0.03) {
        const fern = fbm(leaf, x * mix(60, 22, depth), y * mix(60, 22, depth) + i * 9, 4)
        const edge = y - ground - fern * mix(0.012, 0.03, depth)
        const inside = smoothstep(-frame.pixel * 2, frame.pixel * 2, edge)
        if (inside > 0) {
          const under = clamp(0.5 + fern * 0.9 - edge * 2)
          cover(out, floor[i]!, inside)
          const blades = fbm(leaf, x * mix(150, 60, depth), y * mix(60, 24, depth) - i, 3)
          const crest = Math.exp(-Math.max(0, edge) / mix(0.012, 0.03, depth))
          add(out, gold, inside * (0.3 * beam + 0.05) * under * (1 - depth * 0.55))
          add(out, moss, inside * (0.5 * crest + 0.3 * blades * crest) * mix(0.3, 0.12, depth))
        }
      }
      const crown = fbm(
        leaf,
        x * mix(26, 11, depth) + i * 3,
        y * mix(26, 11, depth) - i * 7,
        6,
        0.66,
      )
      const reach = mix(0.26, 0.12, depth) + 0.14 * noise(x * 4 + i * 11, 2) - y
      const leaves = smoothstep(0.0, 0.05, crown * 0.5 + reach)
      if (leaves > 0)
        cover(out, colour, leaves * mix(0.35, 0.92, depth) * (1 - 0.9 * bell(away, 0.3)))
      add(out, gold, beam * mix(0.075, 0.04, depth))
    }
    cover(out, halo, 0.92 * bell(away, 0.27))
    add(out, halo, 0.1 * bell(away, 0.5))
  }
}

/** Colours of the layers, pale to dark: distance in fog. */
const layerColours = (far: string, near: string) =>
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
  prepare,
}
