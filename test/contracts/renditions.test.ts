import { join } from 'node:path'
import { createSharpRenditions } from '../../server/adapters/sharp/renditions.ts'
import { createMemoryLog, openFolder } from '../server/adapters/folder/harness.ts'
import { landscape } from '../server/adapters/sample-pictures.ts'
import { testRenditions } from './renditions.ts'

testRenditions('sharp', async () => {
  const { base, put, close } = await openFolder()
  return {
    renditions: createSharpRenditions({
      cacheDir: join(base, 'renditions'),
      maxBytes: 10_000_000,
      log: createMemoryLog().log,
    }),
    picture: await put('landscape.jpg', await landscape().jpeg().toBuffer()),
    noPicture: await put('text.jpg', 'not a picture at all'),
    close,
  }
})
