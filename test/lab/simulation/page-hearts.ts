import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, startRun } from './findings.ts'
import type { SimulatedProcess } from './kernel.ts'
import { createStream, pick } from './random.ts'

interface Element {
  textContent?: string
  onclick?: () => unknown
  inside?: (Element | string)[]
}

interface Button {
  press?: () => unknown
  isOn: boolean
}

interface Tab extends SimulatedProcess {
  buttons: Map<string, Button>
  onStorage: () => unknown
  /** Undefined if nobody is signed in as far as the page knows. */
  loadedFor?: string | undefined
  /** What the person has clicked last at each wallpaper. */
  wanted: Map<string, boolean>
  isBlocked: boolean
  isDiscarding: boolean
  /** The server has made the change whose answer was lost. */
  isUncertain: boolean
  requests: number
  /** The wallpapers that were clicked since the page has said something. */
  unanswered: Set<string>
  says: (Element | string)[]
  /** The localStorage, which other tabs share, and the sessionStorage. */
  local: Map<string, string>
  session: Map<string, string>
}

const script = readFileSync(join(import.meta.dirname, '../../../server/web/site.js'), 'utf8')
const runScript = new Function('globals', `with (globals) { ${script} }`)

const ids = ['w0', 'w1', 'w2']
const people = ['ada', 'eve']
const historiesOfSeed = 25

/** Runs the script of the server's pages in several browsers, one after another, until a rule is broken. */
export const runPageHearts = (seed: number): Outcome => {
  let events = 0
  const reached: Outcome['reached'] = new Map()
  for (let round = 1; ; round++) {
    const outcome = runHistory(`${seed}/${round}/pages`)
    events += outcome.events
    for (const [name, times] of outcome.reached) reached.set(name, (reached.get(name) ?? 0) + times)
    if (outcome.violations.length > 0 || round === historiesOfSeed)
      return { ...outcome, reached, events }
  }
}

const idOf = (key: string) => key.slice(key.lastIndexOf('/') + 1)
const textOf = (shown: Tab['says']): string =>
  shown.map((one) => (typeof one === 'string' ? one : (one.textContent ?? ''))).join('')
const choicesIn = (shown: Tab['says']): Element[] =>
  shown.flatMap((one) =>
    typeof one === 'string' ? [] : one.onclick ? [one] : choicesIn(one.inside ?? []),
  )

