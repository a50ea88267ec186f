import { describe, expect, it } from 'vitest'
import { isShown, type Show } from '../../../../extension/features/own-pictures/picture-grid.tsx'
import { makeOwnPicture } from '../../fakes/memory-own-store.ts'

const night = makeOwnPicture({ id: 'own-night', luminance: 0.05, width: 3000, height: 4000 })
const dusk = makeOwnPicture({ id: 'own-dusk', luminance: 0.3, width: 1000, height: 1000 })
const noon = makeOwnPicture({ id: 'own-noon', luminance: 0.7, width: 4000, height: 3000 })

describe('isShown', () => {
  it.each<[Show, string[]]>([
    ['all', ['own-night', 'own-dusk', 'own-noon']],
    ['hearted', ['own-dusk']],
    ['dark', ['own-night']],
    ['light', ['own-noon']],
    ['landscape', ['own-noon']],
    ['portrait', ['own-night']],
  ])('lists what is meant by %s', (show, ids) => {
    const shown = [night, dusk, noon].filter((one) => isShown(one, show, (it) => it === dusk))
    expect(shown.map(({ id }) => id)).toEqual(ids)
  })
})
