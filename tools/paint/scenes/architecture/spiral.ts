import { ramp, rgb } from '../../color.ts'
import { add, scale, tint, vignette } from '../../light.ts'
import { createCamera, type Solid, type Vec3 } from '../../march.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'
import { createLook, createSeen } from './view.ts'

/**
 * The staircase: the height gained in one turn, and the radii of the inner well, the stairs and the
 * outer wall.
 */
const turn = 3.1
const well = 1.15
const rail = 0.095
const outer = 2.75
const stepsPerTurn = 26
const floor = -19
const eye: Vec3 = [0.32, 3.9, 0.36]

/** Returns the height above the nearest winding of a helix, which runs `lift` above the steps. */
const aboveHelix = (angle: number, y: number, lift: number): number => {
  const own = y - lift - (turn * angle) / (2 * Math.PI)
  return own - turn * Math.round(own / turn)
}

/**
 * The distance to an endless staircase, modeled as a sloping slab with a parapet. The single steps
 * are only painted on.
 */
const stair: Solid = (x, y, z) => {
  const radius = Math.sqrt(x * x + z * z)
  const angle = Math.atan2(z, x)
  const flight = Math.max(Math.abs(aboveHelix(angle, y, -0.15)) - 0.15, well - radius)
  const parapet = Math.max(
    Math.abs(aboveHelix(angle, y, 0.22)) - 0.62,
    Math.abs(radius - well) - rail,
  )
  return Math.min(flight, parapet - 0.02, outer - radius, y - floor)
}

const tread = (angle: number): number => {
  const place = (angle * stepsPerTurn) / (2 * Math.PI)
  const along = place - Math.floor(place)
  return 1 - 0.3 * Math.exp((along - 1) * 3.5) + 0.05 * smoothstep(0.1, 0, along)
}

const prepare = (_random: Random, frame: Frame): Shade => {
  const camera = createCamera(eye, [-0.12, -6, -0.16], 74, frame.aspect)
  const look = createLook({
    solid: stair,
    sun: [0.2, 0.96, 0.2],
    sunSize: 0.5,
    shadowReach: 6,
    shadowSteps: 22,
    nook: 0.8,
    far: 40,
    caution: 0.85,
    steps: 130,
  })
  const plaster = rgb('#efe6d6')
  const oak = rgb('#a5714a')
  const stone = rgb('#e0d3bb')
  const depths = ramp([
    [0, '#fff8ec'],
    [0.35, '#f3d9b8'],
    [0.7, '#c98d5c'],
    [1, '#8e4d2c'],
  ])
  const lamp = rgb('#ffc27a')
  const ray = new Float64Array(3)
  const seen = createSeen()
  const shade = new Float64Array(3)

  return (x, y, out) => {
    camera(x, y, ray)
    if (!look(eye, ray, seen)) return
    const radius = Math.hypot(seen.x, seen.z)
    const up = seen.normal[1]
    const depth = clamp((eye[1] - seen.y) / 22)
    const onRail = radius < well + rail + 0.03 && up > 0.5
    const onTread = radius > well + rail + 0.04 && up > 0.5 && radius < outer - 0.02
    out.set(onRail ? oak : onTread ? stone : plaster)
    if (onTread) scale(out, tread(Math.atan2(seen.z, seen.x)))
    const fade = Math.exp(-depth * 2.4)
    depths(depth, shade)
    tint(out, shade)
    // Light from the sky enters through the open well, so surfaces that face the well are
    // brightest.
    const inward = -(seen.normal[0] * seen.x + seen.normal[2] * seen.z) / radius
    const direct = 0.62 * seen.sun + 0.3 * clamp(inward) + 0.2 * clamp(up)
    scale(out, (0.14 + mix(0.3, 1, fade) * direct) * seen.sky * 2.3)
    add(out, lamp, 0.5 * smoothstep(0.55, 1, depth) * seen.sky * (0.35 + 0.65 * clamp(up)))
    scale(out, vignette((x / frame.aspect) * 2 - 1, y * 2 - 1, 0.35))
  }
}

export const spiral: Scene = {
  name: 'ivory-spiral',
  title: 'Ivory Spiral',
  category: 'architecture',
  width: 2160,
  height: 3840,
  seed: 322,
  tags: ['staircase', 'spiral', 'ivory', 'plaster', 'interior', 'from-above', 'minimal'],
  description:
    'Looking down the well of an ivory plaster staircase: its wooden rail winds deeper and deeper into warm light.',
  mood: 'contemplative',
  artStyle: 'architectural rendering',
  objects: ['staircase', 'handrail', 'light'],
  prepare,
}
