import type { ColorName } from '../../shared/colors.ts'
import { colorPrototypes } from './color-prototypes.ts'
import { distance, hexToLab, type Lab, toLab } from './oklab.ts'

/** Both most dominant first, no name twice. */
export interface NamedColors {
  primary: readonly ColorName[]
  secondary: readonly ColorName[]
}

/** A name is primary from 18 % of the pixels on (at most three), secondary from 4 % on (at most four). */
const primaryShare = 0.18
const secondaryShare = 0.04
const mostPrimary = 3
const mostSecondary = 4

/**
 * The names people would give to a picture's colors: every pixel votes for the name of its nearest
 * prototype. The largest is always primary; `cyan` brings its other name `aqua` with it.
 * @param pixels RGB bytes of a sample about 128 pixels wide
 */
export const nameColors = (pixels: Uint8Array): NamedColors => {
  const ranked = rankNames(pixels)
  const primary = ranked
    .filter(({ share }, rank) => rank === 0 || share >= primaryShare)
    .slice(0, mostPrimary)
  const secondary = ranked
    .slice(primary.length)
    .filter(({ share }) => share >= secondaryShare)
    .slice(0, mostSecondary)
  return { primary: primary.flatMap(withAlias), secondary: secondary.flatMap(withAlias) }
}

interface Ranked {
  name: ColorName
  /** Part of all pixels, 0 to 1. */
  share: number
}

const rankNames = (pixels: Uint8Array): Ranked[] => {
  const votes = new Map<ColorName, number>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const name = nearestName(toLab(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!))
    votes.set(name, (votes.get(name) ?? 0) + 1)
  }
  const total = Math.floor(pixels.length / 3)
  return [...votes]
    .map(([name, count]) => ({ name, share: count / total }))
    .sort((one, other) => other.share - one.share)
}

const prototypes = Object.entries(colorPrototypes).flatMap(([name, hexes]) =>
  hexes.split(' ').map((hex) => ({ name: name as ColorName, lab: hexToLab(hex) })),
)

/** The name of one color. */
export const nearestName = (color: Lab): ColorName => {
  let nearest: ColorName = 'black'
  let least = Number.POSITIVE_INFINITY
  for (const { name, lab } of prototypes) {
    const away = distance(color, lab)
    if (away >= least) continue
    least = away
    nearest = name
  }
  return nearest
}

const withAlias = ({ name }: Ranked): ColorName[] => (name === 'cyan' ? ['cyan', 'aqua'] : [name])
