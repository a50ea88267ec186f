import type { PersonName, Scenario, Step } from './scenario.ts'

/** A sequence that once broke a rule, or that chance finds too rarely. It is run with several seeds. */
export interface Story {
  title: string
  scenario: Scenario
  /** How many seeds are tried, if not twelve. */
  seeds?: number
  /** What the accounts have in the end. */
  accounts: Partial<Record<PersonName, string[]>>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const base: Scenario = {
  backend: 'sqlite',
  people: ['ada'],
  devices: [{ browser: 'chromium', latencyMs: 20, signedIn: 'ada' }],
  networkMs: 60,
  steps: [],
}
const signedOut: Scenario['devices'] = [{ browser: 'chromium', latencyMs: 20 }]
const inFirefox: Scenario['devices'] = [{ browser: 'firefox', latencyMs: 20 }]
const two: Scenario['devices'] = [
  { browser: 'chromium', latencyMs: 20, signedIn: 'ada' },
  { browser: 'firefox', latencyMs: 20, signedIn: 'ada' },
]

const open = (at: number, device = 0): Step => ({ at, kind: 'open', device, page: 'tab' })
const close = (at: number, tab = 0, device = 0): Step => ({ at, kind: 'close', device, tab })
const click = (at: number, id: string, tab = 0, device = 0): Step => ({
  at,
  kind: 'click',
  device,
  tab,
  id,
})
const signIn = (at: number, person: PersonName = 'ada'): Step => ({
  at,
  kind: 'sign-in',
  device: 0,
  person,
})
const signOut = (at: number): Step => ({ at, kind: 'sign-out', device: 0 })
const online = (at: number, isOnline: boolean): Step => ({
  at,
  kind: 'online',
  device: 0,
  isOnline,
})
const clock = (at: number, skewMs: number): Step => ({ at, kind: 'clock', device: 0, skewMs })
const full = (at: number, isFull: boolean): Step => ({ at, kind: 'full', device: 0, isFull })
const endBackground = (at: number): Step => ({ at, kind: 'end-background', device: 0 })

export const stories: Story[] = [
  {
    title: 'a heart that was taken back before the sign-in, in a tab that was closed at once',
    scenario: {
      ...base,
      devices: signedOut,
      steps: [open(0), click(2_000, 'x'), click(9_000, 'x'), close(9_015), signIn(20_000)],
    },
    accounts: { ada: [] },
  },
  {
    title: 'a heart that is taken back in another tab while the clock is an hour slow',
    scenario: {
      ...base,
      devices: signedOut,
      steps: [
        open(0),
        open(100),
        click(5_000, 'x', 0),
        clock(9_000, -hourMs),
        click(10_000, 'x', 1),
        signIn(30_000),
      ],
    },
    accounts: { ada: [] },
  },
  {
    title: 'a heart that is given again offline after the clock was set back',
    scenario: {
      ...base,
      steps: [
        open(0),
        click(5_000, 'x'),
        online(20_000, false),
        click(21_000, 'x'),
        clock(22_000, -hourMs),
        click(23_000, 'x'),
        online(30_000, true),
      ],
    },
    accounts: { ada: ['x'] },
  },
  {
    title: 'an older request that waits for a lock on one replica, and a newer one on the other',
    scenario: {
      ...base,
      backend: 'clerk',
      devices: two,
      steps: [
        open(0),
        open(0, 1),
        click(3_000, 'x'),
        { at: 11_900, kind: 'clerk', ms: 1_500, failures: 0 },
        click(12_000, 'y', 0, 1),
        click(12_500, 'x'),
        click(13_000, 'x'),
        endBackground(13_200),
        click(13_300, 'z'),
        { at: 40_000, kind: 'clerk', ms: 80, failures: 0 },
      ],
    },
    seeds: 40,
    accounts: { ada: ['x', 'y', 'z'] },
  },
  {
    title: 'two clicks in two tabs on a full disk, of which one is closed',
    scenario: {
      ...base,
      steps: [
        open(0),
        open(100),
        click(5_000, 'x', 0),
        full(9_900, true),
        click(10_000, 'x', 0),
        click(10_060, 'x', 1),
        full(10_090, false),
        close(10_200, 0),
      ],
    },
    accounts: { ada: [] },
  },
  {
    title:
      'two clicks on a full disk, in a tab that is closed before the second one is tried again',
    scenario: {
      ...base,
      devices: [{ browser: 'chromium', latencyMs: 60, signedIn: 'ada' }],
      steps: [
        open(0),
        click(5_000, 'x'),
        full(9_900, true),
        click(10_000, 'x'),
        click(10_100, 'x'),
        close(10_250),
        full(20_000, false),
        open(30_000),
      ],
    },
    seeds: 40,
    accounts: { ada: ['x'] },
  },
  {
    title: 'a note of a closed tab, and a heart that another device has taken back since',
    scenario: {
      ...base,
      devices: two,
      steps: [
        open(0),
        click(5_000, 'x'),
        close(5_012),
        open(dayMs, 1),
        click(dayMs + 5_000, 'x', 0, 1),
        open(2 * dayMs),
      ],
    },
    accounts: { ada: [] },
  },
  {
    title: 'a background of Firefox that ends while it adopts hearts, which are taken back later',
    scenario: {
      ...base,
      devices: inFirefox,
      steps: [
        open(0),
        click(3_000, 'x'),
        {
          at: 5_000,
          kind: 'trap',
          device: 0,
          page: 'background',
          step: 'the background stores a click',
          side: 'after',
        },
        signIn(6_000),
        // The background starts again and finishes the sign-in.
        open(9_000),
        click(14_000, 'x', 1),
      ],
    },
    accounts: { ada: [] },
  },
  {
    title: 'a person who signs out while a request is on its way',
    scenario: { ...base, networkMs: 1_500, steps: [open(0), click(9_000, 'x'), signOut(9_700)] },
    seeds: 40,
    accounts: { ada: ['x'] },
  },
  {
    title: 'a clock that was an hour fast at the last sync',
    scenario: {
      ...base,
      steps: [open(0), clock(1_000, hourMs), click(5_000, 'x'), clock(20_000, 0), open(30_000)],
    },
    accounts: { ada: ['x'] },
  },
  {
    title: 'a storage that cannot be read while a heart waits to be sent',
    scenario: {
      ...base,
      steps: [
        open(0),
        click(5_000, 'x'),
        { at: 5_020, kind: 'unreadable', device: 0, chance: 0.8 },
        { at: 40_000, kind: 'unreadable', device: 0, chance: 0 },
      ],
    },
    accounts: { ada: ['x'] },
  },
  {
    title:
      'twenty tabs that cannot always read the storage, and a heart that another device takes back',
    scenario: {
      ...base,
      devices: two,
      // The list arrives after the background has read what it needs for the request.
      networkMs: 3_000,
      steps: [
        ...Array.from({ length: 20 }, (_, tab) => open(100 * tab)),
        click(5_000, 'x'),
        open(80_000, 1),
        click(90_000, 'x', 0, 1),
        open(100_000),
        { at: 101_000, kind: 'unreadable', device: 0, chance: 0.1 },
        { at: 600_000, kind: 'unreadable', device: 0, chance: 0 },
      ],
    },
    accounts: { ada: [] },
  },
  {
    title: 'a heart on a disk that stays full until the page is closed',
    scenario: {
      ...base,
      steps: [open(0), full(4_000, true), click(5_000, 'x'), close(30_000), full(40_000, false)],
    },
    accounts: { ada: ['x'] },
  },
  {
    title: 'a background that ends between two steps of a sign-out',
    scenario: {
      ...base,
      devices: [{ browser: 'chromium', latencyMs: 60, signedIn: 'ada' }],
      steps: [
        open(0),
        click(5_000, 'x'),
        {
          at: 9_000,
          kind: 'trap',
          device: 0,
          page: 'background',
          step: 'the owner is stored',
          side: 'after',
        },
        signOut(10_000),
        // The background starts again.
        open(30_000),
      ],
    },
    accounts: { ada: ['x'] },
  },
  {
    title: 'a disk that is full when the account has answered, and another device',
    scenario: {
      ...base,
      devices: two,
      steps: [
        open(0),
        click(5_000, 'x'),
        full(5_060, true),
        // The other device fetches the list.
        open(80_000, 1),
        click(90_000, 'x', 0, 1),
        full(600_000, false),
      ],
    },
    accounts: { ada: [] },
  },
  {
    title: 'a heart that is taken back in a tab that has not heard of the sign-in',
    scenario: {
      ...base,
      devices: [{ browser: 'chromium', latencyMs: 60 }],
      steps: [open(0), click(3_000, 'x'), signIn(10_000), click(11_300, 'x')],
    },
    accounts: { ada: [] },
  },
  {
    title: 'ada, eve and ada again within half a second',
    scenario: {
      ...base,
      people: ['ada', 'eve'],
      networkMs: 10,
      steps: [
        open(0),
        click(5_000, 'x'),
        signOut(5_050),
        signIn(5_200, 'eve'),
        signOut(5_350),
        signIn(5_450),
      ],
    },
    accounts: { ada: ['x'], eve: [] },
  },
  {
    title: 'a background that ends after its alarm has rung during a sync',
    scenario: {
      ...base,
      networkMs: 300,
      steps: [
        open(0),
        click(5_000, 'x'),
        clock(5_150, 70_000),
        {
          at: 5_200,
          kind: 'trap',
          device: 0,
          page: 'background',
          step: 'a list is confirmed',
          side: 'after',
        },
      ],
    },
    accounts: { ada: ['x'] },
  },
  {
    title:
      'a device that stops while it stores what another one has blocked, and shows again later',
    scenario: {
      ...base,
      people: [],
      devices: two.map(({ browser, latencyMs }) => ({ browser, latencyMs })),
      hasSettings: true,
      steps: [
        open(0),
        open(0, 1),
        {
          at: 4_000,
          kind: 'trap',
          device: 1,
          page: 'background',
          step: 'the settings are stored',
          side: 'after',
        },
        { at: 5_000, kind: 'block', device: 0, id: 'x' },
        { at: 60_000, kind: 'block', device: 0, id: 'x' },
      ],
    },
    accounts: {},
  },
  {
    title: 'a sign-out while the storage of the device can often not be read',
    scenario: {
      ...base,
      steps: [
        open(0),
        click(3_000, 'x'),
        { at: 9_000, kind: 'unreadable', device: 0, chance: 0.5 },
        signOut(10_000),
      ],
    },
    accounts: { ada: ['x'] },
  },
  {
    title: 'somebody else who signs in while hearts are being sent',
    scenario: {
      ...base,
      people: ['ada', 'eve'],
      networkMs: 1_000,
      steps: [
        open(0),
        online(6_000, false),
        ...['v', 'w', 'x', 'y'].map((id, order) => click(7_000 + order * 100, id)),
        online(20_000, true),
        signIn(20_200, 'eve'),
      ],
    },
    accounts: { ada: ['v', 'w', 'x', 'y'], eve: [] },
  },
  {
    title:
      'a note from before the sign-in, and a person who has given and taken back the heart since',
    scenario: {
      ...base,
      devices: signedOut,
      steps: [
        open(0),
        open(100),
        {
          at: 2_900,
          kind: 'trap',
          device: 0,
          page: 'page',
          step: 'a click is stored',
          side: 'before',
        },
        click(3_000, 'x', 0),
        signIn(6_000),
        click(14_000, 'x', 0),
        click(18_000, 'x', 0),
        open(30_000),
      ],
    },
    accounts: { ada: [] },
  },
  {
    title:
      'a tab that opens after a background ended when it had acknowledged a click, and another device',
    scenario: {
      ...base,
      devices: two,
      steps: [
        open(0),
        {
          at: 69_000,
          kind: 'trap',
          device: 0,
          page: 'background',
          step: 'a click is acknowledged',
          side: 'after',
        },
        click(70_000, 'x'),
        open(75_000, 1),
        click(80_000, 'x', 0, 1),
        open(85_000),
      ],
    },
    accounts: { ada: [] },
  },
  {
    title: 'a background of Firefox that ends a second after the start of the browser',
    scenario: {
      ...base,
      devices: [{ browser: 'firefox', latencyMs: 20, signedIn: 'ada' }],
      steps: [
        open(0),
        online(4_000, false),
        click(5_000, 'x'),
        { at: 10_000, kind: 'close-browser', device: 0 },
        online(15_000, true),
        { at: 20_000, kind: 'open-browser', device: 0 },
        endBackground(21_000),
      ],
    },
    accounts: { ada: ['x'] },
  },
  {
    title:
      'a click while a sync fetches the list, and a background that ends when the sync is over',
    scenario: {
      ...base,
      networkMs: 1_500,
      steps: [
        open(0),
        click(10_000, 'x'),
        click(12_500, 'y'),
        {
          at: 12_501,
          kind: 'trap',
          device: 0,
          page: 'background',
          step: 'an alarm is canceled',
          side: 'after',
        },
      ],
    },
    seeds: 40,
    accounts: { ada: ['x', 'y'] },
  },
  {
    title: 'a proxy that answers with 401, which the server never said',
    scenario: {
      ...base,
      steps: [
        open(0),
        { at: 4_000, kind: 'network', faults: { impostors: 0.9 } },
        click(5_000, 'x'),
        { at: 900_000, kind: 'network', faults: { impostors: 0 } },
      ],
    },
    seeds: 40,
    accounts: { ada: ['x'] },
  },
  {
    title: 'a click of nobody, right after a person has signed in and out again',
    scenario: {
      ...base,
      people: ['ada', 'eve'],
      devices: [{ browser: 'chromium', latencyMs: 60 }],
      steps: [
        open(0),
        ...['v', 'w', 'x', 'y'].map((id, order) => click(4_000 + order * 200, id)),
        signIn(7_350, 'eve'),
        signOut(7_850),
        ...['a', 'b', 'c', 'd'].map((id, order) => click(8_000 + order * 150, id)),
      ],
    },
    seeds: 40,
    accounts: {},
  },
  {
    title: 'a write that Clerk makes after its deadline, and a click on another device meanwhile',
    scenario: {
      ...base,
      backend: 'clerk',
      devices: two,
      steps: [
        open(0),
        open(0, 1),
        click(10_000, 'x'),
        { at: 10_450, kind: 'clerk', ms: 7_000, failures: 0 },
        { at: 10_900, kind: 'clerk', ms: 80, failures: 0 },
        click(11_000, 'y', 0, 1),
      ],
    },
    seeds: 40,
    accounts: { ada: ['x', 'y'] },
  },
  {
    title: 'a background of Firefox that ends in its first call after an alarm has rung',
    scenario: {
      ...base,
      devices: [{ browser: 'firefox', latencyMs: 20, signedIn: 'ada' }],
      networkMs: 1_500,
      steps: [
        open(0),
        click(10_000, 'x'),
        endBackground(10_500),
        {
          at: 11_000,
          kind: 'trap',
          device: 0,
          page: 'background',
          step: 'an alarm is set',
          side: 'before',
        },
        // All faults end after the last step, so the last step comes after the alarm.
        clock(80_000, 0),
      ],
    },
    accounts: { ada: ['x'] },
  },
  {
    title:
      'hearts of one id in two catalogues, in two tabs with a full localStorage and a clock that was set back',
    scenario: {
      ...base,
      steps: [
        open(0),
        open(100),
        { at: 1_000, kind: 'full-local-storage', device: 0, isFull: true },
        click(5_000, 'x', 0),
        clock(9_000, -hourMs),
        click(10_000, 'y', 0),
        { at: 10_000, kind: 'click', device: 0, tab: 1, id: 'y', isBuiltIn: true },
      ],
    },
    accounts: { ada: ['x', 'y'] },
  },
  {
    title: 'another server that is chosen while a heart waits to be sent',
    scenario: {
      ...base,
      steps: [
        open(0),
        online(4_000, false),
        click(5_000, 'x'),
        { at: 10_000, kind: 'choose-server', device: 0, server: 'other' },
        online(15_000, true),
        click(20_000, 'y'),
        { at: 200_000, kind: 'choose-server', device: 0, server: 'first' },
      ],
    },
    accounts: { ada: ['x'] },
  },
  {
    title:
      'hearts from before the server was chosen, of which one is taken back, and a background that ends meanwhile',
    scenario: {
      ...base,
      devices: [{ browser: 'chromium', latencyMs: 20, localHearts: ['x', 'y'] }],
      steps: [
        {
          at: 0,
          kind: 'trap',
          device: 0,
          page: 'background',
          step: 'a list is confirmed',
          side: 'after',
        },
        open(1_000),
        signIn(6_000),
        click(20_000, 'x'),
        open(100_000),
      ],
    },
    accounts: { ada: ['y'] },
  },
]
