/**
 * Test helper with an emulated Cloudinary, image hosts that read from it, and a log that tests
 * search for leaked secrets.
 */
import { inspect } from 'node:util'
import {
  type CloudinaryImageHost,
  type CloudinaryImageHostOptions,
  createCloudinaryImageHost,
} from '../../../../server/adapters/cloudinary/image-host.ts'
import { cloudinaryUrlSchema } from '../../../../server/config/settings.ts'
import type { Log } from '../../../../server/ports.ts'
import { makeRandom } from '../../../builders.ts'
import { startCloudinary } from '../../../emulators/cloudinary.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

const createDeepLog = () => {
  const lines: string[] = []
  const write = (fields: object, message: string) =>
    void lines.push(`${message} ${inspect(fields, { depth: 20, showHidden: true })}`)
  return { lines, log: { info: write, warn: write, error: write } satisfies Log }
}

export const openCloudinary = async () => {
  const emulator = await startCloudinary()
  const snapshotsDir = await makeTempDir('cloudinary')
  const { lines, log } = createDeepLog()
  const hosts: CloudinaryImageHost[] = []
  return {
    emulator,
    snapshotsDir,
    lines,
    log,
    create: (options: Partial<CloudinaryImageHostOptions> = {}) => {
      const host = createCloudinaryImageHost({
        account: cloudinaryUrlSchema.parse(emulator.cloudinaryUrl),
        snapshotsDir,
        refreshMs: 60_000,
        timeoutMs: 5_000,
        log,
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
