import { describe, expect, it } from 'vitest'
import { createVersionNews } from '../../../server/sources/replicas.ts'

/**
 * Fake replicas. Each one hears every announcement immediately, including its own announcements.
 */
const createReplicas = () => {
  const listeners: ((text: string) => void)[] = []
  const said: string[] = []
  const announcements = {
    announce: (topic: string, text: string) => {
      said.push(`${topic} ${text}`)
      for (const listener of listeners) listener(text)
    },
    onAnnounced: (_: string, listener: (text: string) => void) => void listeners.push(listener),
  }
  const open = () => createVersionNews(announcements, 'walls')
  return { said, open }
}

describe('createVersionNews', () => {
  it('makes the other replicas look once, and repeats no announcement', () => {
    const { said, open } = createReplicas()
    const looks: string[] = []
    const [one, two] = [open(), open()]
    one.listen(() => looks.push('one'))
    two.listen(() => {
      looks.push('two')
      two.tell('v2')
    })
    one.tell('v2')
    one.tell('v2')
    expect(looks).toEqual(['two'])
    expect(said).toEqual(['walls v2'])
  })

  it('goes both ways, version by version', () => {
    const { said, open } = createReplicas()
    const looks: string[] = []
    const [one, two] = [open(), open()]
    one.listen(() => looks.push('one'))
    two.listen(() => looks.push('two'))
    one.tell('v1')
    two.tell('v2')
    one.tell('v2')
    expect(looks).toEqual(['two', 'one'])
    expect(said).toEqual(['walls v1', 'walls v2'])
  })
})
