import { rgb } from '../../color.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'

const ball = { x: 0.55, y: 1, z: 0 }

const normalized = (x: number, y: number, z: number) => {
  const length = Math.hypot(x, y, z)
  return { x: x / length, y: y / length, z: z / length }
}

const light = normalized(-0.62, 0.66, -0.42)

/** Returns how much of a wide lamp the ball hides from a point on the floor. */
const hidden = (x: number, z: number): number => {
  const toX = ball.x - x
  const toZ = ball.z - z
  const along = toX * light.x + ball.y * light.y + toZ * light.z
  if (along <= 0) return 0
  const across = Math.sqrt(Math.max(0, toX * toX + ball.y + toZ * toZ - along * along))
  const blur = 0.1 + 0.26 * along
  return smoothstep(1 + blur, 1 - blur, across)
}

const prepare = (random: Random, { aspect }: Frame): Shade => {
  const wash = createNoise2(random)
  const ivory = rgb('#fff6dc', 1.32)
  const shadowed = rgb('#c9b79c')
  const coral = rgb('#f0936d')
  const deep = rgb('#a8483a')
  const bounce = rgb('#ffd9b0')

  return (x, y, out) => {
    const u = (x - aspect / 2) * 5.6
    const v = (0.79 - y) * 5.6
    const floor = smoothstep(1.5, -1.3, v)
    const pool = Math.exp(-(((u + 1.6) / 6.5) ** 2) - ((v - 1.1) / 4.2) ** 2)
    const tone =
      mix(0.82, 1.05, pool) * mix(0.985, 1, floor) + 0.008 * fbm(wash, u * 0.3, v * 0.3, 2)
    for (let c = 0; c < 3; c++) out[c] = ivory[c] * tone

    // The floor is seen from slightly above, so points higher in the picture are farther away.
    const z = (v + 0.0) * 3.1
    const cast = hidden(u, z) * smoothstep(1.9, 0.2, v)
    const nearby = Math.hypot(u - ball.x, z * 0.8)
    const contact = Math.exp(-((nearby / 0.75) ** 2)) * smoothstep(0.9, -0.2, v)
    const dim = clamp(cast * 0.5 + contact * 0.6)
    for (let c = 0; c < 3; c++) {
      out[c] = mix(out[c], shadowed[c] * 0.55, dim)
      out[c] = out[c] + coral[c] * 0.06 * Math.exp(-((nearby / 1.7) ** 2)) * floor
    }

    const dx = u - ball.x
    const dy = v - ball.y + 0.12
    const d = dx * dx + dy * dy
    if (d > 1) return
    const nz = -Math.sqrt(1 - d)
    const facing = dx * light.x + dy * light.y + nz * light.z
    const wrapped = clamp((facing + 0.35) / 1.35) ** 1.35
    const under = clamp(-dy) ** 1.3
    const sky = 0.5 + 0.5 * dy
    const rim = (1 + nz) ** 3
    const gleam = clamp(dx * -0.42 + dy * 0.5 + nz * -0.76) ** 26
    for (let c = 0; c < 3; c++) {
      let paint = mix(deep[c] * 0.42, coral[c], wrapped)
      paint +=
        coral[c] * bounce[c] * (0.3 * under * (1 - 0.6 * Math.exp(-(((dy + 1) / 0.22) ** 2))))
      paint += bounce[c] * (0.05 * sky + 0.12 * rim * (0.3 + 0.7 * wrapped) + 0.16 * gleam)
      out[c] = paint
    }
  }
}

export const ivorySphere: Scene = {
  name: 'ivory-and-coral',
  title: 'Ivory and Coral',
  category: 'minimal',
  width: 3840,
  height: 2160,
  seed: 3,
  tags: ['minimal', 'sphere', 'ivory', 'coral', 'soft-light', 'studio', 'clean', 'warm'],
  description:
    'One coral ball rests on an ivory ground in soft studio light and throws a long, gentle shadow.',
  mood: 'quiet',
  artStyle: 'minimalist',
  objects: ['sphere', 'shadow'],
  prepare,
}
