import { useState } from 'preact/hooks'
import { t, tCount } from '../../platform/browser/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { OwnPicture } from './own-picture.ts'
import { OwnThumbnail } from './use-own-pictures.tsx'

interface PictureGridProps {
  pictures: readonly OwnPicture[]
  isHearted: (picture: OwnPicture) => boolean
  setHeart: (picture: OwnPicture, isOn: boolean) => Promise<void>
  remove: (pictures: readonly OwnPicture[]) => Promise<void>
}

export const PictureGrid = ({ pictures, isHearted, setHeart, remove }: PictureGridProps) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = pictures.filter(({ id }) => ids.has(id))
  const select = (id: string, isOn: boolean) =>
    setIds(isOn ? new Set([...ids, id]) : new Set([...ids].filter((one) => one !== id)))
  const selectAll = () => setIds(new Set(pictures.map(({ id }) => id)))
  const clear = () => setIds(new Set())
  const askToRemove = () => {
    const question = `${tCount('ownConfirm', selected.length)}\n${t('ownConfirmHint')}`
    if (confirm(question)) void remove(selected)
  }
  return (
    <section>
      <div class="tools">
        <button type="button" onClick={selectAll}>
          {t('ownSelectAll')}
        </button>
        {selected.length > 0 && (
          <>
            <button type="button" onClick={clear}>
              {t('ownSelectNone')}
            </button>
            <button type="button" class="remove" onClick={askToRemove}>
              {tCount('ownRemoveCount', selected.length)}
            </button>
          </>
        )}
      </div>
      <ul class="tiles">
        {pictures.map((picture) => {
          const { id, name, color } = picture
          const hasHeart = isHearted(picture)
          return (
            <li key={id} style={{ backgroundColor: color }} title={name}>
              <label class="view">
                <OwnThumbnail id={id} />
                <input
                  type="checkbox"
                  aria-label={t('ownSelect', { name })}
                  checked={ids.has(id)}
                  onChange={({ currentTarget }) => select(id, currentTarget.checked)}
                />
              </label>
              <IconButton
                label={t(hasHeart ? 'favoriteRemove' : 'ownFavorite', { name })}
                icon="heart"
                filled={hasHeart}
                onClick={() => setHeart(picture, !hasHeart)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
