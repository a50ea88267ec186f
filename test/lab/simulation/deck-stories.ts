import { calmNetwork, type DeckScenario } from './deck-script.ts'

interface DeckStory {
  title: string
  scenario: DeckScenario
}

const megabyte = 1024 * 1024
const dayMs = 86_400_000

/** Sequences that once broke a rule of the deck, or that find a planted mistake. */
export const deckStories: DeckStory[] = [
  {
    title: 'a tab that finds four pictures in a row which the browser cannot decode',
    scenario: {
      browser: 'chromium',
      catalogues: [40],
      darkShare: 0.5,
      largest: megabyte,
      steps: [
        { at: 0, kind: 'network', network: { ...calmNetwork, broken: 1 } },
        { at: 100, kind: 'open', tab: 0 },
        { at: 30_000, kind: 'network', network: calmNetwork },
        { at: 30_100, kind: 'open', tab: 0 },
      ],
    },
  },
  {
    title: 'a disk that is still full after stored pictures have made room',
    scenario: {
      browser: 'chromium',
      catalogues: [3],
      darkShare: 0.5,
      largest: 3 * megabyte,
      steps: [
        { at: 60_000, kind: 'disk', room: -3 * megabyte },
        { at: 70_000, kind: 'open', tab: 0 },
      ],
    },
  },
  {
    title: 'a wallpaper that is blocked while the deck fills up',
    scenario: {
      browser: 'chromium',
      catalogues: [9, 9],
      darkShare: 0.5,
      largest: megabyte,
      steps: [
        { at: 100, kind: 'open', tab: 0 },
        { at: 30_000, kind: 'open', tab: 0 },
        { at: 60_000, kind: 'network', network: { ...calmNetwork, slownessMs: 9_000 } },
        { at: 60_100, kind: 'open', tab: 0 },
        { at: 60_200, kind: 'open', tab: 0 },
        { at: 60_300, kind: 'open', tab: 0 },
        { at: 60_400, kind: 'open', tab: 0 },
        { at: 63_000, kind: 'block', tab: 0 },
        { at: 63_100, kind: 'block', tab: 1 },
        { at: 120_000, kind: 'open', tab: 0 },
      ],
    },
  },
  {
    title: 'the current and the next wallpaper, which the settings page blocks',
    scenario: {
      browser: 'chromium',
      catalogues: [40],
      darkShare: 0.5,
      largest: megabyte,
      steps: [
        { at: 100, kind: 'open', tab: 0 },
        { at: 30_000, kind: 'choose', settings: { rotation: 'hour' } },
        { at: 60_000, kind: 'open', tab: 0 },
        { at: 90_000, kind: 'block-elsewhere', place: 0 },
        { at: 90_000, kind: 'block-elsewhere', place: 1 },
        { at: 130_000, kind: 'open', tab: 0 },
      ],
    },
  },
  {
    title: 'dusk and dawn before the hour of a wallpaper is over',
    scenario: {
      browser: 'chromium',
      catalogues: [40],
      darkShare: 0.3,
      largest: megabyte,
      steps: [
        { at: 100, kind: 'choose', settings: { rotation: 'hour', darker: 'system' } },
        { at: 30_000, kind: 'open', tab: 0 },
        { at: 60_000, kind: 'open', tab: 0 },
        { at: 90_000, kind: 'system-dark', isOn: true },
        { at: 100_000, kind: 'open', tab: 0 },
        { at: 110_000, kind: 'open', tab: 0 },
        { at: 3_800_000, kind: 'open', tab: 0 },
      ],
    },
  },
  {
    title: 'forty-five tabs in a row',
    scenario: {
      browser: 'chromium',
      catalogues: [70],
      darkShare: 0,
      largest: megabyte,
      steps: Array.from({ length: 45 }, (_, place) => ({
        at: 100 + place * 10_000,
        kind: 'open' as const,
        tab: 0,
      })),
    },
  },
  {
    title: 'thirty tabs at once',
    scenario: {
      browser: 'chromium',
      catalogues: [70],
      darkShare: 0,
      largest: megabyte,
      steps: [100, ...Array.from({ length: 30 }, (_, place) => 60_000 + place)].map((at) => ({
        at,
        kind: 'open' as const,
        tab: 0,
      })),
    },
  },
  {
    title: 'a person who goes back to a wallpaper that waits as well, until its hour is over',
    scenario: {
      browser: 'firefox',
      catalogues: [3],
      darkShare: 0,
      largest: 3 * megabyte,
      steps: [
        { at: 100, kind: 'open', tab: 0 },
        { at: 30_000, kind: 'choose', settings: { rotation: 'hour' } },
        { at: 60_000, kind: 'open', tab: 0 },
        { at: 90_000, kind: 'next', tab: 0 },
        { at: 120_000, kind: 'next', tab: 0 },
        { at: 150_000, kind: 'previous', tab: 0 },
        { at: 180_000, kind: 'previous', tab: 0 },
        { at: 3_900_000, kind: 'open', tab: 0 },
      ],
    },
  },
  {
    title:
      'a person who goes back to a wallpaper of another category, while there is no picture of the day',
    scenario: {
      browser: 'firefox',
      catalogues: [12],
      darkShare: 0,
      largest: megabyte,
      steps: [
        { at: 100, kind: 'open', tab: 0 },
        { at: 30_000, kind: 'open', tab: 0 },
        { at: 60_000, kind: 'open', tab: 0 },
        { at: 89_000, kind: 'network', network: { ...calmNetwork, slownessMs: 9_000 } },
        { at: 90_000, kind: 'choose', settings: { category: 'none', rotation: 'today' } },
        { at: 90_100, kind: 'previous', tab: 0 },
        { at: 120_000, kind: 'network', network: calmNetwork },
      ],
    },
  },
  {
    title: 'the picture of the day, and that of the next day',
    scenario: {
      browser: 'chromium',
      catalogues: [40],
      darkShare: 0,
      largest: megabyte,
      steps: [
        { at: 100, kind: 'open', tab: 0 },
        { at: 30_000, kind: 'choose', settings: { rotation: 'today' } },
        { at: 90_000, kind: 'open', tab: 0 },
        { at: 120_000, kind: 'open', tab: 0 },
        { at: 120_000 + dayMs, kind: 'open', tab: 0 },
      ],
    },
  },
  {
    title: 'a blocked picture of the day in the evening, and a catalogue without dark wallpapers',
    scenario: {
      browser: 'firefox',
      catalogues: [150],
      darkShare: 0,
      largest: megabyte,
      steps: [
        { at: 100, kind: 'open', tab: 0 },
        { at: 30_000, kind: 'choose', settings: { rotation: 'today' } },
        { at: 60_000, kind: 'open', tab: 0 },
        { at: 90_000, kind: 'block', tab: 0 },
        { at: 120_000, kind: 'choose', settings: { darker: 'system' } },
        { at: 150_000, kind: 'system-dark', isOn: true },
        { at: 180_000, kind: 'open', tab: 0 },
      ],
    },
  },
  {
    title: 'a person who goes back twice, and forward again',
    scenario: {
      browser: 'chromium',
      catalogues: [40],
      darkShare: 0,
      largest: megabyte,
      steps: [
        { at: 100, kind: 'open', tab: 0 },
        { at: 30_000, kind: 'next', tab: 0 },
        { at: 60_000, kind: 'next', tab: 0 },
        { at: 90_000, kind: 'previous', tab: 0 },
        { at: 120_000, kind: 'previous', tab: 0 },
        { at: 150_000, kind: 'next', tab: 0 },
        { at: 180_000, kind: 'next', tab: 0 },
        { at: 210_000, kind: 'next', tab: 0 },
      ],
    },
  },
  {
    title:
      'six tabs at once, after a smaller budget has deleted pictures which the deck still lists',
    scenario: {
      browser: 'chromium',
      catalogues: [40],
      darkShare: 0,
      largest: 20 * megabyte,
      steps: [
        { at: 100, kind: 'open', tab: 0 },
        { at: 60_000, kind: 'choose', settings: { budget: 50 } },
        { at: 60_010, kind: 'database', latencyMs: 10, failures: 0.7 },
        ...[10, 20, 30, 40, 50, 60].map((more) => ({
          at: 61_000 + more,
          kind: 'open' as const,
          tab: 0,
        })),
      ],
    },
  },
]
