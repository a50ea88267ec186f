import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type ClerkFault,
  clerkFaults,
  type startClerkBackend,
} from '../../test/emulators/clerk-backend.ts'
import {
  type CloudinaryFault,
  type CloudinaryResource,
  cloudinaryFaults,
  makeResource,
  startCloudinary,
} from '../../test/emulators/cloudinary.ts'
import { startGithub } from '../../test/emulators/github.ts'
import { type GithubFault, githubFaults } from '../../test/emulators/github-faults.ts'
import { startPlainFileServer } from '../../test/tools/servers/plain-file-server.ts'
import { startCloudinaryDelivery } from './cloudinary-delivery.ts'
import type { FaultSwitch } from './fault-switches.ts'

const sample = resolve(import.meta.dirname, '../../server/sample')

export type Cloud = Awaited<ReturnType<typeof startCloud>>

export const startCloud = async () => {
  const index = await readFile(join(sample, 'index.json'), 'utf8')
  // Emulates raw.githubusercontent.com.
  const files = await startPlainFileServer(sample, '/octo/wallpapers/HEAD')
  const github = await startGithub()
  github.push(index, await readFile(join(sample, 'tags.json')))
  const rows: SampleRow[] = JSON.parse(index)
  const pictures = new Map(
    rows.map((row) => [toPublicId(row), join(sample, 'main', row.file_main_name)]),
  )
  const delivery = await startCloudinaryDelivery((id) => pictures.get(id))
  const cloudinary = await startCloudinary()
  cloudinary.resources = rows.map((row) => toResource(row, delivery.host))
  const stops = [files.close, github.stop, delivery.stop, cloudinary.stop]
  return {
    github,
    cloudinary,
    env: {
      ...github.env,
      WALLPAPERS_BASE_URL: files.url,
      CLOUDINARY_URL: cloudinary.cloudinaryUrl.replace('?', `/${delivery.host}?`),
    },
    stop: async () => void (await Promise.all(stops.map((each) => each()))),
  }
}

export const toSwitches = (
  { github, cloudinary }: Cloud,
  clerk: Awaited<ReturnType<typeof startClerkBackend>>,
): Record<string, FaultSwitch> => ({
  github: { faults: githubFaults, set: (fail?: GithubFault) => github.behave({ fail }) },
  cloudinary: {
    faults: cloudinaryFaults,
    set: (fault?: CloudinaryFault) => cloudinary.behave({ fault }),
  },
  clerk: { faults: clerkFaults, set: (fail?: ClerkFault) => clerk.behave({ fail }) },
})

interface SampleRow {
  file_name: string
  file_main_name: string
  width: number
  height: number
  timestamp: string
  data: { tags: string[]; palette: string[] }
}

const toPublicId = ({ file_name }: SampleRow) => `wallpapers/${file_name}`

/**
 * Creates the record that Cloudinary would have for a wallpaper that was uploaded with its tags and
 * colors.
 */
const toResource = (row: SampleRow, host: string): CloudinaryResource => {
  const { width, height, timestamp, data } = row
  const resource = makeResource({ public_id: toPublicId(row) })
  const shape = width > height ? ['desktop'] : width < height ? ['mobile'] : []
  return {
    ...resource,
    width,
    height,
    created_at: timestamp,
    tags: [...shape, ...data.tags],
    secure_url: `https://${host}/image/upload/v${resource.version}/${resource.public_id}.jpg`,
    context: { custom: { colors: data.palette.join(',') } },
  }
}