const runHistory = (name: string): Outcome => {
  const { kernel, findings, note, reach, violate } = startRun()
  const random = createStream(name)
  const chance = (share: number) => random() < share
  const accounts = new Map(people.map((person) => [person, new Set<string>()]))
  const given = new Set<string>()
  const stored = new Set<string>()
  /** The tab to whose click nothing has happened since. */
  const latest = new Map<string, Tab>()
  const faults = { lost: chance(0.5) ? 0.3 : 0, refused: chance(0.3) ? 0.3 : 0 }
  const waitMs = pick(random, [30, 3_000])
  const isDivided = chance(0.2)
  const shared = new Map<string, string>()
  let storage = 'usual'
  let session: { person: string; isOpen: boolean } | undefined
  let tabs: Tab[] = []
  let changes = 0
  const accountOf = (person = '') => accounts.get(person) ?? new Set()
  const isKept = ({ local }: Tab, id: string) => local.keys().some((key) => idOf(key) === id)

  /** Does what the routes of the server do, whose own tests are in `wallpaper-routes.heart.test.ts`. */
  const answer = (
    tab: Tab,
    path: string,
    body: string | undefined,
    sender: typeof session,
  ): [number, object] => {
    const person = sender?.isOpen ? sender.person : undefined
    const list = accountOf(person)
    const favorites = person ? [...list] : null
    if (path === '/hearts') return [200, { favorites, userId: person }]
    if (person === undefined) return [401, { error: 'Unauthorized' }]
    if (body === undefined) return [200, { user: { id: person, username: person } }]
    const { wallpaperId: id, action, userId } = JSON.parse(body)
    if (userId !== undefined && userId !== person) return [403, { error: 'Somebody else' }]
    if (chance(faults.refused)) return [409, { error: 'Favorites list is full' }]
    note(`${person}’s account: ${action} ${id}`)
    latest.set(id, tab)
    if (list.has(id) !== (action === 'add')) changes++
    if (action !== 'add') list.delete(id)
    else if (given.has(`${person} ${id}`)) list.add(stored.add(id) && id)
    else violate('P2', `${person} gets ${id}`)
    return [200, { favorites: [...list] }]
  }
  const createFetch =
    (tab: Tab) =>
    (url: string, { body }: { body?: string } = {}) => {
      const sender = session
      const isLost = chance(faults.lost) && pick(random, ['request', 'answer'])
      tab.requests++
      return new Promise((resolve, reject) => {
        kernel.after(random() * waitMs, undefined, () => {
          const before = changes
          const [status, sent]: [number, object] =
            isLost === 'request' ? [0, {}] : answer(tab, url, body, sender)
          const isUncertain = isLost === 'answer' && changes > before
          kernel.after(random() * waitMs, tab, () => {
            tab.requests--
            tab.isUncertain = isUncertain
            if (isLost || [403, 409].includes(status)) latest.clear()
            if (isLost) return reject(new Error('The network is away'))
            if (url === '/hearts') tab.loadedFor = (sent as { userId?: string }).userId
            if (status === 401 && body?.includes('"add"')) tab.loadedFor = undefined
            resolve({ status, ok: status === 200, json: async () => sent })
          })
          kernel.after(waitMs, tab, () => judge(tab))
        })
      })
    }
  const createStorage = (tab: Tab) => {
    const { local } = tab
    const open = () => {
      if (tab.isBlocked) throw new Error('SecurityError')
      return local
    }
    const tellOthers = () => {
      for (const one of tabs)
        if (one !== tab && one.local === local) kernel.after(random() * 50, one, one.onStorage)
    }
    const methods: Record<string | symbol, unknown> = {
      getItem: (key: string) => open().get(key) ?? null,
      setItem: (key: string, text: string) => {
        if (storage === 'full') throw new Error('QuotaExceededError')
        open().set(key, text)
        tellOthers()
      },
      removeItem: (key: string) => {
        const id = idOf(key)
        if (!tab.isDiscarding && tab.wanted.get(id) !== false && !stored.has(id))
          violate('P1', `${tab.name} drops ${id}`)
        open().delete(key)
        tellOthers()
      },
    }
    return new Proxy(methods, {
      ownKeys: () => [...open().keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    })
  }
  const judge = (tab: Tab) => {
    for (const [id, isWanted] of tab.requests > 0 ? [] : tab.wanted) {
      if (latest.get(id) !== tab || !isWanted) continue
      const isOn = tab.buttons.get(id)?.isOn
      const isInAccount = accountOf(tab.loadedFor).has(id)
      if (isOn && !isInAccount && !isKept(tab, id)) violate('P3', `${tab.name} lost ${id}`)
      if (!isOn && isInAccount) violate('P3', `${tab.name} hides ${id}`)
      if (!isOn && tab.unanswered.has(id)) violate('P3', `${tab.name} ignores a click on ${id}`)
    }
  }
  const hear = (tab: Tab, says: Tab['says']) => {
    tab.says = says
    tab.unanswered.clear()
    const text = textOf(says)
    note(`${tab.name} says: ${text}`)
    reach(`a page says: ${text.slice(0, 7)}`)
    const isWrong = text.startsWith('Kept in')
      ? tab.local.size === 0
      : text.startsWith('Nothing has') && tab.isUncertain
    if (isWrong) violate('P3', `${tab.name} is wrong: ${text}`)
  }

  const open = (tabName: string, old?: Tab) => {
    const { session: kept = new Map(), local = isDivided ? new Map() : shared } = old ?? {}
    const tab: Tab = {
      ...{ name: tabName, random, isRunning: true, wallClock: kernel.now, buttons: new Map() },
      ...{ onStorage: () => undefined, wanted: new Map(), isBlocked: storage === 'blocked' },
      ...{ isDiscarding: false, isUncertain: false, requests: 0, says: [] },
      ...{ unanswered: new Set(), session: kept, local },
    }
    const toButton = (id: string) => {
      const button: Button = { isOn: false }
      tab.buttons.set(id, button)
      return {
        dataset: { heart: id },
        closest: () => null,
        getAttribute: () => `${button.isOn}`,
        setAttribute: (_: string, isOn: boolean) => Object.assign(button, { isOn }),
        addEventListener: (_: string, press: () => unknown) => Object.assign(button, { press }),
      }
    }
    const buttons = ids.map(toButton)
    const createElement = () => {
      const inside: Tab['says'] = []
      const append = (...all: Tab['says']) => inside.push(...all)
      return { inside, append, replaceChildren: (...all: Tab['says']) => hear(tab, all) }
    }
    const one: Record<string, object> = {
      'meta[name=hearts]': { content: '/' },
      h1: { textContent: 'Title' },
    }
    const document = {
      ...{ createElement, body: { append: () => undefined } },
      querySelectorAll: (which: string) => (which === '[data-heart]' ? buttons : []),
      querySelector: (which: string) => one[which] ?? null,
    }
    const globals = {
      ...{ document, localStorage: createStorage(tab), fetch: createFetch(tab), navigator: {} },
      ...{ location: { href: 'http://fresco.test/', pathname: '/', search: '' }, screen: {} },
      ...{ matchMedia: () => ({ matches: false }), devicePixelRatio: 1 },
      sessionStorage: { getItem: (key: string) => kept.get(key), setItem: kept.set.bind(kept) },
      addEventListener: (_: string, listener: () => unknown) => {
        tab.onStorage = listener
      },
    }
    if (old) old.isRunning = false
    tabs = [...tabs.filter((other) => other !== old), tab]
    kernel.after(0, tab, () => runScript(globals))
    return tab
  }
  const click = (tab: Tab) => {
    const id = pick(random, ids)
    const { press, isOn } = tab.buttons.get(id) ?? { isOn: false }
    if (!press) return
    note(`${tab.name}, loaded for ${tab.loadedFor}: ${isOn ? 'off' : 'on'} ${id}`)
    tab.wanted.set(id, !isOn)
    tab.unanswered.add(id)
    latest.set(id, tab)
    if (!isOn) given.add(`${tab.loadedFor} ${id}`)
    kernel.after(0, tab, press)
  }
  const reply = (tab: Tab) => {
    const choices = choicesIn(tab.says).filter(
      ({ textContent }) => !textContent?.startsWith('Hand'),
    )
    if (choices.length === 0) return
    const { textContent = '', onclick } = pick(random, choices)
    note(`${tab.name}: ${textContent}`)
    reach(`a person says: ${textContent.slice(0, 7)}`)
    const [, person] = /^Add to (\w+)/.exec(textContent) ?? []
    for (const id of ids) if (person && isKept(tab, id)) given.add(`${person} ${id}`)
    latest.clear()
    kernel.after(0, tab, () => {
      tab.isDiscarding = textContent === 'Discard'
      onclick?.()
      tab.isDiscarding = false
    })
  }
  const become = (person: string | undefined) => {
    note(`${person ?? 'nobody'} is signed in`)
    if (session && chance(0.7)) session.isOpen = false
    session = person ? { person, isOpen: true } : undefined
    if (person && !accounts.has(person)) accounts.set(person, new Set())
    const tab = pick(random, tabs)
    open(tab.name, tab)
  }
  const step = (at: number) => {
    const tab = pick(random, tabs)
    const choice = random()
    if (choice < 0.4) click(tab)
    else if (choice < 0.6) reply(tab)
    else if (choice < 0.75) become(chance(0.3) ? undefined : pick(random, [...people, `new${at}`]))
    else if (choice < 0.8) storage = pick(random, ['usual', 'usual', 'full', 'blocked'])
    else if (choice < 0.85 && session) session.isOpen = false
    else if (choice < 0.93) open(tab.name, tab)
    else open(`tab ${at}`)
  }

  open('tab 0')
  for (let at = 1; at <= 40; at++) {
    step(at)
    kernel.advanceTo(kernel.now() + random() * (chance(0.5) ? 40 : 5_000))
  }
  kernel.advanceTo(kernel.now() + 60_000)
  for (const tab of tabs) judge(tab)
  faults.lost = 0
  storage = 'usual'
  for (const person of [...accounts.keys(), undefined])
    for (const old of tabs.slice(0, 2)) {
      session = person === undefined ? undefined : { person, isOpen: true }
      const tab = open(old.name, old)
      kernel.advanceTo(kernel.now() + 20_000)
      const isStored = (id: string) => (person ? accountOf(person).has(id) : isKept(tab, id))
      for (const id of ids)
        if (tab.buttons.get(id)?.isOn !== isStored(id)) violate('P4', `${person}: ${id} is wrong`)
    }
  return { ...findings, events: kernel.events() }
}
