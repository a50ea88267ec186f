import { describe, expect, it } from 'vitest'
import { explainWords } from '../../../extension/web/check-words.ts'

describe('explainWords', () => {
  it.each([
    '',
    '?every=30&category=nature,-people&color=%23336699&ratio=16:9&atleast=1920x1080&license=free',
    '?today&from=@ada&pairs&caption=on&clock=calm&off=22:00-07:00&tone=&type=desktop&tag=lake',
  ])('has nothing to say about %j', (search) => {
    expect(explainWords(search)).toBe('')
  })

  it.each([
    ['?colour=blue&utm=1', /^“colour, utm” .* is not known.* category, tag, color, [^“]*$/],
    ['?__proto__=1', /“__proto__” .* is not known/],
    ['?tone=drak', /“tone=drak” .*Accepted: tone=dark, light\.$/],
    ['?color=%23zz', /“color=#zz” .*Accepted: color=blue,336699\.$/],
    ['?clock=big', /“clock=big” .*Accepted: clock=off, top, center, corner, calm\.$/],
    ['?off=22-7', /“off=22-7” .*Accepted: off=22:00-07:00\.$/],
    ['?every=soon', /“every=soon” .*Accepted: every=30\.$/],
    ['?from=', /“from=” .*Accepted: from=@ada\.$/],
  ])('says what is wrong with %j', (search, text) => {
    expect(explainWords(search)).toMatch(text)
  })
})
