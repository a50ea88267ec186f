import { describe, expect, it } from 'vitest'
import { describeFilters } from '../../../../server/web/home/results.ts'

describe('describeFilters', () => {
  it.each([
    [{}, 'All wallpapers'],
    [{ category: ['nature'] }, 'Nature'],
    [{ category: ['nature'], color: ['blue'] }, 'Nature in blue'],
    [{ color: ['blue'] }, 'Blue'],
    [{ type: 'mobile' }, 'For phones'],
    [{ color: ['blue'], type: 'mobile' }, 'Blue, for phones'],
    [{ category: ['cars'], type: 'desktop' }, 'Cars, for desktops'],
    [
      { category: ['nature', 'art'], color: ['blue', '#336699'] },
      'Nature or art in blue or #336699',
    ],
    [{ tone: 'dark', ratio: ['16x9', 'portrait'] }, 'Dark, 16:9 or portrait'],
    [{ atleast: { width: 3440, height: 1440 } }, '3440 × 1440 or larger'],
    [{ q: 'fog' }, '“fog”'],
    [
      { q: 'fog', category: ['art'], color: ['red'], type: 'mobile' },
      '“fog” in art in red, for phones',
    ],
  ] as const)('says %o as a heading', (filters, heading) => {
    expect(describeFilters(filters, { labelOf: () => undefined })).toBe(heading)
  })
})
