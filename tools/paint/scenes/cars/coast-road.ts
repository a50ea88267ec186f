import { ramp, rgb } from '../../color.ts'
import { createHeap, createHeapPainter } from '../../cumulus.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'
import { distanceTo, smoothLine, smoothLoop } from './contour.ts'
import { axles, length, outline, tyre, windows } from './coupe.ts'

const horizon = 0.62
const sun = { x: -0.68, y: -0.5, z: 0.53 }
const road = { near: 0.955, far: 0.815 }
const car = { left: 0.3, ground: 0.882, size: 0.124 }

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const step = Math.max(frame.pixel / car.size, 0.004)
  const body = distanceTo(smoothLoop(outline), step, 0.15)
  const panes = windows.map((loop) => distanceTo(smoothLoop(loop, 6), step, 0.06))
  const waist = smoothLine([
    [0.05, 0.6],
    [0.5, 0.665],
    [1.4, 0.69],
    [2.4, 0.688],
    [3.2, 0.672],
    [3.85, 0.6],
  ])
  const sky = ramp([
    [0, '#3f86bd'],
    [0.25, '#7db2d3'],
    [0.45, '#bcd5da'],
    [0.56, '#ecdfc9'],
    [0.62, '#f9e3c2'],
  ])
  const sea = ramp([
    [0, '#a9d3cb'],
    [0.1, '#5cb1b0'],
    [0.4, '#2f8f98'],
    [1, '#1f6f80'],
  ])
  const enamel = ramp([
    [0, '#5f0f10'],
    [0.35, '#a51c17'],
    [0.62, '#cf3322'],
    [0.82, '#e8694c'],
    [1, '#ffd9c2'],
  ])
  const white = rgb('#fffaf0')
  const cloud = ramp([
    [0.2, '#a9bccf'],
    [0.48, '#c3cdd6'],
    [0.62, '#dcdcd9'],
    [0.72, '#f4e9da'],
    [0.85, '#fff6e6'],
  ])
  const tarmac = rgb('#9a8f88')
  const dusty = rgb('#d9c6a4')
  const wallLit = rgb('#fbf1df')
  const wallShade = rgb('#a9a3ad')
  const grass = ramp([
    [0, '#c9b872'],
    [0.5, '#9a9a55'],
    [1, '#5f6a3c'],
  ])
  const headland = ramp([
    [0, '#9fb6bb'],
    [1, '#7c9ba0'],
  ])
  const chrome = rgb('#e8ecef')
  const black = rgb('#14110f')
  const pane = rgb('#2c3d47')
  const soft = frame.pixel / car.size
  const cape = tabulate(0, frame.aspect, 5000, (x) => {
    const rise = 0.1 * smoothstep(1.15, 1.75, x) + 0.03 * bell(x - 1.42, 0.14)
    return horizon - rise * (1 + 0.08 * fbm(noise, x * 14, 2, 4)) + 0.0015
  })
  const nearLine = tabulate(
    0,
    frame.aspect,
    9000,
    (x) => 0.972 + 0.014 * fbm(noise, x * 4, 6, 2) + 0.009 * blades(noise, x),
  )

  const heaps = [
    { x: 0.2, base: 0.6, height: 0.2, wide: 0.22, lobes: 30 },
    { x: 0.62, base: 0.607, height: 0.1, wide: 0.16, lobes: 22 },
    { x: 1.5, base: 0.585, height: 0.32, wide: 0.3, lobes: 46 },
  ].flatMap(({ wide, ...heap }) =>
    createHeap(
      random,
      { ...heap, halfWidth: (rise) => wide * (1 - rise) ** 1.4 + 0.04, lobe: 0.24 },
      sun,
    ),
  )
  const clouds = createHeapPainter(heaps, noise, frame, sun, 0.9)
  const paintSky = (x: number, y: number, out: Light) => {
    sky(y, out)
    add(out, white, 0.2 * bell(Math.hypot(x - 0.35, (y - 0.55) * 1.3), 0.5))
    const streak = fbm(noise, x * 1.2 + y, y * 8 - x * 0.8, 4)
    cover(out, white, 0.3 * smoothstep(0.15, 0.6, streak) * smoothstep(0.4, 0.1, y))
    clouds(x, y, out, cloud, smoothstep(0.605, 0.5, y))
    sky(0.6, paint)
    cover(out, paint, 0.55 * smoothstep(0.4, 0.61, y))
  }

  const paintSea = (x: number, y: number, out: Light) => {
    const depth = (y - horizon) / 0.22
    const close = 1 / (depth + 0.08)
    const wave = smoothstep(0, 0.25, depth) * fbm(noise, x * close * 1.8, close * 9, 3)
    sea(clamp(depth + 0.12 * wave), out)
    add(out, white, 0.3 * smoothstep(0.22, 0.5, wave) * bell(x - 0.35, 0.4))
    add(out, white, 0.12 * bell(x - 0.35, 0.32) * smoothstep(1, 0, depth))
  }

  const paintLand = (x: number, y: number, out: Light) => {
    const wallTop = 0.778
    if (y > wallTop && y < road.far + 0.004) {
      const rise = (y - wallTop) / (road.far - wallTop)
      cover(out, wallShade, 1)
      cover(out, wallLit, mix(0.75, 0.35, smoothstep(0.15, 1, rise)))
      add(out, white, 0.3 * smoothstep(0.16, 0.1, rise))
      scale(out, 1 - 0.12 * smoothstep(0.14, 0.17, rise) * smoothstep(0.3, 0.17, rise))
      scale(out, 1 + 0.03 * fbm(noise, x * 9, y * 30, 3))
    }
    if (y >= road.far) {
      const depth = (y - road.far) / (road.near - road.far)
      out.set(tarmac)
      cover(out, dusty, 0.7 * smoothstep(0.12, 0, depth) + 0.6 * smoothstep(0.86, 1, depth))
      scale(out, mix(1.06, 0.94, depth) + 0.03 * fbm(noise, x * 5, y * 60, 3))
      const line = Math.abs(depth - 0.66) - 0.022
      const dash = x * 2.6 + 0.1
      const gap = smoothstep(0.3, 0.298, Math.abs(dash - Math.floor(dash) - 0.5))
      cover(out, white, 0.75 * gap * smoothstep(0.012, -0.004, line))
    }
  }

  const paintWheel = (u: number, v: number, out: Light) => {
    const r = Math.hypot(u, v)
    if (r > tyre + 0.06) return
    const edge = (radius: number) => smoothstep(radius + soft, radius - soft, r)
    cover(out, black, edge(tyre))
    add(out, chrome, 0.05 * edge(tyre) * smoothstep(0.2, 0.29, r) * smoothstep(-0.1, 0.25, v - u))
    const lit = clamp(0.62 - ((0.5 * (u - v)) / 0.2) * 0.6)
    cover(out, chrome, edge(0.19) * mix(0.35, 0.95, lit))
    scale(out, 1 - 0.5 * edge(0.19) * bell(r - 0.135, 0.022))
    cover(out, chrome, edge(0.075) * mix(0.5, 1, clamp(0.6 + (v - u) * 5)))
  }

  const paintBody = (u: number, v: number, out: Light) => {
    const d = body(u, v)
    const inside = smoothstep(soft, -soft, d)
    if (inside === 0) return
    const lean = v - waist(u)
    const roundTop = Math.exp(d / 0.05)
    const upper = smoothstep(0.0, 0.2, lean)
    let light =
      0.52 +
      0.12 * smoothstep(0, 0.14, lean) -
      0.34 * smoothstep(0.01, -0.05, lean) * smoothstep(-0.5, -0.06, lean)
    light += 0.3 * roundTop * smoothstep(0.5, 0.75, v) - 0.26 * roundTop * smoothstep(0.5, 0.3, v)
    light += 0.26 * bell(lean - 0.035, 0.022) + 0.06 * upper
    light -= 0.16 * smoothstep(2.6, 3.86, u)
    enamel(clamp(light), paint)
    cover(out, paint, inside)
    add(
      out,
      white,
      inside * 0.34 * bell(d + 0.014, 0.01) * smoothstep(0.72, 1.0, v) * smoothstep(3.4, 2.2, u),
    )
    for (const seam of [1.34, 2.2]) {
      const gap = Math.abs(u - seam - (v - 0.6) * 0.05) - 0.004
      scale(
        out,
        1 -
          0.4 *
            inside *
            smoothstep(soft, -soft, gap) *
            smoothstep(0.26, 0.32, v) *
            smoothstep(0.88, 0.84, v),
      )
    }
    const handle = Math.max(Math.abs(u - 2.07) - 0.055, Math.abs(v - 0.77) - 0.011)
    cover(out, chrome, inside * smoothstep(soft, -soft, handle))
    for (const window of panes) paintWindow(window(u, v), u, v, out)
    const sill = Math.abs(v - 0.272) - 0.012
    cover(
      out,
      chrome,
      0.75 *
        inside *
        smoothstep(soft, -soft, sill) *
        smoothstep(1.05, 1.15, u) *
        smoothstep(2.76, 2.66, u),
    )
    const lampEdge = Math.hypot((u - 0.115) * 1.5, v - 0.605) - 0.088
    cover(out, chrome, inside * smoothstep(soft, -soft, lampEdge))
    cover(out, white, inside * smoothstep(soft, -soft, lampEdge + 0.02))
    const tail = Math.hypot((u - 3.815) * 1.3, v - 0.6) - 0.05
    cover(out, rgbTail, inside * smoothstep(soft, -soft, tail))
  }
  const paint = new Float64Array(3)

  const paintWindow = (d: number, u: number, v: number, out: Light) => {
    const frameLine = smoothstep(soft, -soft, Math.abs(d + 0.002) - 0.011)
    const inside = smoothstep(soft, -soft, d)
    cover(out, pane, inside * 0.94)
    add(
      out,
      white,
      inside * 0.3 * smoothstep(0.02, -0.05, Math.abs(u - 1.9 - (v - 1) * 0.7) - 0.06),
    )
    add(out, white, inside * 0.12 * smoothstep(0.98, 1.2, v))
    cover(out, chrome, frameLine * mix(0.55, 0.95, smoothstep(0.9, 1.2, v)))
  }
  const rgbTail = rgb('#7d0d0a')

  const paintCar = (x: number, y: number, out: Light) => {
    const u = (x - car.left) / car.size
    const v = (car.ground - y) / car.size
    if (u < -1 || u > length + 1.6 || v < -0.5 || v > 1.5) return
    // Paints the dark area under the car, and its shadow, which falls slightly backwards and
    // towards the viewer.
    const under = ((u - 1.95) / 2.02) ** 4 + ((v - 0.14) / 0.2) ** 2
    const cast = ((u - 2.2) / 2.15) ** 4 + ((v + 0.01) / 0.13) ** 2
    scale(out, 1 - 0.66 * Math.max(smoothstep(1.25, 0.5, under), 0.85 * smoothstep(1.4, 0.3, cast)))
    const bumpers = Math.min(
      Math.max(Math.abs(u - 0.1) - 0.14, Math.abs(v - 0.385) - 0.018),
      Math.max(Math.abs(u - 3.76) - 0.13, Math.abs(v - 0.4) - 0.018),
    )
    // The wheel wells are dark openings in the body, and the wheels stand in them.
    for (const axle of axles) {
      const well = Math.hypot(u - axle, v - tyre) - tyre - 0.035
      cover(out, black, smoothstep(soft, -soft, Math.max(well, body(u, v) - 0.01)))
    }
    const wells = Math.min(...axles.map((axle) => Math.hypot(u - axle, v - tyre) - tyre - 0.035))
    if (wells > -soft) paintBody(u, v, out)
    for (const axle of axles) paintWheel(u - axle, v - tyre, out)
    cover(out, chrome, smoothstep(soft, -soft, bumpers - 0.015))
  }

  return (x, y, out) => {
    if (y < horizon) paintSky(x, y, out)
    else paintSea(x, y, out)
    const far = y - cape(x)
    if (far > -0.002 && y < horizon + 0.002) {
      headland(clamp(far * 12), paint)
      cover(out, paint, smoothstep(-frame.pixel, frame.pixel, far))
    }
    paintLand(x, y, out)
    paintCar(x, y, out)
    const near = y - nearLine(x)
    if (near > -0.002) {
      grass(clamp((y - 0.955) * 14 + 0.4 * fbm(noise, x * 9, y * 6, 3)), paint)
      cover(out, paint, smoothstep(-frame.pixel, frame.pixel, near))
    }
  }
}

const blades = (noise: (x: number, y: number) => number, x: number): number => {
  let top = 0
  for (let k = 0; k < 3; k++) {
    const at = x * (150 + 70 * k)
    const place = Math.floor(at)
    const tall = 0.5 + 0.8 * noise(place * 0.41 + 0.3, k * 3.7)
    top = Math.max(top, tall * (1 - Math.abs(at - place - 0.5) * 2))
  }
  return -top
}

export const coastRoad: Scene = {
  name: 'coast-road',
  title: 'Sunday on the Coast Road',
  category: 'cars',
  width: 3840,
  height: 2160,
  seed: 459,
  tags: ['car', 'classic', 'coast', 'sea', 'summer', 'red', 'road-trip', 'clouds'],
  description:
    'A small red classic coupe drives along a white sea wall, with a teal bay behind it and a very big summer sky above.',
  mood: 'happy',
  artStyle: 'illustration',
  objects: ['car', 'sea', 'road', 'clouds'],
  encode: { chroma: '4:4:4', bytes: 260_000 },
  prepare,
}
