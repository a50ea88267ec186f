import type { ComponentChildren } from 'preact'
import { t, textLocale } from '../../platform/browser/texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { toCategoryLabel, toColorLabel } from '../settings/filter-labels.ts'
import { factsOf, toLabel } from '../sources/all.ts'
import type { Current, DeckWallpaper } from '../wallpaper/deck.ts'

interface InfoPanelProps {
  shown: Current
  onClose: () => void
  children: ComponentChildren
}

export const InfoPanel = ({ shown, onClose, children }: InfoPanelProps) => {
  const { title, id, description } = shown.wallpaper
  return (
    <Panel title={title || id} closeLabel={t('close')} onClose={onClose}>
      {description && <p dir="auto">{description}</p>}
      {shown.kind === 'catalogue' && <Facts {...shown.wallpaper} />}
      {children}
    </Panel>
  )
}

const Facts = (wallpaper: DeckWallpaper) => (
  <dl class="facts">
    <Fact name={t('category')}>{toCategoryLabel(wallpaper.category)}</Fact>
    <Fact name={t('colors')}>
      {wallpaper.colors.length > 0 && (
        <>
          {wallpaper.palette.map((hex) => (
            <i key={hex} class="dot" style={{ background: hex }} />
          ))}{' '}
          {wallpaper.colors.map(toColorLabel).join(', ')}
        </>
      )}
    </Fact>
    <Fact name={t('size')}>{toSize(wallpaper)}</Fact>
    <Fact name={t('taken')}>{toTaken(wallpaper)}</Fact>
    <Fact name={t('credit')}>{linked(wallpaper.credit, wallpaper.credit_url)}</Fact>
    <Fact name={t('license')}>{linked(wallpaper.license, wallpaper.license_url)}</Fact>
    <Fact name={t('source')}>{listSources(wallpaper)}</Fact>
  </dl>
)

const linked = (text: string | null, address: string | false | null | undefined) =>
  text && address ? (
    <a href={address} target="_blank" rel="noreferrer">
      {text}
    </a>
  ) : (
    text
  )

const listSources = (wallpaper: DeckWallpaper) => {
  const { catalogue, source_url } = wallpaper
  const host = source_url && new URL(source_url).host
  const label = toLabel(catalogue)
  const source = linked(host, source_url)
  const facts = factsOf(catalogue)
  const isSite = !import.meta.env.WXT_WEB && facts.isSite
  const address = facts.pageOf?.(wallpaper) ?? (isSite && catalogue.replace(/index.json$/, ''))
  if (host === label && !address) return source
  return [source, host && ' · ', linked(label, address)]
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) =>
  children ? (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  ) : null

const toTaken = ({ taken_on, place }: DeckWallpaper) => {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const
  const day = taken_on && new Date(taken_on).toLocaleDateString(textLocale(), options)
  return [day, place].filter(Boolean).join(' · ')
}

const toSize = ({ width, height }: Pick<DeckWallpaper, 'width' | 'height'>) => {
  if (width === null || height === null) return ''
  const write = (pixels: number) => pixels.toLocaleString(textLocale(), { useGrouping: false })
  return `${write(width)} × ${write(height)}`
}
