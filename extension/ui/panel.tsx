import type { ComponentChildren } from 'preact'

interface PanelProps {
  title: string
  closeLabel: string
  onClose: () => void
  children: ComponentChildren
}

/** A card over the page. Escape or a click beside the card closes it, and the focus returns to where it was. */
export const Panel = ({ title, closeLabel, onClose, children }: PanelProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the dialog itself.
  <dialog
    ref={open}
    class="panel"
    tabIndex={-1}
    aria-label={title}
    // The event `close` may arrive after this panel was replaced by another one, which must stay open.
    onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
    onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
  >
    <div class="panel-content">
      <h2>
        <bdi>{title}</bdi>
      </h2>
      {children}
      <button
        type="button"
        class="icon-button panel-close"
        aria-label={closeLabel}
        title={closeLabel}
        onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
      >
        ×
      </button>
    </div>
  </dialog>
)

// The card gets the focus, so that screen readers announce it and its first link does not look selected.
const open = (dialog: HTMLDialogElement | null) => {
  dialog?.showModal()
  dialog?.focus()
}
