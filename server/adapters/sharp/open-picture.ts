import sharp, { type Sharp } from 'sharp'

const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
])

/**
 * Lets sharp open only the formats of wallpapers, whatever a file is called. libvips knows many more formats
 * (SVG, PDF and others), and each is more code that a malicious file can attack.
 */
export const openWallpapersOnly = () => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
}

// The cache of libvips (50 MB, 100 files) is useless, because no picture is opened twice in a row.
export const limitSharp = () => {
  sharp.cache(false)
}

export const pictureGround = '#000000'

// With `failOn: 'error'`, a picture with missing data is refused, but warnings of the decoder are ignored.
export const openPicture = (input: string | Buffer): Sharp =>
  sharp(input, { failOn: 'error' }).autoOrient().timeout({ seconds: 30 })
