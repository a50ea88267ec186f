import sharp from 'sharp'

/**
 * Keeps the memory of the process small: no picture is opened twice in a row here, so what libvips
 * would keep of the last ones (50 MB, 100 files) is of no use.
 */
export const limitSharp = () => {
  sharp.cache(false)
}
