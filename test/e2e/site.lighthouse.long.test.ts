import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lighthousePages, measurePages, measureSite, type Scores } from '../tools/lighthouse.ts'
import { openExportedSite } from './support/exported-site.ts'

const sample = resolve(import.meta.dirname, '../../server/sample')
const exportedPages = ['/', '/wallpaper/alpine-dawn/', '/tab/']

const listLow = (scores: Scores) =>
  Object.entries(scores).flatMap(([page, categories]) =>
    Object.entries(categories)
      .filter(([, score]) => score < 95)
      .map(([category, score]) => `${page}: ${category} ${score}`),
  )

describe('Lighthouse', { timeout: 1_800_000 }, () => {
  it('gives every page at least 95 in every category', async () => {
    const scores = await measurePages(console.log)
    expect(Object.keys(scores)).toHaveLength(lighthousePages.length * 2)
    expect(listLow(scores)).toEqual([])
  })

  it('gives the pages of an exported site at least 95 in every category', async () => {
    const site = await openExportedSite(async () => sample)
    await site.run()
    const scores = await measureSite(site.server.url, exportedPages, console.log)
    await site.close()
    expect(Object.keys(scores)).toHaveLength(exportedPages.length * 2)
    expect(listLow(scores)).toEqual([])
  })
})
