// SVG paths of the icons, in a square of 24 by 24. The lines have the color of the text around the icon.
const paths = {
  heart: 'M12 20.3 4.9 13.2a4.7 4.7 0 0 1 6.6-6.6l.5.5.5-.5a4.7 4.7 0 0 1 6.6 6.6Z',
  next: 'M5 12h14M13 6l6 6-6 6',
  previous: 'M19 12H5M11 6l-6 6 6 6',
  info: 'M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18ZM12 11v5M12 7.5v.5',
  pin: 'M9 3h6l-1 6 3 4H7l3-4ZM12 13v8',
  settings:
    'M4 8h9M19 8h1M4 16h1M11 16h9M16 5a3 3 0 1 1 0 6a3 3 0 1 1 0-6ZM8 13a3 3 0 1 1 0 6a3 3 0 1 1 0-6Z',
}

type Icon = { icon: keyof typeof paths; path?: never } | { icon: string; path: string }

type IconButtonProps = Icon & {
  label: string
  onClick: (event: MouseEvent) => void
  filled?: boolean
  pressed?: boolean
  busy?: boolean
}

export const IconButton = ({
  label,
  onClick,
  filled,
  pressed,
  busy,
  ...shape
}: IconButtonProps) => (
  <button
    type="button"
    class={`icon-button ${shape.icon}`}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    aria-busy={busy}
    onClick={onClick}
  >
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={shape.path === undefined ? paths[shape.icon] : shape.path} />
    </svg>
  </button>
)
