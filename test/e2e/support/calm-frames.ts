import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { ChromiumWithExtension } from '../../tools/browsers/chromium.ts'
import { traceFrames } from '../../tools/browsers/traced-frames.ts'
import { compare, readPicture } from './new-tab.ts'

/** `likeness` compares its upper part with the wallpaper, where 1 means identical. */
export interface Frame {
  at: number
  mean: number[]
  spread: number
  likeness: number
}

const before = 'data:text/html,<body style="background:%23808">'
const purple = [136, 0, 136]
const white = [255, 255, 255]
/** Per color channel. The frames in a trace are small JPEGs with inexact colors. */
const tolerance = 12
// On a busy machine, Chromium stores the purple page as (144, 21, 135). No picture of the tests is like that.
const toleranceOfPurple = 30

/** Records the frames while a new tab replaces a purple page. `begun` is called in between. */
export const record = async (
  { context }: ChromiumWithExtension,
  begun: (page: Page) => Promise<unknown> = async () => {},
  scheme: 'light' | 'dark' = 'light',
): Promise<Frame[]> => {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: scheme })
  await page.goto(before)
  const cdp = await context.newCDPSession(page)
  const frames = await traceFrames(cdp as never, 'chrome-extension:', async () => {
    await page.goto('chrome://newtab/', { waitUntil: 'commit' })
    await begun(page)
    await page.locator('.title').waitFor()
    await page.waitForTimeout(400)
  })
  const picture = Buffer.from(await page.evaluate(readPicture), 'base64')
  await page.close()
  return Promise.all(frames.map(({ at, jpeg }) => measure(at, jpeg, picture)))
}

const measure = async (at: number, jpeg: Buffer, picture: Buffer): Promise<Frame> => {
  const { channels } = await sharp(jpeg).removeAlpha().stats()
  return {
    at: Math.round(at),
    mean: channels.map(({ mean }) => Math.round(mean)),
    spread: Math.round(Math.max(...channels.map(({ stdev }) => stdev))),
    likeness: await compare(jpeg, picture),
  }
}

export const isLike = ({ mean }: Frame, color: number[], most = tolerance) =>
  mean.every((value, channel) => Math.abs(value - (color[channel] ?? 0)) <= most)

/** Text or controls make a frame uneven. Then the wallpaper must already be visible. */
export const isPlain = ({ spread }: Frame) => spread < 2
const hasPicture = ({ likeness }: Frame) => likeness > 0.5

export const listOwn = (all: Frame[]): Frame[] =>
  all.filter((frame) => !(isPlain(frame) && isLike(frame, purple, toleranceOfPurple)))

/** Only plain colors other than white, and then the wallpaper, which stays visible. */
export const expectCalm = (all: Frame[]): void => {
  const frames = listOwn(all)
  expect(frames.filter((frame) => isLike(frame, white))).toEqual([])
  expect(frames.filter((frame) => !isPlain(frame) && !hasPicture(frame))).toEqual([])
  const picture = frames.findIndex(hasPicture)
  expect(frames.length).toBeGreaterThan(0)
  expect(frames.slice(picture).every(hasPicture), 'the picture stays').toBe(true)
  expect(frames.at(-1)?.spread).toBeGreaterThan(8)
}
