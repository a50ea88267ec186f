import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { hasRatio, toTone } from '../../../shared/filter-rules.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { OwnPicture } from './own-picture.ts'
import { ownStore } from './own-store.ts'
import { OwnThumbnail, useBlobAddress } from './use-own-pictures.tsx'

export const shows = ['all', 'hearted', 'dark', 'light', 'landscape', 'portrait'] as const
export type Show = (typeof shows)[number]

export const listShown = (
  pictures: readonly OwnPicture[],
  show: Show,
  isHearted: (picture: OwnPicture) => boolean,
): readonly OwnPicture[] => {
  switch (show) {
    case 'all':
      return pictures
    case 'hearted':
      return pictures.filter(isHearted)
    case 'dark':
    case 'light':
      return pictures.filter(({ luminance }) => toTone(luminance) === show)
    case 'landscape':
    case 'portrait':
      return pictures.filter((picture) => hasRatio(picture, show))
  }
}

interface PictureGridProps {
  pictures: readonly OwnPicture[]
  isHearted: (picture: OwnPicture) => boolean
  setHeart: (picture: OwnPicture, isOn: boolean) => Promise<void>
  remove: (pictures: readonly OwnPicture[]) => Promise<void>
}

const showLabels = {
  all: 'ownShowAll',
  hearted: 'favorites',
  dark: 'ownShowDark',
  light: 'ownShowLight',
  landscape: 'ownShowLandscape',
  portrait: 'ownShowPortrait',
} as const

export const PictureGrid = ({ pictures, isHearted, setHeart, remove }: PictureGridProps) => {
  const [show, setShow] = useState<Show>('all')
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [viewed, setViewed] = useState<string>()
  const [doomed, setDoomed] = useState<readonly OwnPicture[]>([])
  const shown = listShown(pictures, show, isHearted)
  const selected = shown.filter(({ id }) => ids.has(id))
  const select = (id: string, isOn: boolean) =>
    setIds(isOn ? new Set([...ids, id]) : new Set([...ids].filter((one) => one !== id)))
  const selectAll = () => setIds(new Set(shown.map(({ id }) => id)))
  const clear = () => setIds(new Set())
  const heartOf = (picture: OwnPicture) => ({
    isHearted: isHearted(picture),
    onHeart: (isOn: boolean) => setHeart(picture, isOn),
  })
  return (
    <section>
      <ChoiceGroup
        legend={t('ownShow')}
        choices={shows.map((value) => ({ value, label: t(showLabels[value]) }))}
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
            <button type="button" class="remove" onClick={() => setDoomed(selected)}>
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
          onRemove={(picture) => setDoomed([picture])}
        />
      )}
      {doomed.length > 0 && (
        <Confirm
          count={doomed.length}
          onCancel={() => setDoomed([])}
          onConfirm={() => {
            setDoomed([])
            setViewed(undefined)
            void remove(doomed)
          }}
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
    <Dialog class="viewer" label={name} onClose={() => onView(undefined)}>
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
        <p>
          <bdi>{name}</bdi>
        </p>
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
    </Dialog>
  )
}

interface ConfirmProps {
  count: number
  onConfirm: () => void
  onCancel: () => void
}

const Confirm = ({ count, onConfirm, onCancel }: ConfirmProps) => {
  const id = useId()
  return (
    <Dialog class="confirm" labelId={id} onClose={onCancel}>
      <h2 id={id}>{tCount('ownConfirm', count)}</h2>
      <p>{t('ownConfirmHint')}</p>
      <div class="row">
        <button type="button" class="remove-now" onClick={onConfirm}>
          {t('ownRemove')}
        </button>
        <button type="button" onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </Dialog>
  )
}

interface DialogProps {
  class: string
  label?: string
  labelId?: string
  onClose: () => void
  children: ComponentChildren
}

const Dialog = ({ label, labelId, onClose, children, ...attributes }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the dialog itself.
    <dialog
      {...attributes}
      ref={dialog}
      aria-label={label}
      aria-labelledby={labelId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  )
}
