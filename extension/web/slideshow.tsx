import { useEffect, useRef, useState } from 'preact/hooks'
import type { ToolsProps } from '../entrypoints/newtab/new-tab-page.tsx'
import { usualSeconds, words } from '../features/settings/address-words.ts'
import { isSameDay, wantsDark } from '../features/wallpaper/deck.ts'
import { onDeckAnnounced } from '../platform/browser/messages.ts'
import { t } from '../platform/browser/texts.ts'
import { IconButton } from '../ui/icon-button.tsx'

const idleMs = 4_000
const nightCheckMs = 5_000
const dayCheckMs = 60_000

const paths = {
  play: 'M8 5v14l11-7Z',
  pause: 'M9 5v14M15 5v14',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
}

const isPanelOpen = () => document.querySelector('dialog[open]') !== null

/** The buttons that the web page adds to the bar of the new tab: start and stop the slideshow, fullscreen. */
export const SlideshowTools = ({ shown, next, run }: ToolsProps) => {
  const [isOn, setPlaying] = useState(words.every !== undefined || words.today)
  const latest = useRef({ shown, next, run })
  latest.current = { shown, next, run }
  // With `today`, the picture changes only when the day has changed.
  const goOn = () => {
    const { shown, next } = latest.current
    if (!words.today || !isSameDay(shown?.since ?? 0, Date.now())) void next()
  }
  const isNight = useNight()
  const isPlaying = isOn && !isNight

  useEffect(() => {
    if (shown?.kind === 'catalogue') return
    // A visitor who has no wallpapers yet sees a built-in one until the first one is there.
    const stop = onDeckAnnounced(() => {
      stop()
      void latest.current.next()
    })
    return stop
  }, [])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const move = toMove(event, document.documentElement.dir)
      if (!move || isPanelOpen()) return
      event.preventDefault()
      latest.current.run(move)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  // The timer starts again with each wallpaper, so that a wallpaper that the person chose also stays its whole time.
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(
      () => document.hidden || isPanelOpen() || goOn(),
      words.today ? dayCheckMs : (words.every ?? usualSeconds) * 1_000,
    )
    return () => clearInterval(timer)
  }, [isPlaying, shown])
  useEffect(() => (isPlaying ? holdWakeLock() : undefined), [isPlaying])
  const hides = isOn || isNight
  useEffect(() => (hides ? hideWhenIdle() : undefined), [hides])
  const wasNight = useRef(isNight)
  useEffect(() => {
    if (wasNight.current && !isNight) goOn()
    wasNight.current = isNight
  }, [isNight])
  useDrift(isPlaying, shown)

  return (
    <>
      <IconButton
        label={t(isOn ? 'stopSlideshow' : 'startSlideshow')}
        icon="slideshow"
        path={isOn ? paths.pause : paths.play}
        onClick={() => setPlaying(!isOn)}
      />
      {document.fullscreenEnabled && (
        <IconButton
          label={t('fullscreen')}
          icon="fullscreen"
          path={paths.fullscreen}
          onClick={toggleFullscreen}
        />
      )}
    </>
  )
}

export const isOff = (): boolean => words.off !== '' && wantsDark(words.off, Date.now())

/** Follows the hours in which the screen is off. Then the page is black. */
const useNight = () => {
  const [isNight, setNight] = useState(isOff)
  useEffect(() => {
    if (!words.off) return
    const timer = setInterval(() => setNight(isOff()), nightCheckMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const { dataset } = document.body
    if (isNight) dataset.off = t('offUntil', { time: words.off.slice(6) })
    else delete dataset.off
  }, [isNight])
  return isNight
}

const useDrift = (isPlaying: boolean, shown: unknown): void => {
  const count = useRef(0)
  // The clock moves with each wallpaper.
  useEffect(() => {
    const drift = isPlaying ? toDrift(count.current++) : '0'
    document.querySelector('main')?.style.setProperty('--drift', drift)
  }, [isPlaying, shown])
}

const toggleFullscreen = async (): Promise<void> => {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()
  // The browser may refuse, for example in a page that is embedded in another one.
  await change.catch(() => undefined)
}

/** Keeps the screen on until the returned function is called. Browsers end it whenever the page is hidden. */
const holdWakeLock = (): (() => void) => {
  let isOver = false
  let lock: WakeLockSentinel | undefined
  const ask = async () => {
    if (document.hidden) return
    lock = await navigator.wakeLock?.request().catch(() => undefined)
    if (isOver) await lock?.release()
  }
  void ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', ask)
    void lock?.release()
  }
}

const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/** Hides the controls and the pointer until the person moves the pointer, touches the screen or presses a key. */
const hideWhenIdle = (): (() => void) => {
  const { documentElement } = document
  let timer = 0
  const wake = () => {
    clearTimeout(timer)
    documentElement.removeAttribute('data-idle')
    timer = window.setTimeout(() => documentElement.setAttribute('data-idle', ''), idleMs)
  }
  wake()
  for (const sign of signs) addEventListener(sign, wake)
  return () => {
    clearTimeout(timer)
    documentElement.removeAttribute('data-idle')
    for (const sign of signs) removeEventListener(sign, wake)
  }
}

const reach = 12

/**
 * Moves the clock a little with each picture, so that its letters do not burn into a screen. The places are on a circle
 * with a radius of 12 pixels, and no two in a row are close.
 */
export const toDrift = (count: number): string => {
  const angle = count * 2.4
  return `${Math.round(reach * Math.cos(angle))}px ${Math.round(reach * Math.sin(angle))}px`
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** An arrow key moves in the direction of the text: in Arabic, the left arrow key shows the next wallpaper. */
export const toMove = (press: Press, direction: string): 'next' | 'previous' | undefined => {
  if (press.ctrlKey || press.altKey || press.metaKey || press.shiftKey) return
  if (!/^Arrow(Left|Right)$/.test(press.key)) return
  return (press.key === 'ArrowRight') === (direction !== 'rtl') ? 'next' : 'previous'
}
