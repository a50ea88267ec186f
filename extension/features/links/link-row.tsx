import { render } from 'preact'
import { t, textLocale } from '../../platform/browser/texts.ts'
import { type Settings, settingsItem } from '../settings/settings.ts'
import { addressOf, nameOf, parseLinks } from './links.ts'
import './links.css'

/** Shows the links between the controls and the clock. Later changes of the links show by themselves. */
export const showLinks = (settings: Settings): void => {
  if (document.querySelector('#links')) return
  const root = document.createElement('nav')
  Object.assign(root, { id: 'links', className: 'glass', ariaLabel: t('links') })
  const { style } = document.documentElement
  // The page behind the picture has the picture's color.
  const tint = () => root.style.setProperty('--tone', style.backgroundColor)
  new MutationObserver(tint).observe(document.documentElement, { attributeFilter: ['style'] })
  tint()
  const show = ({ links }: Settings) => {
    root.hidden = links.length === 0
    render(parseLinks(links).map(toAnchor), root)
  }
  settingsItem.onChange(show)
  show(settings)
  // The Tab key reaches the links first.
  document.querySelector('#controls')?.before(root)
}

const toAnchor = (link: string) => (
  <a key={link} href={addressOf(link)} title={nameOf(link)} data-letter={toLetter(link)}>
    <span dir="auto">{nameOf(link)}</span>
  </a>
)

// A letter may have several code points, such as a Hindi consonant with its vowel.
const toLetter = (link: string): string => {
  const [letter] = new Intl.Segmenter(textLocale()).segment(nameOf(link))
  return letter?.segment.toLocaleUpperCase(textLocale()) ?? ''
}
