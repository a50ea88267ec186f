import { createWallpaperUrls } from '../../server/catalogue/wallpaper-urls.ts'
import { createCatalogueImageHost } from '../../server/http/wallpapers/image-host.ts'
import { makeCatalogue, makeRandom } from '../builders.ts'
import { makeResource } from '../emulators/cloudinary.ts'
import { openCloudinary } from '../server/adapters/cloudinary/harness.ts'
import { type ContractImage, testImageHost } from './image-host.ts'

testImageHost('the catalogue', async (images) => {
  const catalogue = makeCatalogue({
    index: images.map(({ id, width, height }) => ({ file_main_name: `${id}.png`, width, height })),
  })
  const urls = createWallpaperUrls('http://fresco.test', catalogue)
  const host = createCatalogueImageHost({
    current: async () => ({ catalogue, urls }),
    random: makeRandom('contract'),
  })
  return { host, close: async () => undefined }
})

const tagOf = ({ width, height }: ContractImage) => {
  if (width === height) return []
  return [width > height ? 'desktop' : 'mobile']
}

testImageHost('Cloudinary', async (images) => {
  const { emulator, create, close } = await openCloudinary()
  emulator.resources = images.map((image) =>
    makeResource({ ...image, public_id: image.id, tags: tagOf(image) }),
  )
  const host = create()
  await host.start()
  return { host, close }
})
