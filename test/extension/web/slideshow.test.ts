import { describe, expect, it } from 'vitest'
import { toDrift, toMove } from '../../../extension/web/slideshow.tsx'

describe('toDrift', () => {
  const toPoint = (count: number) => toDrift(count).split(' ').map(Number.parseFloat)

  it('stays within 12 pixels, where the text is legible, and moves with each wallpaper', () => {
    for (let count = 0; count < 1000; count++) {
      const [x = 0, y = 0] = toPoint(count)
      const [nextX = 0, nextY = 0] = toPoint(count + 1)
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(12)
      expect(Math.hypot(nextX - x, nextY - y)).toBeGreaterThan(12)
    }
  })

  it('visits the whole circle', () => {
    const visited = Array.from({ length: 200 }, (_, count) => toDrift(count))
    expect(new Set(visited).size).toBeGreaterThan(40)
  })
})

describe('toMove', () => {
  const press = (key: string, more = {}) =>
    ({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...more }) as const

  it('moves in the direction of the text', () => {
    expect(toMove(press('ArrowRight'), 'ltr')).toBe('next')
    expect(toMove(press('ArrowLeft'), 'ltr')).toBe('previous')
    expect(toMove(press('ArrowLeft'), 'rtl')).toBe('next')
    expect(toMove(press('ArrowRight'), 'rtl')).toBe('previous')
  })

  it('leaves other keys and the shortcuts of the browser alone', () => {
    expect(toMove(press('ArrowUp'), 'ltr')).toBeUndefined()
    expect(toMove(press('n'), 'ltr')).toBeUndefined()
    expect(toMove(press('ArrowLeft', { altKey: true }), 'ltr')).toBeUndefined()
    expect(toMove(press('ArrowLeft', { metaKey: true }), 'ltr')).toBeUndefined()
  })
})
