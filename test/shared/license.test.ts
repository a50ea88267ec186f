import { describe, expect, it } from 'vitest'
import { readLicense, toWebAddress } from '../../shared/license.ts'

const site = 'https://creativecommons.org'

describe('readLicense', () => {
  it.each([
    ['CC BY-SA 4.0', 'CC BY-SA 4.0', `${site}/licenses/by-sa/4.0/`],
    ['CC_BY_4.0', 'CC BY 4.0', `${site}/licenses/by/4.0/`],
    ['cc by 4.0 deed', 'CC BY 4.0', `${site}/licenses/by/4.0/`],
    ['Creative Commons Attribution 4.0 International', 'CC BY 4.0', `${site}/licenses/by/4.0/`],
    [
      'This work is licensed under a Creative Commons Attribution-ShareAlike 3.0 Unported License.',
      'CC BY-SA 3.0',
      `${site}/licenses/by-sa/3.0/`,
    ],
    ['CC-BY-SA-3.0-DE', 'CC BY-SA 3.0 DE', `${site}/licenses/by-sa/3.0/de/`],
    [`${site}/licenses/by-sa/3.0/de/deed.en`, 'CC BY-SA 3.0 DE', `${site}/licenses/by-sa/3.0/de/`],
    [`${site}/licenses/by/2.0/fr/`, 'CC BY 2.0 FR', `${site}/licenses/by/2.0/fr/`],
    ['CC BY 3.0 IGO', 'CC BY 3.0 IGO', `${site}/licenses/by/3.0/igo/`],
    ['CC BY 4', 'CC BY 4.0', `${site}/licenses/by/4.0/`],
    ['CC BY4.0', 'CC BY 4.0', `${site}/licenses/by/4.0/`],
    ['CC BY-SA 4.0 or later', 'CC BY-SA 4.0', `${site}/licenses/by-sa/4.0/`],
    ['CC BY 2.0, some rights reserved', 'CC BY 2.0', `${site}/licenses/by/2.0/`],
    ['CC BY', 'CC BY', undefined],
    ['CC0', 'CC0 1.0', `${site}/publicdomain/zero/1.0/`],
    ['Creative Commons Zero', 'CC0 1.0', `${site}/publicdomain/zero/1.0/`],
    [`${site}/publicdomain/zero/1.0/`, 'CC0 1.0', undefined],
    ['Public domain', 'Public domain', undefined],
    ['PD-USGov', 'Public domain', undefined],
    ['CC-PDM-1.0', 'Public domain', undefined],
    ['CC-PDDC', 'Public domain', undefined],
    [`${site}/licenses/publicdomain/`, 'Public domain', undefined],
    [
      'https://spdx.org/licenses/CC-BY-SA-3.0-DE.html',
      'CC BY-SA 3.0 DE',
      `${site}/licenses/by-sa/3.0/de/`,
    ],
    ['https://spdx.org/licenses/CC0-1.0', 'CC0 1.0', `${site}/publicdomain/zero/1.0/`],
    ['http://www.spdx.org/licenses/MIT.html', 'MIT', 'https://spdx.org/licenses/MIT.html'],
    ['https://opensource.org/license/mit', 'MIT', 'https://spdx.org/licenses/MIT.html'],
    [
      'https://spdx.org/licenses/GFDL-1.3-only.html',
      'GFDL',
      'https://www.gnu.org/licenses/fdl-1.3.html',
    ],
    ['MIT License (MIT)', 'MIT', 'https://spdx.org/licenses/MIT.html'],
    [`${site}/publicdomain/mark/1.0/`, 'Public domain', undefined],
    ['Apache License, Version 2.0', 'Apache-2.0', 'https://spdx.org/licenses/Apache-2.0.html'],
    ['GFDL 1.2', 'GFDL', 'https://www.gnu.org/licenses/fdl-1.3.html'],
  ])('takes %s for the free license %s', (text, name, url) => {
    const license = readLicense(text)
    expect(license).toMatchObject({ name, isFree: true, forbidsChanges: false })
    expect(license.url).toBe(url ?? toWebAddress(text))
  })

  it.each([
    ['CC BY-NC 4.0', 'CC BY-NC 4.0', false],
    ['cc by-nc-nd 2.0', 'CC BY-NC-ND 2.0', true],
    ['Attribution-NonCommercial-NoDerivs 2.0 Generic', 'CC BY-NC-ND 2.0', true],
    ['CC BY-ND 4.0', 'CC BY-ND 4.0', true],
    ['CC BY-SA-NC', 'CC BY-NC-SA', false],
    ['Attribution-ShareAlike-NonCommercial', 'CC BY-NC-SA', false],
    [`${site}/licenses/by-sa-nc/1.0/`, 'CC BY-NC-SA 1.0', false],
    [`${site}/licenses/by-nd-nc/1.0/`, 'CC BY-NC-ND 1.0', true],
    ['CC BY 4.0 NoDerivs', 'CC BY-ND 4.0', true],
    ['CC Attribution 4.0 International Non Commercial', 'CC BY-NC 4.0', false],
    ['Unsplash License', 'Unsplash License', false],
    ['© 2026 Ada, all rights reserved', '© 2026 Ada, all rights reserved', false],
    ['by Ada', 'by Ada', false],
    ['javascript:alert(1)', 'javascript:alert(1)', false],
  ])('takes %s for the license %s, which is not free', (text, name, forbidsChanges) => {
    expect(readLicense(text)).toMatchObject({ name, isFree: false, forbidsChanges })
  })

  it.each([
    'CC BY 4.0, non-commercial use only',
    'CC BY-ND 4.0 (no commercial use)',
    'Creative Commons BY-ND 4.0 only',
    'No derivatives',
    'Attribution',
    'Attribution: Ada Lovelace',
    'Attribution (editorial use only)',
    'Attribution to NASA required; personal use only',
    'Public Domain Review, all rights reserved',
    'PD - personal use',
    'CC0 or CC BY-NC',
    'GFDL; CC BY-NC 3.0',
  ])('takes %s for no license that it knows', (text) => {
    expect(readLicense(text)).toMatchObject({ name: text, isFree: false, url: undefined })
  })

  it.each([
    ['CC BY 4.0', true, false],
    ['CC BY-NC-ND 2.0', true, true],
    ['CC BY-ND 4.0 (no commercial use)', true, true],
    ['Creative Commons BY-ND 4.0 only', true, true],
    ['No derivatives', false, true],
    ['Attribution', true, false],
    ['Attribution (editorial use only)', true, false],
    ['CC0', false, false],
    ['Public domain', false, false],
    ['MIT', false, false],
    ['ask me', false, false],
  ])('reads what %s demands', (text, demandsCredit, forbidsChanges) => {
    expect(readLicense(text)).toMatchObject({ demandsCredit, forbidsChanges })
  })

  it.each([
    ['CC0', 'CC0 1.0', `${site}/licenses/by-nc/4.0/`],
    ['All rights reserved', 'All rights reserved', `${site}/licenses/by/4.0/`],
    ['Non-commercial', 'Non-commercial', `${site}/licenses/by/4.0/`],
  ])(
    'takes no license for free if the text says %s and the address another one',
    (text, name, url) => {
      expect(readLicense(text, url)).toMatchObject({ name, isFree: false, demandsCredit: true })
    },
  )

  it('prefers the address of the catalogue, and reads it if the text says nothing', () => {
    const url = `${site}/licenses/by-sa/4.0/`
    expect(readLicense('CC BY', url)).toMatchObject({ name: 'CC BY', url })
    expect(readLicense('© Ada', url)).toMatchObject({ name: 'CC BY-SA 4.0', url, isFree: true })
    expect(readLicense('ask me').url).toBeUndefined()
  })
})

describe('toWebAddress', () => {
  it.each([
    ['HTTPS://ada.example', 'https://ada.example/'],
    ['https://commons.example@ada.example/', undefined],
    ['https://:secret@ada.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['ada.example', undefined],
  ])('reads %s as %s', (text, address) => {
    expect(toWebAddress(text)).toBe(address)
  })
})
