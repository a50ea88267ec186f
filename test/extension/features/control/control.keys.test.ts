import { describe, expect, it } from 'vitest'
import { toCommand } from '../../../../extension/features/control/control.tsx'

const unmodified = { ctrlKey: false, altKey: false, metaKey: false, repeat: false, target: null }
const press = (key: string, part: object = {}) => toCommand({ key, ...unmodified, ...part })

const on = (tag: string) => ({
  target: { matches: (selector: string) => selector.split(', ').includes(tag) } as never,
})

describe('toCommand', () => {
  it('knows each key, in either case', () => {
    const commands = ['n', 'P', 'h', 'B', 'd', 'I', 'f', ' ', '?'].map((key) => press(key))
    expect(commands.join()).toBe('next,previous,heart,block,download,info,favorites,hide,keys')
  })

  it('leaves other keys to the browser, and all of them with Ctrl, Alt or Meta', () => {
    expect(press('x')).toBeUndefined()
    for (const held of ['ctrlKey', 'altKey', 'metaKey', 'repeat']) {
      expect(press('n', { [held]: true })).toBeUndefined()
    }
  })

  it('leaves a person alone who types in a field or reads a panel', () => {
    for (const tag of ['input', 'textarea', 'select', 'dialog', 'dialog *']) {
      expect(press('n', on(tag))).toBeUndefined()
    }
  })

  it('lets Space press the button that has the focus, while letters still work there', () => {
    expect(press(' ', on('button'))).toBeUndefined()
    expect(press('n', on('button'))).toBe('next')
  })
})
