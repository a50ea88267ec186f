import { setTimeout as sleep } from 'node:timers/promises'
import type { ProtocolSocket } from './protocol-socket.ts'

const waitTimeoutMs = 60_000
const pollMs = 50
const clickRounds = 4

export type PageCode<Args extends unknown[], Result> =
  | string
  | ((...args: Args) => Result | Promise<Result>)

export interface FirefoxPage {
  evaluate<Result, Args extends unknown[]>(
    code: PageCode<Args, Result>,
    ...args: Args
  ): Promise<Result>
  waitFor(code: PageCode<[], unknown>, timeoutMs?: number): Promise<void>
  goto(url: string): Promise<void>
  click(selector: string): Promise<void>
  press(keys: string): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export const createFirefoxPage = (bidi: ProtocolSocket, id: string): FirefoxPage => {
  const context = { context: id }
  const evaluate: FirefoxPage['evaluate'] = (code, ...args) => evaluateIn(bidi, id, code, args)
  const waitFor: FirefoxPage['waitFor'] = (code, timeoutMs = waitTimeoutMs) =>
    waitUntil(() => evaluate(code), `${code}`, timeoutMs)
  return {
    evaluate,
    waitFor,
    goto: async (url) => {
      // Firefox never answers if it should wait until a page of an extension has loaded.
      await bidi.send('browsingContext.navigate', { ...context, url, wait: 'none' })
      await waitFor(`location.href !== 'about:blank' && document.readyState === 'complete'`)
    },
    click: async (selector) => {
      await waitFor(`document.querySelector(${JSON.stringify(selector)})`)
      // Loading content can move the element before the click.
      for (let round = 0; round < clickRounds; round++) {
        const { x, y } = await evaluate(aimAt, selector)
        await bidi.send('input.performActions', { ...context, actions: [clickAt(x, y)] })
        if (await evaluate(hasArrived).catch(() => true)) return
      }
      throw new Error(`The element ${selector} did not receive the click, in ${clickRounds} tries`)
    },
    press: async (keys) => {
      await bidi.send('input.performActions', { ...context, actions: [pressEach(keys)] })
    },
    screenshot: async () => {
      const { data } = await bidi.send<{ data: string }>(
        'browsingContext.captureScreenshot',
        context,
      )
      return Buffer.from(data, 'base64')
    },
    close: async () => {
      await bidi.send('browsingContext.close', context)
    },
  }
}

type ScriptResult =
  | { type: 'success'; result: { type: string; value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

export const evaluateIn = async <Result, Args extends unknown[]>(
  bidi: ProtocolSocket,
  context: string,
  code: PageCode<Args, Result>,
  args: Args,
): Promise<Result> => {
  const call = typeof code === 'string' ? code : `(${code})(...${JSON.stringify(args)})`
  const answer = await bidi.send<ScriptResult>('script.evaluate', {
    expression: `(async () => JSON.stringify(await (${call})))()`,
    target: { context },
    awaitPromise: true,
    userActivation: true,
  })
  if (answer.type === 'exception') throw new Error(`${answer.exceptionDetails.text}\nin ${call}`)
  return answer.result.value === undefined ? (undefined as Result) : JSON.parse(answer.result.value)
}

/** An error counts as false, because the page may be navigating. */
const waitUntil = async (
  check: () => Promise<unknown>,
  what: string,
  timeoutMs: number,
): Promise<void> => {
  const deadline = Date.now() + timeoutMs
  let lastError: unknown
  while (Date.now() < deadline) {
    try {
      if (await check()) return
      lastError = undefined
    } catch (error) {
      lastError = error
    }
    await sleep(pollMs)
  }
  throw new Error(`Not true within ${timeoutMs} ms: ${what}`, { cause: lastError })
}

/**
 * Scrolls an element into view, waits until it stops moving and returns its middle in CSS pixels.
 * It also starts to listen for the click. The function runs inside the tested page.
 */
const aimAt = async (selector: string): Promise<{ x: number; y: number }> => {
  const stillFrames = 5
  let last = ''
  for (let still = 0; ; ) {
    const element = document.querySelector(selector)
    if (!element) throw new Error(`No element matches ${selector}`)
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    still = last === `${x},${y}` ? still + 1 : 0
    last = `${x},${y}`
    // A tab in the background gets no animation frames.
    if (still === stillFrames || document.hidden) {
      const page = globalThis as { frescoClick?: 'aimed' | 'arrived' }
      page.frescoClick = 'aimed'
      const arrive = () => {
        page.frescoClick = 'arrived'
      }
      element.addEventListener('click', arrive, { capture: true, once: true })
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    }
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Without the marker, the click has navigated. Runs inside the tested page. */
const hasArrived = async (): Promise<boolean> => {
  const page = globalThis as { frescoClick?: 'aimed' | 'arrived' }
  for (let frames = 0; frames < 20 && page.frescoClick === 'aimed'; frames++)
    await new Promise((resolve) => setTimeout(resolve, 25))
  return page.frescoClick !== 'aimed'
}

const clickAt = (x: number, y: number) => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

const pressEach = (keys: string) => ({
  type: 'key',
  id: 'keyboard',
  actions: [...keys].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})
