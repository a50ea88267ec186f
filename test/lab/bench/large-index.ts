import { setImmediate } from 'node:timers/promises'
import { categoryNames, colorNames } from '../../../shared/filter-values.ts'
import { makeRandom } from '../../builders.ts'
import { expectDefined } from '../../expect-defined.ts'

const nouns = 'lake mountain river forest city sunset cat train storm sea'.split(' ')
const adjectives = 'quiet misty neon golden dark wild lonely bright frozen'.split(' ')

/** Generates `count` realistic index rows of about 760 bytes each, as chunks of 64 kB. */
export const makeLargeIndex = async (count: number): Promise<Uint8Array[]> => {
  const random = makeRandom('large-index')
  const pick = <T>(values: readonly T[]): T =>
    expectDefined(values[Math.floor(random() * values.length)])
  const some = <T>(values: readonly T[], most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(values))
  const vocabulary = Array.from({ length: 8_000 }, (_, at) => `${pick(nouns)}${at.toString(36)}`)
  const word = () => expectDefined(vocabulary[Math.floor(random() ** 3 * vocabulary.length)])
  const words = (length: number) => Array.from({ length }, word)
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const toRow = (at: number) => {
    const name = `${pick(adjectives)}-${pick(nouns)}-${at.toString(36)}`
    const isDesktop = random() < 0.6
    return {
      file_name: name,
      file_cache_name: `${name}.webp`,
      file_main_name: `${name}.png`,
      width: isDesktop ? 3840 : 2160,
      height: isDesktop ? 2160 : 3840,
      resolution: '4K',
      orientation: isDesktop ? 'Desktop' : 'Mobile',
      timestamp: '2026-01-04T16:25:58.520586+00:00',
      category: `#${pick(categoryNames)}`,
      data: {
        primary_colors: some(colorNames, 3),
        secondary_colors: some(colorNames, 2),
        scene_description: words(22).join(' '),
        tags: words(8),
        palette: Array.from({ length: 5 }, () => `#${hex(6).toUpperCase()}`),
        luminance: Math.round(random() ** 2 * 1000) / 1000,
        phash: `${hex(8)}${hex(8)}`,
      },
    }
  }
  const pieces: Uint8Array[] = []
  const encoder = new TextEncoder()
  let text = '['
  for (let at = 0; at < count; at++) {
    text += `${at === 0 ? '' : ','}${JSON.stringify(toRow(at))}`
    if (text.length < 64_000) continue
    pieces.push(encoder.encode(text))
    text = ''
    if (at % 10_000 < 100) await setImmediate()
  }
  pieces.push(encoder.encode(`${text}]`))
  return pieces
}
