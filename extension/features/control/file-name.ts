import type { Current } from '../wallpaper/deck.ts'

const longest = 80

/** `Aurora over the lake 3840x2160.jpg`: the title, or else the id, its size, and what it really is. */
export const toFileName = ({ source, wallpaper }: Current, mediaType: string): string => {
  const size =
    source === 'catalogue' && wallpaper.width && wallpaper.height
      ? ` ${wallpaper.width}x${wallpaper.height}`
      : ''
  const name = toSafe(wallpaper.title) || toSafe(wallpaper.id) || 'wallpaper'
  return `${name}${size}.${/^image\/(png|webp|avif|gif|bmp)\b/.exec(mediaType)?.[1] ?? 'jpg'}`
}

/** Without what some file system or browser refuses: separators, wildcards, control characters, dots at the ends. */
const toSafe = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{C}\\/:*?"<>|~]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, longest)
    .replace(/^[\s.]+|[\s.]+$/g, '')
