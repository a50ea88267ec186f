import { type Ramp, ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'

const sun = { x: 0.335, y: 0.4, radius: 0.085 }
const rings = [
  { to: 0.175, panes: 10 },
  { to: 0.295, panes: 12 },
  { to: 0.45, panes: 12 },
  { to: 0.66, panes: 14 },
  { to: 1.2, panes: 16 },
] as const

interface Pane {
  id: number
  kind: number
  lead: number
}

const hills = [
  { base: 0.62, swing: 0.02, bend: 5.2, phase: 1.9, panes: 3, lean: 0.5 },
  { base: 0.705, swing: 0.035, bend: 4.1, phase: 2.9, panes: 3.6, lean: -0.45 },
  { base: 0.81, swing: 0.05, bend: 4.7, phase: 4.6, panes: 3, lean: 0.4 },
  { base: 0.92, swing: 0.035, bend: 3.6, phase: 1.4, panes: 3.2, lean: -0.35 },
] as const

const hillLine = (k: number, x: number) => {
  const hill = hills[k]
  return hill.base + hill.swing * Math.sin(x * hill.bend + hill.phase)
}

const findHillPane = (x: number, y: number, k: number, pane: Pane) => {
  const hill = hills[k]
  const at = (x + hill.lean * (y - hill.base) + 0.05 * Math.sin(y * 20 + k)) * hill.panes + 0.4 * k
  const cell = Math.floor(at)
  const side = Math.min(at - cell, 1 - at + cell) / hill.panes
  const top = y - hillLine(k, x)
  const bottom = k + 1 < hills.length ? hillLine(k + 1, x) - y : 1
  pane.id = 1000 + k * 50 + cell
  pane.kind = k + 1
  pane.lead = Math.min(side * 0.9, top * 0.98, bottom * 0.98)
}

const findSkyPane = (x: number, y: number, pane: Pane) => {
  const dx = x - sun.x
  const dy = y - sun.y
  const r = Math.sqrt(dx * dx + dy * dy)
  const toHill = hillLine(0, x) - y
  let from = sun.radius
  pane.kind = 0
  if (r < from) {
    pane.id = 0
    pane.lead = Math.min(from - r, toHill)
    return
  }
  const angle = (Math.atan2(dy, dx) / (Math.PI * 2) + 1) % 1
  for (let i = 0; i < rings.length; i++) {
    const ring = rings[i]
    if (r > ring.to) {
      from = ring.to
      continue
    }
    const at = (angle + i * 0.013) * ring.panes
    const cell = Math.floor(at) % ring.panes
    const side = Math.min(at - Math.floor(at), 1 - at + Math.floor(at)) / ring.panes
    pane.id = 10 + i * 60 + cell
    pane.lead = Math.min(side * Math.PI * 2 * r, r - from, ring.to - r, toHill)
    return
  }
}

const createGlass = (): Ramp[] => {
  const sky = ramp([
    [0, '#fff0b8'],
    [0.16, '#ffc83d'],
    [0.3, '#f58a1f'],
    [0.46, '#d9402a'],
    [0.62, '#a51d45'],
    [0.78, '#5c1a5e'],
    [1, '#1f2468'],
  ])
  const far = ramp([
    [0, '#2d7f86'],
    [1, '#3fa39a'],
  ])
  const middle = ramp([
    [0, '#12655d'],
    [1, '#2f8f5b'],
  ])
  const near = ramp([
    [0, '#1c5c33'],
    [1, '#5d9a35'],
  ])
  const river = ramp([
    [0, '#10386f'],
    [1, '#1d62a0'],
  ])
  return [sky, far, middle, near, river]
}

const prepare = (random: Random, { aspect }: Frame): Shade => {
  const glass = createGlass()
  const wave = createNoise2(random)
  const pane: Pane = { id: 0, kind: 0, lead: 0 }
  const lead = rgb('#0b0a0d')
  const solder = rgb('#4a4650')
  const white = rgb('#fff2cf')

  return (x, y, out) => {
    // Bends the lead lines slightly, as if they were drawn by hand.
    const wx = x + 0.004 * wave(x * 9, y * 9)
    const wy = y + 0.004 * wave(x * 9 + 40, y * 9)
    let hill = -1
    for (let k = 0; k < hills.length; k++) if (wy > hillLine(k, wx)) hill = k
    if (hill < 0) findSkyPane(wx, wy, pane)
    else findHillPane(wx, wy, hill, pane)

    const away = Math.hypot(x - sun.x, y - sun.y)
    const chance = hash(pane.id, pane.kind, 5)
    const streak = fbm(wave, x * 3 + pane.id * 3.7, y * 6 + chance * 40, 2)
    const place =
      pane.kind === 0 ? (pane.id === 0 ? 0.03 : away * 1.5 + 0.13 * (chance - 0.5)) : chance
    glass[pane.kind](clamp(place + 0.07 * streak), out)
    // Daylight behind the window is brightest near the sun. Each pane is a little darker at its
    // edges, where the glass is thicker.
    const back = 0.6 + 0.7 * bell(away, 0.45) + 0.1 * streak + 0.22 * (chance - 0.5)
    scale(out, back * (0.72 + 0.28 * smoothstep(0.003, 0.03, pane.lead)))
    add(out, white, 0.16 * bell(away, 0.2))

    const half = pane.kind === 0 && pane.id < 70 ? 0.0044 : 0.005
    cover(out, lead, smoothstep(half + 0.0014, half - 0.0014, pane.lead))
    add(out, solder, 0.4 * smoothstep(half, 0, pane.lead) * (0.4 + 0.6 * bell(away, 0.5)))
    scale(out, 1 - 0.28 * Math.hypot((x - aspect / 2) * 0.9, y - 0.48))
  }
}

export const stainedGlass: Scene = {
  name: 'stained-glass-sunset',
  title: 'Stained-Glass Sunset',
  category: 'art',
  width: 2160,
  height: 3840,
  seed: 77,
  tags: ['stained-glass', 'sunset', 'maroon', 'orange', 'jewel', 'window', 'hills', 'light'],
  description:
    'A leaded window shows a setting sun: panes glow from gold through red and maroon to night blue, over hills of green glass and a river.',
  mood: 'radiant',
  artStyle: 'stained glass',
  objects: ['sun', 'hills', 'window'],
  encode: { bytes: 300_000 },
  prepare,
}
