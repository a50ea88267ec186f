import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createCamera, type Vec3 } from '../../march.ts'
import { createNoise2 } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'

const eye: Vec3 = [0, 3.0, -6]
const drop = { x: 0.7, y: 0.95, z: 0.5, radius: 0.2 }

const ringSlope = (r: number): number => {
  const front = smoothstep(5.4, 3.2, r) * smoothstep(0, 0.35, r)
  const strength = (0.34 / (1 + 0.55 * r)) * front
  return strength * Math.sin(r * 6.2 - 1.2 - 0.5 * Math.sin(r * 1.3))
}

const prepare = (random: Random, { aspect }: Frame): Shade => {
  const swell = createNoise2(random)
  const camera = createCamera(eye, [0.05, 0.28, 0.3], 30, aspect)
  const studio = ramp([
    [0, '#f4f5f6'],
    [0.16, '#d3d7db'],
    [0.34, '#9aa1a9'],
    [0.5, '#6b737d'],
    [0.62, '#a9b0b7'],
    [0.8, '#dfe2e5'],
    [1, '#8d959e'],
  ])
  const lamp = rgb('#ffffff', 1.3)
  const dusk = rgb('#3e464f')
  const horizon = rgb('#eff1f2')
  const direction = new Float64Array(3)
  const seen: Light = new Float64Array(3)

  /**
   * Paints the studio that the water reflects: a pale wall, one long soft lamp, and a dark panel
   * beside it.
   */
  const surround = (dx: number, dy: number, dz: number, out: Light) => {
    studio(clamp(dy * 0.95 + 0.1 * dx), out)
    const strip = Math.abs(dx * 0.8 + dz * 0.35 + 0.12 - 0.3 * dy)
    add(out, lamp, 0.55 * smoothstep(0.3, 0.05, strip) * smoothstep(0.15, 0.5, dy))
    cover(out, dusk, 0.6 * bell(dx - 0.62, 0.3) * smoothstep(0.1, 0.4, dy))
  }

  const ball = (dx: number, dy: number, dz: number, out: Light): boolean => {
    const ox = eye[0] - drop.x
    const oy = eye[1] - drop.y
    const oz = eye[2] - drop.z
    const along = ox * dx + oy * dy + oz * dz
    const under = along * along - (ox * ox + oy * oy + oz * oz - drop.radius ** 2)
    if (under < 0) return false
    const t = -along - Math.sqrt(under)
    const nx = (ox + dx * t) / drop.radius
    const ny = (oy + dy * t) / drop.radius
    const nz = (oz + dz * t) / drop.radius
    const facing = dx * nx + dy * ny + dz * nz
    const ry = dy - 2 * facing * ny
    surround(dx - 2 * facing * nx, Math.abs(ry), dz - 2 * facing * nz, out)
    if (ry < 0) scale(out, 0.72 + 0.28 * smoothstep(0, -0.12, ry))
    cover(out, horizon, 0.5 * (1 + facing) ** 3)
    return true
  }

  return (x, y, out) => {
    camera(x, y, direction)
    const [dx, dy, dz] = direction as unknown as Vec3
    if (ball(dx, dy, dz, out)) return
    const t = dy < -0.01 ? -eye[1] / dy : 300
    const px = eye[0] + dx * t
    const pz = eye[2] + dz * t
    const rx = px - drop.x
    const rz = pz - drop.z
    const r = Math.sqrt(rx * rx + rz * rz) + 1e-6
    const slope = ringSlope(r)
    const e = 0.02
    const calm = 0.05 * Math.exp(-t / 22)
    const here = swell(px * 0.5, pz * 0.5)
    const nx = -(rx / r) * slope - (calm * (swell(px * 0.5 + e, pz * 0.5) - here)) / e
    const nz = -(rz / r) * slope - (calm * (swell(px * 0.5, pz * 0.5 + e) - here)) / e
    const inverse = 1 / Math.sqrt(nx * nx + 1 + nz * nz)
    const facing = (dx * nx + dy + dz * nz) * inverse
    surround(
      dx - 2 * facing * nx * inverse,
      dy - 2 * facing * inverse,
      dz - 2 * facing * nz * inverse,
      seen,
    )
    out.set(seen)
    scale(out, 0.9)
    const shade = Math.hypot(rx - 0.28, rz - 0.1)
    scale(out, 1 - 0.5 * bell(shade, 0.2))
    cover(out, horizon, smoothstep(8, 24, t) * 0.95)
  }
}

export const silverRipple: Scene = {
  name: 'silver-ripple',
  title: 'Silver Ripple',
  category: 'minimal',
  width: 3840,
  height: 2160,
  seed: 31,
  tags: ['minimal', 'silver', 'ripple', 'drop', 'liquid-metal', 'gray', 'reflection', 'zen'],
  description:
    'A bead of liquid silver hangs over a silver pool, and rings run outward from where the last one fell.',
  mood: 'calm',
  artStyle: '3d render',
  objects: ['drop', 'ripples', 'liquid metal'],
  prepare,
}
