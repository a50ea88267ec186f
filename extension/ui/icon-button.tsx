import type { ComponentChildren } from 'preact'

interface IconButtonProps {
  /** For the tooltip and for screen readers. */
  label: string
  onClick: () => void
  /** Makes the button a switch that is on or off. */
  pressed?: boolean
  /** The button is already at work. */
  busy?: boolean
  class?: string
  children: ComponentChildren
}

export const IconButton = ({ label, pressed, busy, children, ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    aria-busy={busy}
    {...rest}
    class={`icon-button ${rest.class ?? ''}`}
  >
    {children}
  </button>
)
