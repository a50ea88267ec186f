import { describe, expect, it } from 'vitest'
import { parseShareLink } from '../../../../extension/features/settings/server-address.ts'

const here = 'http://127.0.0.1:8787'

describe('parseShareLink', () => {
  it.each([
    ['http://127.0.0.1:8787/share/ada', here, 'ada'],
    ['  127.0.0.1:8787/share/ada/?page=2#top ', here, 'ada'],
    ['https://walls.example/share/ada.l', 'https://walls.example', 'ada.l'],
    ['walls.example/fresco/share/%C3%A4da', 'https://walls.example/fresco', 'äda'],
    ['@ada', here, 'ada'],
    ['ada', here, 'ada'],
  ])('reads %j', (text, server, username) =>
    expect(parseShareLink(text, here)).toEqual({ server, username }),
  )

  it.each([
    '',
    '@',
    'Ada Lovelace',
    'https://walls.example',
    'ftp://walls.example/share/ada',
    '100%',
  ])('refuses %j', (text) => expect(parseShareLink(text, here)).toBeUndefined())
})
