import { useState } from 'preact/hooks'
import { openBrowserPage } from '../../platform/browser/browser-page.ts'
import { t } from '../../platform/browser/texts.ts'
import { RemovableList } from '../../ui/removable-list.tsx'
import { EntryForm, toBad } from '../settings/report.tsx'
import type { UseSettings } from '../settings/use-settings.ts'
import { mostLinks, nameOf, parseLinks, toLink, withLink } from './links.ts'

const empty = { address: '', name: '', isInvalid: false }

export const LinksField = ({ settings, change }: UseSettings) => {
  const links = parseLinks(settings.links)
  const [typed, setTyped] = useState(empty)
  const isFull = links.length === mostLinks
  const add = (link: string | undefined) => {
    setTyped(link ? empty : { ...typed, isInvalid: true })
    if (link) void change({ links: withLink(links, link) })
  }
  /** Takes a link that a person drags here from a page or from the address bar of another tab. */
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const read = (format: string) => event.dataTransfer?.getData(format) ?? ''
    const { body } = new DOMParser().parseFromString(read('text/html'), 'text/html')
    add(toLink(read('URL') || read('text/plain'), body.textContent))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The form does the same with the keyboard.
    <div class="group" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <RemovableList
        entries={links.map((link) => ({
          key: link,
          label: nameOf(link),
          action: t('linkRemove', { name: nameOf(link) }),
          remove: () => change({ links: links.filter((one) => one !== link) }),
        }))}
      />
      {isFull ? (
        <p class="hint">{t('linksFull')}</p>
      ) : (
        <EntryForm
          label={t('linkAddress')}
          hint={t('linksHint')}
          text={typed.address}
          report={typed.isInvalid ? toBad(t('linkInvalid')) : undefined}
          onEdit={(address) => setTyped({ ...typed, address, isInvalid: false })}
          onSubmit={() => add(toLink(typed.address, typed.name))}
        >
          <input
            type="text"
            aria-label={t('linkName')}
            placeholder={t('linkName')}
            autocomplete="off"
            value={typed.name}
            onInput={({ currentTarget: { value: name } }) => setTyped({ ...typed, name })}
          />
          <button type="submit">{t('categoryAdd')}</button>
        </EntryForm>
      )}
      {openBrowserPage && (
        <div class="row">
          <button type="button" onClick={openBrowserPage}>
            {t('browserPage')}
          </button>
        </div>
      )}
    </div>
  )
}
