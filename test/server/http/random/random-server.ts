import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileVersions } from '../../../../server/adapters/folder/file-versions.ts'
import { createFolderSource } from '../../../../server/adapters/folder/source.ts'
import { createSharpRenditions } from '../../../../server/adapters/sharp/renditions.ts'
import { silentLog as log } from '../../../accounts-app.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'
import { serveLocally } from '../../../tools/servers/serve-locally.ts'
import { plain } from '../../adapters/sample-pictures.ts'

type Fields = Readonly<Record<string, unknown>> & { width?: number; height?: number }
type Deps = NonNullable<Parameters<typeof createTestApp>[0]>

const toColor = (position: number) =>
  `#${((position + 1) * 40_503).toString(16).padStart(6, '0').slice(-6)}`

/** Writes a catalogue folder with a picture of its own color for each row. The pictures are progressive JPEGs. */
export const writeCatalogue = async (
  folder: string,
  count: number,
  fieldsOf: (position: number) => Fields = () => ({}),
) => {
  await mkdir(join(folder, 'main'), { recursive: true })
  const rows = Array.from({ length: count }, (_, position) => {
    const name = `picture-${position}`
    const files = { file_main_name: `${name}.jpg`, file_cache_name: '' }
    return { file_name: name, width: 60, height: 40, ...files, ...fieldsOf(position) }
  })
  for (const [position, { width, height, file_main_name }] of rows.entries())
    await plain(toColor(position), width, height)
      .jpeg({ progressive: true })
      .toFile(join(folder, 'main', file_main_name))
  const index = rows.map((row) => makeIndexRow(row))
  await writeFile(join(folder, 'index.json'), JSON.stringify(index))
}

/** Opens an app for a catalogue folder, with the real sources and pictures. It stores its files in `dir`. */
export const openFolder = async (folder: string, dir: string, deps: Deps = {}) => {
  const files = createFolderSource({ folder, cacheDir: join(dir, 'pictures'), log })
  const versions = createFileVersions({ files })
  const renditions = createSharpRenditions({ dir: join(dir, 'r'), maxBytes: 1e8, log })
  const parts = { source: files, files, renditions, versions }
  return { parts, app: await createTestApp({ ...parts, ...deps }) }
}

export const startServer = async (folder: string, dir: string, deps?: Deps) => {
  const { app } = await openFolder(folder, dir, deps)
  return serveLocally(app.fetch)
}
