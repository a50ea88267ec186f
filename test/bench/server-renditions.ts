import { join } from 'node:path'
import { createSharpRenditions } from '../../server/adapters/sharp/renditions.ts'
import { silentLog } from '../accounts-app.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

const original = join(import.meta.dirname, '../../server/sample/main/bridge-in-mist.jpg')
const count = 24
/** The server resizes at most four pictures at a time and rejects further requests. */
const atOnce = 4

export const measureRenditions = async () => {
  const cacheDir = await makeTempDir('bench-renditions')
  const renditions = createSharpRenditions({ cacheDir, maxBytes: 1_000_000_000, log: silentLog })
  const rows = []
  for (const format of ['jpeg', 'webp'] as const)
    for (const kind of ['made', 'from the cache']) {
      const start = performance.now()
      const cpu = process.cpuUsage()
      for (let from = 0; from < count; from += atOnce)
        await Promise.all(
          Array.from({ length: atOnce }, (_, at) => {
            const size = 600 + 32 * (from + at)
            const request = { width: size, height: size, fit: 'cover', format } as const
            return renditions.render(original, request)
          }),
        )
      const { user, system } = process.cpuUsage(cpu)
      rows.push({
        renditions: `${format}, ${kind}`,
        'per second': Number(((count / (performance.now() - start)) * 1000).toFixed(1)),
        'processor ms each': Number(((user + system) / count / 1000).toFixed(1)),
      })
    }
  await removeDir(cacheDir)
  return rows
}
