import { useState } from 'preact/hooks'
import { hasRatio, toTone } from '../../../shared/filter-rules.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { OwnPicture } from './own-picture.ts'
import { ownStore } from './own-store.ts'
import { OwnThumbnail, useBlobAddress } from './use-own-pictures.tsx'

const shows = [
  { value: 'all', label: 'ownShowAll' },
  { value: 'hearted', label: 'favorites' },
  { value: 'dark', label: 'ownShowDark' },
  { value: 'light', label: 'ownShowLight' },
  { value: 'landscape', label: 'ownShowLandscape' },
  { value: 'portrait', label: 'ownShowPortrait' },
] as const
export type Show = (typeof shows)[number]['value']

export const isShown = (
  picture: OwnPicture,
  show: Show,
  isHearted: (picture: OwnPicture) => boolean,
): boolean => {
  switch (show) {
    case 'all':
      return true
    case 'hearted':
      return isHearted(picture)
    case 'dark':
    case 'light':
      return toTone(picture.luminance) === show
    case 'landscape':
    case 'portrait':
      return hasRatio(picture, show)
  }
}

interface PictureGridProps {
  pictures: readonly OwnPicture[]
  isHearted: (picture: OwnPicture) => boolean
  setHeart: (picture: OwnPicture, isOn: boolean) => Promise<void>
  remove: (pictures: readonly OwnPicture[]) => Promise<void>
}

export const PictureGrid = ({ pictures, isHearted, setHeart, remove }: PictureGridProps) => {
  const [show, setShow] = useState<Show>('all')
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [viewed, setViewed] = useState<string>()
  const shown = pictures.filter((picture) => isShown(picture, show, isHearted))
  const selected = shown.filter(({ id }) => ids.has(id))
  const select = (id: string, isOn: boolean) =>
    setIds(isOn ? new Set([...ids, id]) : new Set([...ids].filter((one) => one !== id)))
  const selectAll = () => setIds(new Set(shown.map(({ id }) => id)))
  const clear = () => setIds(new Set())
  const askToRemove = (asked: readonly OwnPicture[]) => {
    const question = `${tCount('ownConfirm', asked.length)}\n${t('ownConfirmHint')}`
    if (!confirm(question)) return
    setViewed(undefined)
    void remove(asked)
  }
  const heartOf = (picture: OwnPicture) => ({
    isHearted: isHearted(picture),
    onHeart: (isOn: boolean) => setHeart(picture, isOn),
  })
  return (
    <section>
      <ChoiceGroup
        legend={t('ownShow')}
        choices={shows.map(({ value, label }) => ({ value, label: t(label) }))}
        value={show}
        onChange={(value) => {
          setShow(value)
          clear()
        }}
      />
      <div class="tools">
        <button type="button" disabled={shown.length === 0} onClick={selectAll}>
          {t('ownSelectAll')}
        </button>
        {selected.length > 0 && (
          <>
            <button type="button" onClick={clear}>
              {t('ownSelectNone')}
            </button>
            <button type="button" class="remove" onClick={() => askToRemove(selected)}>
              {tCount('ownRemoveCount', selected.length)}
            </button>
          </>
        )}
      </div>
      {shown.length === 0 && <p class="hint">{t('ownNoneMatch')}</p>}
      <ul class="tiles">
        {shown.map((picture) => (
          <Tile
            key={picture.id}
            picture={picture}
            isSelected={ids.has(picture.id)}
            onSelect={(isOn) => select(picture.id, isOn)}
            onView={() => setViewed(picture.id)}
            {...heartOf(picture)}
          />
        ))}
      </ul>
      {viewed !== undefined && (
        <Viewer
          {...{ shown, viewed, heartOf }}
          onView={setViewed}
          onRemove={(picture) => askToRemove([picture])}
        />
      )}
    </section>
  )
}

interface HeartOf {
  isHearted: boolean
  onHeart: (isOn: boolean) => void
}

const Heart = ({ name, isHearted, onHeart }: HeartOf & { name: string }) => (
  <IconButton
    label={isHearted ? t('favoriteRemove', { name }) : t('ownFavorite', { name })}
    icon="heart"
    filled={isHearted}
    onClick={() => onHeart(!isHearted)}
  />
)

interface TileProps extends HeartOf {
  picture: OwnPicture
  isSelected: boolean
  onSelect: (isOn: boolean) => void
  onView: () => void
}

const Tile = ({ picture, isSelected, onSelect, onView, ...heart }: TileProps) => {
  const { id, name, color } = picture
  return (
    <li
      style={{ backgroundColor: color }}
      data-selected={isSelected}
      data-hearted={heart.isHearted}
      title={name}
    >
      <button type="button" class="view" aria-label={t('ownView', { name })} onClick={onView}>
        <OwnThumbnail id={id} />
      </button>
      <input
        type="checkbox"
        aria-label={t('ownSelect', { name })}
        checked={isSelected}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
      <Heart name={name} {...heart} />
    </li>
  )
}

interface ViewerProps {
  shown: readonly OwnPicture[]
  viewed: string
  heartOf: (picture: OwnPicture) => HeartOf
  onView: (id: string | undefined) => void
  onRemove: (picture: OwnPicture) => void
}

const arrows: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

const Viewer = ({ shown, viewed, heartOf, onView, onRemove }: ViewerProps) => {
  const at = shown.findIndex(({ id }) => id === viewed)
  const picture = shown[at]
  const address = useBlobAddress(() => ownStore.readImage(viewed), [viewed])
  const step = (by: number) => onView(shown.at((at + by) % shown.length)?.id)
  if (!picture) return null
  const { name, color } = picture
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a modal dialog closes by itself on Escape.
    <dialog
      ref={showModal}
      class="viewer"
      aria-label={name}
      onClose={() => onView(undefined)}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The arrow keys do what the two buttons do. */}
      <div
        class="viewer-content"
        onKeyDown={({ key }) => {
          const isBackward = document.documentElement.dir === 'rtl'
          const by = arrows[key]
          if (by !== undefined) step(isBackward ? -by : by)
        }}
      >
        <img src={address} alt={name} style={{ backgroundColor: color }} />
        <p dir="auto">{name}</p>
        <div class="tools">
          <button type="button" onClick={() => step(-1)}>
            {t('ownPrevious')}
          </button>
          <button type="button" onClick={() => step(1)}>
            {t('ownNext')}
          </button>
          <Heart name={name} {...heartOf(picture)} />
          <button type="button" class="remove" onClick={() => onRemove(picture)}>
            {t('ownRemove')}
          </button>
          <button type="button" onClick={() => onView(undefined)}>
            {t('close')}
          </button>
        </div>
      </div>
    </dialog>
  )
}

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal()
