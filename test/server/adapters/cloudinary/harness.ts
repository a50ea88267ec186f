/** Test helper with an emulated Cloudinary, and image hosts that read from it. */
import {
  type CloudinaryImageHostOptions,
  createCloudinaryImageHost,
} from '../../../../server/adapters/cloudinary/image-host.ts'
import { cloudinaryUrlSchema } from '../../../../server/config/settings.ts'
import { silentLog } from '../../../accounts-app.ts'
import { makeRandom } from '../../../builders.ts'
import { startCloudinary } from '../../../emulators/cloudinary.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

export const openCloudinary = async () => {
  const emulator = await startCloudinary()
  const snapshotsDir = await makeTempDir('cloudinary')
  const hosts: ReturnType<typeof createCloudinaryImageHost>[] = []
  return {
    emulator,
    snapshotsDir,
    create: (options: Partial<CloudinaryImageHostOptions> = {}) => {
      const host = createCloudinaryImageHost({
        account: cloudinaryUrlSchema.parse(emulator.cloudinaryUrl),
        snapshotsDir,
        refreshMs: 60_000,
        timeoutMs: 5_000,
        log: silentLog,
        random: makeRandom('cloudinary'),
        ...options,
      })
      hosts.push(host)
      return host
    },
    close: async () => {
      for (const host of hosts) host.stop()
      await emulator.stop()
      await removeDir(snapshotsDir)
    },
  }
}
export type TestCloudinary = Awaited<ReturnType<typeof openCloudinary>>
