import sharp from 'sharp'

/** Of everything that libvips can open, down to SVG, PDF and whatever a system adds. */
const readers = ['Jpeg', 'Png', 'Webp', 'Heif'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
])

/**
 * Leaves sharp the formats of wallpapers, whatever a file is called: each other one is more code that a
 * strange file could get the better of.
 */
export const openWallpapersOnly = () => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
}

/**
 * Keeps the memory of the process small: no picture is opened twice in a row here, so what libvips
 * would keep of the last ones (50 MB, 100 files) is of no use.
 */
export const limitSharp = () => {
  sharp.cache(false)
}
