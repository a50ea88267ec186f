/**
 * folder [PICTURES] [WIDTHxHEIGHT]: what a folder of pictures without an index takes. Prints the processor time of a
 * picture at the first start, from the first picture to the last, with the pauses of `/api/wallpapers` meanwhile. Then
 * prints the processor time of restarts, in turns with those of an empty folder. A restart ends when the wallpapers are
 * listed. The first search, which builds the search index, is measured apart.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { wallpapersResponseSchema } from '../../../shared/wallpapers-api.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { type MeasuredProcess, measureLoad, startMeasured } from './measured-process.ts'

const [pictures = '20000', shape = '640x400'] = process.argv.slice(2)
const count = Number(pictures)
const [width, height] = shape.split('x').map(Number)
const server = join(import.meta.dirname, '../../../server')
const path = '/api/wallpapers'
const seconds = 10
const restarts = 3

const writePictures = async (folder: string) => {
  const samples = (await readdir(join(server, 'sample/main'))).slice(0, 24)
  const made = samples.map((name) =>
    sharp(join(server, 'sample/main', name))
      .resize(width, height)
      .jpeg()
      .toBuffer(),
  )
  const contents = await Promise.all(made)
  for (let at = 0; at < count; at++) {
    const album = join(folder, `album-${at % 40}`)
    await mkdir(album, { recursive: true })
    // The number at its end makes each file another one.
    const content = [contents[at % contents.length] ?? Buffer.alloc(0), Buffer.from(`${at}`)]
    await writeFile(join(album, `picture-${at}.jpg`), content)
  }
}

const start = (folder: string, dataDir: string) =>
  startMeasured({
    script: join(server, 'main.js'),
    env: { WALLPAPERS_DIR: folder, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    startTimeoutMs: 600_000,
  })

const readTotal = async ({ url }: MeasuredProcess) => {
  const answer = await fetch(`${url}${path}?limit=1`)
  return wallpapersResponseSchema.parse(await answer.json()).total ?? 0
}

const measureFirstStart = async (folder: string, dataDir: string) => {
  const started = await start(folder, dataDir)
  started.watchPauses(true)
  let [listed, { cpu }] = [0, await started.usage()]
  while (listed < count) {
    const { p99, errors, ownPauseMs } = await measureLoad(started, [path], { seconds, rate: 50 })
    const [total, usage] = [await readTotal(started), await started.usage()]
    if (total === listed) continue
    const row = {
      listed: total,
      'processor ms of a picture': Number(((usage.cpu - cpu) / 1000 / (total - listed)).toFixed(1)),
      'p99 ms': p99,
      'longest pause, processor ms': Number(ownPauseMs.toFixed(1)),
      'resident MB': Math.round(usage.rss / 1e6),
      errors,
    }
    console.table([row])
    ;[listed, cpu] = [total, usage.cpu]
  }
  await started.stop()
}

const toSeconds = (microseconds: number) => Number((microseconds / 1e6).toFixed(2))

const measureRestart = async (folder: string, dataDir: string) => {
  const started = await start(folder, dataDir)
  // An empty folder gets 404.
  while ((await fetch(`${started.url}${path}?limit=1`)).status === 503) await sleep(100)
  const { cpu, rss } = await started.usage()
  while (!(await fetch(`${started.url}${path}/search?q=picture`)).ok) await sleep(100)
  const searched = await started.usage()
  await started.stop()
  return {
    'processor s': toSeconds(cpu),
    'first search, processor s': toSeconds(searched.cpu - cpu),
    'resident MB': Math.round(rss / 1e6),
  }
}

const temp = await makeTempDir('bench-folder')
const [full, empty] = [join(temp, 'pictures'), join(temp, 'empty')]
await Promise.all([writePictures(full), mkdir(empty)])
await measureFirstStart(full, join(temp, 'full-data'))
const rows = []
for (let turn = 0; turn < restarts; turn++)
  for (const [name, folder] of Object.entries({ empty, full }))
    rows.push({ folder: name, ...(await measureRestart(folder, join(temp, `${name}-data`))) })
console.table(rows)
await removeDir(temp)
