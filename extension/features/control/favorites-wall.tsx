import { useEffect, useMemo, useState } from 'preact/hooks'
import { toSearchWords, toWords } from '../../../shared/catalogue/search-words.ts'
import { colorTones } from '../../../shared/color-tones.ts'
import { hexToLab } from '../../../shared/oklab.ts'
import { nearestName } from '../../../shared/pictures/picture-colors.ts'
import { whenIdle } from '../../platform/browser/page.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { goneItems } from '../favorites/favorite-details.ts'
import { catalogueOf, type Favorite, serverOf } from '../favorites/favorites.ts'
import type { Shelf } from '../favorites/favorites-store.ts'
import { toColorLabel } from '../settings/filter-labels.ts'
import { toColorChoice } from '../settings/setting-fields.tsx'
import { toLabel } from '../sources/all.ts'
import { toKey } from '../wallpaper/deck.ts'
import { PictureTile, type useTiles } from './picture-tile.tsx'

export const toFindable = (favorite: Favorite, source: string) => ({
  favorite,
  source,
  color: favorite.color ? nearestName(hexToLab(favorite.color)) : undefined,
  words: toWords(`${favorite.title} ${favorite.id} ${favorite.credits ?? ''}`),
})

type Findable = ReturnType<typeof toFindable>

interface Wanted {
  text: string
  source: string | null
  color: string | null
}

/** Each word of the text must begin a word of the favorite. */
export const isWanted = ({ source, color, words }: Findable, wanted: Wanted): boolean =>
  (wanted.source ?? source) === source &&
  (wanted.color ?? color) === color &&
  toSearchWords(wanted.text).every((start) => words.some((word) => word.startsWith(start)))

const everything: Wanted = { text: '', source: null, color: null }

// The number of pictures that fill a large screen. More are added when the last ones come into view.
const shownFirst = 60

interface FavoritesWallProps extends Shelf {
  tiles: ReturnType<typeof useTiles>
}

export const FavoritesWall = ({ favorites, owner, tiles }: FavoritesWallProps) => {
  const [wanted, setWanted] = useState(everything)
  const [most, setMost] = useState(shownFirst)
  useEffect(() => whenIdle(() => setMost(Number.POSITIVE_INFINITY)), [])
  const item = goneItems.of(serverOf(owner))
  const gone = useLoaded(item.read, [owner], item.onChange)
  const all = useMemo(
    () => favorites.toReversed().map((one) => toFindable(one, catalogueOf(one, owner))),
    [favorites],
  )
  const shown = all.filter((one) => isWanted(one, wanted))
  const change = (part: Partial<Wanted>) => setWanted({ ...wanted, ...part })
  const sources = [...new Set(all.map(({ source }) => source))]
  const colors = [...colorTones.keys()].filter((name) => all.some(({ color }) => color === name))
  const any = { value: null, label: t('any') }
  const isFiltered = Object.values(wanted).some(Boolean)
  return (
    <>
      <search>
        <TextField
          label={t('searchLabel')}
          name="words"
          value={wanted.text}
          onInput={(text) => change({ text })}
          autocomplete="off"
          inputMode="search"
        />
        {sources.length > 1 && (
          <ChoiceGroup
            legend={t('source')}
            choices={[any, ...sources.map((name) => ({ value: name, label: toLabel(name) }))]}
            value={wanted.source}
            onChange={(source) => change({ source })}
          />
        )}
        <ChoiceGroup
          legend={wanted.color ? t('color', { name: toColorLabel(wanted.color) }) : t('colorAny')}
          choices={[any, ...colors.map(toColorChoice)]}
          value={wanted.color}
          onChange={(color) => change({ color })}
        />
      </search>
      <p class="hint" role="status">
        {isFiltered && (shown.length > 0 ? tCount('searchFound', shown.length) : t('ownNoneMatch'))}
      </p>
      <ul class="favorites tiles wall">
        {shown.slice(0, most).map(({ favorite }) => (
          <PictureTile
            key={toKey(favorite)}
            favorite={favorite}
            isGone={!favorite.catalogue && gone?.includes(favorite.id)}
            tiles={tiles}
          />
        ))}
      </ul>
    </>
  )
}
