import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { readEmbeddedFacts } from './embedded-facts.ts'
import type { PictureFacts } from './facts.ts'
import { PublishProblem } from './problem.ts'

const text = z.string().trim().min(1).max(500).optional()
const words = z.array(z.string().trim().min(1).max(100)).max(100)
const commaWords = z.string().transform((list) =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
)

const sidecarSchema = z.strictObject({
  title: text,
  description: text,
  tags: z.union([words, commaWords.pipe(words)]).optional(),
  category: text,
  credit: text,
  license: text,
})

/**
 * What is said of a picture in the file beside it (`lake.jpg.json` or `lake.json`), and where that is
 * silent, in the picture itself.
 * @throws PublishProblem when the file beside it cannot be used: its credit must not get lost
 */
export const readPictureFacts = async (picture: string): Promise<PictureFacts> => {
  const sidecar = await readSidecar(picture)
  return { ...(await readEmbeddedFacts(picture)), ...sidecar }
}

const readSidecar = async (picture: string): Promise<PictureFacts> => {
  for (const path of [`${picture}.json`, picture.replace(/\.[^./\\]+$/, '.json')]) {
    const content = await readFile(path, 'utf8').catch(undefinedIfMissing)
    if (content !== undefined) return parseSidecar(content)
  }
  return {}
}

const undefinedIfMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw new PublishProblem('picture', `the .json beside it cannot be opened (${error.code})`)
}

const accepts = 'it accepts title, description, tags, category, credit and license'

const parseSidecar = (content: string): PictureFacts => {
  const { data, error } = sidecarSchema.safeParse(toJson(content))
  if (data !== undefined) return onlyGiven(data)
  const [issue] = error.issues
  const where = issue?.path.join('.') || 'its content'
  throw new PublishProblem(
    'picture',
    `the .json beside it cannot be used (${where}: ${issue?.message}): ${accepts}`,
  )
}

const toJson = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/** So that what is not given hides nothing that the picture itself says. */
const onlyGiven = (facts: PictureFacts): PictureFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
