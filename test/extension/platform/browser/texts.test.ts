import { describe, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { t, tCount, textLocale } from '../../../../extension/platform/browser/texts.ts'

const useLanguage = (language: string) => {
  fakeBrowser.i18n.getUILanguage = () => language
}

describe('t', () => {
  it('puts each value in the place of its name, in whatever order they are given', () => {
    const text = 'Nobody called @ada shares favorites on a.example'
    expect(t('problem_no_list', { list: '@ada', host: 'a.example' })).toBe(text)
  })
})

describe('tCount', () => {
  it('says one thing and several things in different words', () => {
    expect([1, 2, 0].map((count) => tCount('syncSending', count))).toEqual([
      'Syncing 1 change to your favorites…',
      'Syncing 2 changes to your favorites…',
      'Syncing 0 changes to your favorites…',
    ])
  })

  it('writes numbers as the language writes them', () => {
    expect(tCount('syncSending', 1234)).toBe('Syncing 1,234 changes to your favorites…')
  })

  it('takes the general form where a language has no form of its own for a number', () => {
    useLanguage('en-IN')
    expect(tCount('syncSending', 123456)).toBe('Syncing 1,23,456 changes to your favorites…')
  })
})

describe('textLocale', () => {
  it('is the browser’s own language with its country when the texts are in it', () => {
    useLanguage('en-GB')
    expect(textLocale()).toBe('en-GB')
  })

  it('is English in a browser whose language is not spoken here', () => {
    useLanguage('fi')
    expect(textLocale()).toBe('en')
  })

  it('is one that numbers can be written in also when the browser has lost the texts', () => {
    useLanguage('de')
    const { getMessage } = fakeBrowser.i18n
    fakeBrowser.i18n.getMessage = () => ''
    expect(textLocale()).toBe('de')
    expect(tCount('syncSending', 1)).toBe('')
    fakeBrowser.i18n.getMessage = getMessage
  })
})
