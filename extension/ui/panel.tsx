import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface PanelProps {
  title: string
  closeLabel: string
  onClose: () => void
  children: ComponentChildren
}

/** A card over the page. Escape or a click beside the card closes it, and the focus returns to where it was. */
export const Panel = ({ title, closeLabel, onClose, children }: PanelProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    dialog.current?.showModal()
    // The card gets the focus, so that screen readers announce it and its first link does not look selected.
    dialog.current?.focus()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the dialog itself.
    <dialog
      ref={dialog}
      class="panel"
      tabIndex={-1}
      aria-labelledby={id}
      // The event `close` may arrive after this panel was replaced by another one, which must stay open.
      onClose={() => dialog.current && onClose()}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="panel-content">
        <h2 id={id}>
          <bdi>{title}</bdi>
        </h2>
        {children}
        <button
          type="button"
          class="icon-button panel-close"
          aria-label={closeLabel}
          title={closeLabel}
          onClick={() => dialog.current?.close()}
        >
          ×
        </button>
      </div>
    </dialog>
  )
}
