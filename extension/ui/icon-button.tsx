import type { ComponentChildren } from 'preact'

interface IconButtonProps {
  /** What it does, for the tooltip and for screen readers. */
  label: string
  onClick: () => void
  /** Makes it a switch that is on or off. */
  pressed?: boolean
  /** It is at work: a second click would do nothing. */
  busy?: boolean
  class?: string
  children: ComponentChildren
}

/** A round button with only an icon. */
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
