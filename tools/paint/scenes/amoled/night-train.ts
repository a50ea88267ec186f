import { ramp, rgb } from '../../color.ts'
import { add, bell, scale, sink } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { box, circle, clamp, ellipse, mix, smoothstep } from '../../shape.ts'

const deck = 0.53
const water = 0.652
const carriage = { length: 0.132, gap: 0.007, height: 0.0215 }
const train = { from: 0.27, carriages: 7 }
const pier = 0.098

const prepare = (random: Random, frame: Frame): Shade => {
  const ripple = createNoise2(random)
  const mist = createNoise2(random)
  const lamp = ramp([
    [0, '#c9771d'],
    [0.5, '#ffb648'],
    [1, '#ffe2a0'],
  ])
  const gold = rgb('#ffb347')
  const steel = rgb('#2a3550')
  const light: Light = new Float64Array(3)
  const end = train.from + train.carriages * (carriage.length + carriage.gap)

  const windows = (x: number, y: number, out: Light) => {
    const place = x - train.from
    const number = Math.floor(place / (carriage.length + carriage.gap))
    if (number < 0 || number >= train.carriages) return
    const along = place - number * (carriage.length + carriage.gap)
    const middle = y - deck + carriage.height * 0.5
    const shell = box(
      along - carriage.length / 2,
      middle,
      carriage.length / 2,
      carriage.height * 0.46,
      0.004,
    )
    if (shell > 0) return
    const sheen = Math.exp(shell / 0.0009) * smoothstep(0.004, -0.006, middle)
    add(out, gold, 0.022 + 0.09 * sheen)
    const pitch = carriage.length / 9
    const pane = Math.floor(along / pitch)
    if (pane < 0 || pane > 8 || pane === 4) return
    const u = along - (pane + 0.5) * pitch
    const v = y - (deck - carriage.height * 0.62)
    const d = box(u, v, pitch * 0.36, carriage.height * 0.2, 0.0012)
    const glass = smoothstep(frame.pixel * 0.6, -frame.pixel * 0.6, d)
    if (glass <= 0) return
    const warmth = hash(number, pane, 2)
    lamp(0.25 + 0.5 * warmth - 40 * v, light)
    const seat = smoothstep(0.0012, 0.0024, v) * 0.5
    const sits = hash(number, pane, 5) > 0.62 ? 1 : 0
    const aside = u - 0.004 * (hash(number, pane, 6) - 0.5)
    const body = Math.min(
      circle(aside, v - 0.0003, 0.00115),
      ellipse(aside, v - 0.0042, 0.0025, 0.0027),
    )
    const head = sits * smoothstep(0.0003, -0.0003, body)
    add(
      out,
      light,
      glass * (hash(number, pane, 3) < 0.07 ? 0.12 : 1.05) * (1 - seat) * (1 - 0.85 * head),
    )
  }

  const engine = (x: number, y: number, out: Light) => {
    const d = Math.hypot(x - end - 0.03, y - deck + 0.006)
    add(out, rgbWhite, 2.4 * bell(d, 0.0022) + 0.2 * bell(d, 0.012))
    const ahead = x - end - 0.03
    if (ahead > 0) {
      const beam = Math.exp(-(((y - deck + 0.006 - ahead * 0.01) / (0.003 + ahead * 0.07)) ** 2))
      add(out, gold, 0.12 * beam * Math.exp(-ahead / 0.1))
    }
  }
  const rgbWhite = rgb('#fff1cf')

  const viaduct = (x: number, y: number, out: Light) => {
    const under = y - deck
    if (under < 0 || y > water) return
    const over =
      smoothstep(train.from - 0.1, train.from + 0.12, x) * smoothstep(end + 0.12, end - 0.02, x)
    const u = Math.abs(x / pier - Math.floor(x / pier) - 0.5) * pier
    const arch = Math.hypot(u, Math.max(0, deck + 0.056 - y)) - 0.0405
    const stone = smoothstep(-frame.pixel, frame.pixel, under < 0.01 ? 1 : arch)
    const course = 0.75 + 0.25 * fbm(mist, x * 90, y * 220, 2)
    const rail = Math.exp(-under / 0.0028)
    const fall = Math.exp(-under / 0.034)
    add(out, gold, stone * course * over * (0.2 * rail + 0.075 * fall))
    add(out, steel, stone * course * 0.05 * Math.exp(-under / 0.07) * bell(x - 0.85, 0.8))
    const lip = Math.exp(-Math.abs(arch) / 0.0016) * stone
    add(out, gold, lip * over * 0.035 * fall)
  }

  const view = (x: number, y: number, out: Light) => {
    if (y < deck - 0.12 || y > water) return
    viaduct(x, y, out)
    windows(x, y, out)
    engine(x, y, out)
    const reach = Math.max(0, train.from - x, x - end)
    const halo = Math.hypot(reach, (y - deck + carriage.height * 0.6) * 1.1)
    add(out, gold, 0.05 * Math.exp(-halo / 0.018))
  }

  return (x, y, out) => {
    if (y <= water) {
      view(x, y, out)
      sink(out, 0.003)
      return
    }
    // A lake stretches reflections vertically, so samples at slightly different heights are
    // averaged.
    const depth = (y - water) / (1 - water)
    const close = 1 / (depth + 0.06)
    const wave = fbm(ripple, x * close * 3.5, close * 17, 3)
    const slant = ripple(x * close * 1.2 + 5, close * 6)
    const looks = 7
    for (let i = 0; i < looks; i++) {
      const smear = (i / (looks - 1) - 0.5) * mix(0.012, 0.05, depth)
      view(
        x + 0.006 * wave * depth,
        2 * water - y + smear + wave * mix(0.006, 0.045, depth) + slant * 0.012,
        out,
      )
    }
    scale(out, (0.95 / looks) * clamp(1.15 - depth * 1.1) * (0.8 + 0.5 * clamp(wave + 0.4)))
    sink(out, 0.0022)
  }
}

export const nightTrain: Scene = {
  name: 'night-train',
  title: 'Night Train',
  category: 'amoled',
  width: 3840,
  height: 2160,
  seed: 73,
  tags: ['amoled', 'train', 'night', 'viaduct', 'gold', 'reflection', 'lights', 'lake'],
  description:
    'A train with golden windows crosses a stone viaduct in the dark, doubled in the black water below.',
  mood: 'nostalgic',
  artStyle: 'night scene',
  objects: ['train', 'viaduct', 'water'],
  prepare,
}
