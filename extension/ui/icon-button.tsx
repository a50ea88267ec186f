import type { ComponentChildren } from 'preact'

interface IconButtonProps {
  label: string
  onClick: () => void
  pressed?: boolean
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
