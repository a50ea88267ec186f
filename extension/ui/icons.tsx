/** Line icons on a 24 by 24 grid; they take the colour of the text around them. */

const Icon = ({ path, filled = false }: { path: string; filled?: boolean }) => (
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
    <path d={path} />
  </svg>
)

export const HeartIcon = ({ filled }: { filled: boolean }) => (
  <Icon
    filled={filled}
    path="M12 20.3 4.9 13a4.7 4.7 0 0 1 0-6.6 4.6 4.6 0 0 1 6.5 0l.6.6.6-.6a4.6 4.6 0 0 1 6.5 0 4.7 4.7 0 0 1 0 6.6Z"
  />
)

export const NextIcon = () => <Icon path="M5 12h14M13 6l6 6-6 6" />

export const PreviousIcon = () => <Icon path="M19 12H5M11 6l-6 6 6 6" />

export const InfoIcon = () => <Icon path="M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18ZM12 11v5M12 7.5v.5" />

export const PinIcon = () => <Icon filled path="M9 3h6l-1 6 3 4H7l3-4ZM12 13v8" />

export const SettingsIcon = () => (
  <Icon path="M10.3 2.6L13.7 2.6L14.2 5.1L15.3 5.6L17.5 4.1L19.9 6.5L18.4 8.7L18.9 9.8L21.4 10.3L21.4 13.7L18.9 14.2L18.4 15.3L19.9 17.5L17.5 19.9L15.3 18.4L14.2 18.9L13.7 21.4L10.3 21.4L9.8 18.9L8.7 18.4L6.5 19.9L4.1 17.5L5.6 15.3L5.1 14.2L2.6 13.7L2.6 10.3L5.1 9.8L5.6 8.7L4.1 6.5L6.5 4.1L8.7 5.6L9.8 5.1ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z" />
)
