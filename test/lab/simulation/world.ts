import { deviceOwner, type Heart } from '../../../extension/features/favorites/favorites.ts'
import { createDevice } from './device.ts'
import type { Device, PageProcess } from './device-types.ts'
import { startRun } from './findings.ts'
import { otherServerUrl, serverUrl } from './globals.ts'
import type { Choice, HeartClick, History } from './history.ts'
import type { SimulatedProcess } from './kernel.ts'
import { createNetwork, type NetworkFaults } from './network.ts'
import {
  chooseServer,
  openPage,
  type Page,
  setName,
  startBackground,
  toggleBlocked,
} from './pages.ts'
import {
  type ChosenServer,
  deviceNames,
  type PersonName,
  type Scenario,
  type Step,
} from './scenario.ts'
import {
  createServer,
  type Person,
  type Replica,
  type SentRequest,
  type ServerFaults,
} from './server.ts'
import { type DurableStep, nameStep, toHeart, type Watch } from './steps.ts'
import { createSyncedStorage } from './synced-storage.ts'

interface StoredSession {
  token: string
  person: { username: PersonName }
  isEnded?: boolean
}

type Trap = Extract<Step, { kind: 'trap' }>
type ReplicaTrap = Extract<Step, { kind: 'replica-trap' }>

export type World = ReturnType<typeof createWorld>

// How long a crashed replica is away if a trap crashed it.
const restartMs = 3_000
const minuteMs = 60_000
// The longest time from an answer until a background has noted that the account has a click.
const notingMs = 2_000
// A sync sends what it has read from the storage before, and takes at most this long.
const syncMs = 5 * minuteMs

/** Devices, a network and a server, as a scenario describes them. */
export const createWorld = (scenario: Scenario, seed: number) => {
  const { kernel, findings, note, reach, violate } = startRun()
  const history: History = {
    clicks: [],
    choices: [],
    sessions: scenario.devices.map(() => []),
    endedAt: scenario.devices.map(() => []),
    isSetBack: scenario.devices.map(() => false),
    openedAt: scenario.devices.map(() => []),
    troubles: scenario.devices.map(() => []),
    fullAt: scenario.devices.map(() => Number.NEGATIVE_INFINITY),
  }
  const calm: NetworkFaults = {
    latencyMs: scenario.networkMs,
    loss: 0,
    duplicates: 0,
    impostors: 0,
    hides: 0,
    repeats: 0,
  }
  const network: NetworkFaults = { ...calm }
  const calmServer: ServerFaults = {
    clerkMs: 80,
    clerkFailures: 0,
    redisMs: 2,
    isRedisAway: false,
  }
  const serverFaults = { ...calmServer }
  const pages = new Map<PageProcess, Page>()
  let traps: Trap[] = []
  let replicaTraps: ReplicaTrap[] = []
  let unstored: HeartClick | undefined
  const sent = new WeakMap<SentRequest, HeartClick>()
  /** The server that each device has chosen. */
  const chosen: (string | undefined)[] = scenario.devices.map(() => serverUrl)

  const server = createServer({
    backend: scenario.backend,
    seed,
    kernel,
    faults: serverFaults,
    onStep: (process, step, isMade) => {
      if (isMade) reach(step)
      if (!process.isRunning) return true
      const trap = replicaTraps.find(
        (one) => one.step === step && (one.side === 'after') === isMade,
      )
      if (!trap) return false
      replicaTraps = replicaTraps.filter((one) => one !== trap)
      reach(`a replica crashes when ${step}`)
      crashOf(process)
      return true
    },
  })
  const people = new Map(scenario.people.map((name) => [name, server.addPerson(name)]))
  const replicas: (Replica | undefined)[] = [0, 1].map((at) =>
    server.startReplica(`replica ${at}/0`),
  )
  let starts = 0
  const crash = (place: number) => {
    note(`replica ${place} crashes`)
    replicas[place]?.crash()
    replicas[place] = undefined
  }
  const restart = (place: number) => {
    replicas[place] ??= server.startReplica(`replica ${place}/${++starts}`)
  }
  const crashOf = (process: SimulatedProcess) => {
    const place = replicas.findIndex((replica) => replica?.process === process)
    if (place === -1) return
    crash(place)
    kernel.after(restartMs, undefined, () => restart(place))
  }

  const { fetchFor } = createNetwork({
    seed,
    kernel,
    faults: network,
    replicas: () => replicas.filter((replica) => replica !== undefined),
    onSend: (process, request) => {
      const { method } = request
      reach(`a request leaves: ${method}`)
      if (method !== 'PATCH') return
      note(`${process.name} sends ${request.body}`)
      const click = findSent(placeOf(process), request.body)
      if (click) sent.set(request, click)
    },
    onAnswer: (process, request, { status }) => {
      const click = sent.get(request)
      if (!click || status >= 300) return
      const at = kernel.now()
      // A background that ends now, or whose disk is full, cannot store that the account has the click. It sends it again.
      kernel.after(notingMs, process, () => {
        const wasFull = process.device.isFull || (history.fullAt[click.device] ?? 0) > at
        if (!wasFull) click.acknowledgedAt ??= at
      })
    },
    reach,
  })

  const clickOf = (device: number, { at, favorite }: Heart): HeartClick | undefined =>
    history.clicks.findLast(
      (click) => click.device === device && click.id === favorite.id && click.clock === at,
    )

  // The click that a request is about, unless that is uncertain.
  const findSent = (device: number, body: string): HeartClick | undefined => {
    const { wallpaperId, action } = JSON.parse(body)
    const person = history.sessions[device]?.at(-1)?.person
    const alike = history.clicks.filter(
      (click) =>
        click.device === device &&
        click.id === wallpaperId &&
        click.action === action &&
        [people.get(person ?? 'ada')?.id, ''].includes(click.owner.split('@')[0]) &&
        click.owner !== deviceOwner &&
        click.storedAt !== undefined &&
        click.acknowledgedAt === undefined,
    )
    const isUncertain = alike.filter(({ at }) => kernel.now() - at < syncMs).length > 1
    return isUncertain ? undefined : alike.at(-1)
  }

  const placeOf = ({ device }: PageProcess) => devices.indexOf(device)

  const recordStep = (step: DurableStep) => {
    const device = placeOf(step.process)
    for (const [key, value] of step.entries) {
      if (key === 'account.local') recordSession(device, value)
      if (key === 'settings') recordServer(device, value)
      const heart = step.action === 'set' ? toHeart(key, value) : undefined
      const click = heart && clickOf(device, heart)
      if (click) click.storedAt ??= kernel.now()
    }
  }
  const recordSession = (device: number, value: unknown) => {
    const session = value as StoredSession | null
    if (session?.isEnded && server.hasSession(session.token))
      violate('I11', `the session of ${session.person.username} ended, but not on the server`)
    recordPerson(device, session?.isEnded ? undefined : session?.person.username)
  }
  const recordPerson = (device: number, signedIn: PersonName | undefined) => {
    const person = chosen[device] === serverUrl ? signedIn : undefined
    history.sessions[device]?.push({ at: kernel.now(), person })
  }
  // While another server is chosen, nobody is signed in.
  const recordServer = (device: number, value: unknown) => {
    const { sources } = value as { sources: string[] }
    if (sources[0] === chosen[device]) return
    chosen[device] = sources[0]
    const session = deviceAt(device).stored.get('account.local') as StoredSession | null
    recordPerson(device, session?.isEnded ? undefined : session?.person.username)
  }

  const isCaught = (durable: DurableStep, side: Trap['side']) => {
    const name = nameStep(durable)
    if (name === undefined) return false
    if (side === 'after') reach(name)
    if (traps.length === 0) return false
    const device = placeOf(durable.process)
    const page = durable.process.kind === 'background' ? 'background' : 'page'
    const trap = traps.find(
      (one) => one.device === device && one.page === page && one.step === name && one.side === side,
    )
    if (!trap) return false
    traps = traps.filter((one) => one !== trap)
    reach(`a ${page} ends ${side} ${name}`)
    note(`${durable.process.name} ends ${side} ${name}`)
    if (page === 'background') history.endedAt[device]?.push(kernel.now())
    return true
  }

  // A click without a note gets its time when its page stores it.
  const nameClick = (process: PageProcess, { at, wanted, favorite }: Heart) => {
    const click = history.clicks.find(
      (one) =>
        one.process === process &&
        one.clock === undefined &&
        one.id === favorite.id &&
        (one.action === 'add') === wanted,
    )
    if (click) click.clock = at
  }

  const watch: Watch = {
    onSend: (process, entries) => {
      for (const [key, value] of entries) {
        const heart = toHeart(key, value)
        const isUnknown = heart && !clickOf(placeOf(process), heart)
        if (isUnknown) nameClick(process, heart)
      }
    },
    endsBefore: (step) => isCaught(step, 'before'),
    endsAfter: (step) => {
      if (step.action === 'write-note' && unstored) {
        unstored.isNoted = true
        const [[, heart] = []] = step.entries
        unstored.clock = (heart as Heart).at
      }
      recordStep(step)
      return isCaught(step, 'after')
    },
  }

  const syncedStorage = createSyncedStorage(kernel, seed)
  const devices: Device[] = scenario.devices.map(({ browser, latencyMs }, place) =>
    createDevice({
      name: deviceNames[place] ?? `device ${place}`,
      browser,
      latencyMs,
      seed,
      kernel,
      watch,
      syncedStorage,
      fetch: fetchFor,
      startBackground: (process) =>
        startBackground(() => {
          if (process.device.isFull && process.random() < 0.5) {
            reach('the background makes room')
            setFull(placeOf(process), false)
          }
        }, scenario.hasSettings === true),
    }),
  )

  const deviceAt = (place: number): Device => {
    const device = devices[place]
    if (!device) throw new Error(`There is no device ${place}`)
    return device
  }

  const listPages = (place: number): Page[] =>
    deviceAt(place).pages.flatMap((process) => pages.get(process) ?? [])

  // A page whose first read fails shows no hearts. The person reloads it.
  const open = (place: number, kind: 'tab' | 'options', onReady = (_: Page) => {}) => {
    const device = deviceAt(place)
    if (!device.isOpen) return
    device.start(kind, (process) => {
      const show = (page: Page) => {
        const isNew = !pages.has(process)
        pages.set(process, page)
        checkShown(place, page)
        if (isNew) onReady(page)
      }
      openPage(process, show).catch(() => reach('a page cannot read the storage'))
    })
  }

  // What a person does in a page happens in the process of the page.
  const inPage = (page: Page, work: () => void) => kernel.after(0, page.process, work)

  const click = (place: number, page: Page, id: string, isBuiltIn: boolean) => {
    const catalogue = isBuiltIn || page.shelf.owner === deviceOwner ? 'built-in' : undefined
    const isOn = page.shelf.favorites.some((one) => one.id === id && one.catalogue === catalogue)
    const action = isOn ? 'remove' : 'add'
    const favorite = { id, title: id, color: null, preview_url: `${serverUrl}/${id}` }
    const made: HeartClick = {
      number: history.clicks.length,
      at: kernel.now(),
      device: place,
      process: page.process,
      owner: catalogue ? deviceOwner : page.shelf.owner,
      action,
      id,
      clock: undefined,
      isNoted: false,
      isFailed: false,
      storedAt: undefined,
      acknowledgedAt: undefined,
    }
    history.clicks.push(made)
    reach(`a heart is clicked: ${action}`)
    note(`${page.process.name}: ${action} ${id}, as ${made.owner}`)
    unstored = made
    const saved = page.change(action === 'add', catalogue ? { ...favorite, catalogue } : favorite)
    unstored = undefined
    checkShown(place, page)
    if (!made.isNoted) reach('a click leaves no note')
    void saved.then((isSaved) => {
      if (isSaved) return
      made.isFailed = true
      const { isFull } = deviceAt(place)
      if (!isFull && (history.fullAt[place] ?? 0) < made.at)
        violate('I1', `${page.process.name} could not store ${action} ${id}, but the disk has room`)
      reach('a click cannot be stored')
    })
  }

  const signIn = (place: number, person: PersonName) => {
    const enter = (page: Page) =>
      inPage(page, () => {
        const input = { identifier: person, password: 'correct horse' }
        page.askAccount({ call: 'signIn', input }).then(
          () => reach('a person signs in'),
          () => reach('a sign-in fails'),
        )
      })
    const [page] = listPages(place)
    if (page) enter(page)
    else open(place, 'options', enter)
  }

  const signOut = (place: number) => {
    const leave = (page: Page) =>
      inPage(page, () => {
        const sessions = history.sessions[place] ?? []
        const before = sessions.at(-1)
        page.askAccount({ call: 'signOut' }).then(
          () => {
            reach('a person signs out')
            if (before?.person && sessions.at(-1) === before)
              violate(
                'I9',
                `${before.person} has signed out on ${page.process.name} and is still there`,
              )
          },
          () => {},
        )
      })
    const [page] = listPages(place)
    if (page) leave(page)
    else open(place, 'options', leave)
  }

  const servers: Record<ChosenServer, string | null> = {
    first: serverUrl,
    other: otherServerUrl,
    none: null,
  }
  const selectServer = (place: number, server: ChosenServer) => {
    const enter = (page: Page) =>
      inPage(page, () => void chooseServer(servers[server]).catch(() => {}))
    const [page] = listPages(place)
    if (page) enter(page)
    else open(place, 'options', enter)
  }

  const endSessions = (name: PersonName) => {
    const person = people.get(name)
    if (person) server.endSessions(person)
    reach('the sessions of a person end')
  }

  // The page hears what is stored when it changes the settings, and then whether the browser has stored it.
  const choose = (
    place: number,
    what: string,
    change: (onChange: (value: string) => void) => Promise<void>,
  ) => {
    const [page] = listPages(place)
    if (!page) return
    inPage(page, () => {
      let choice: Choice | undefined
      const onChange = (value: string) => {
        choice = { device: place, what, value, isKept: false }
        history.choices.push(choice)
        note(`${page.process.name}: ${what} becomes ${value}`)
      }
      change(onChange).then(
        () => {
          if (choice) choice.isKept = true
        },
        () => {},
      )
    })
  }

  const setFull = (place: number, isFull: boolean) => {
    const device = deviceAt(place)
    if (device.isFull) history.fullAt[place] = kernel.now()
    device.isFull = isFull
    noteTrouble(place)
  }

  const noteTrouble = (place: number) => {
    const { isFull, unreadable } = deviceAt(place)
    const troubles = history.troubles[place] ?? []
    const last = troubles.at(-1)
    const isOver = last === undefined || last.until < Number.POSITIVE_INFINITY
    if (!isFull && unreadable === 0) {
      if (last && !isOver) last.until = kernel.now()
    } else if (isOver) troubles.push({ from: kernel.now(), until: Number.POSITIVE_INFINITY })
  }

  const endBackground = (process: PageProcess) => {
    history.endedAt[placeOf(process)]?.push(kernel.now())
    process.device.end(process)
  }

  const apply = (step: Step): void => {
    reach(`step: ${step.kind}`)
    switch (step.kind) {
      case 'open':
        open(step.device, step.page)
        return
      case 'close': {
        const all = listPages(step.device)
        const page = all[step.tab % all.length]
        if (page) deviceAt(step.device).end(page.process)
        return
      }
      case 'click': {
        const all = listPages(step.device)
        const page = all[step.tab % all.length]
        if (page) inPage(page, () => click(step.device, page, step.id, step.isBuiltIn === true))
        return
      }
      case 'sign-in':
        signIn(step.device, step.person)
        return
      case 'sign-out':
        signOut(step.device)
        return
      case 'end-background': {
        const background = deviceAt(step.device).background()
        if (background) endBackground(background)
        return
      }
      case 'close-browser':
        deviceAt(step.device).close()
        return
      case 'open-browser':
        history.openedAt[step.device]?.push(kernel.now())
        deviceAt(step.device).open()
        return
      case 'online':
        deviceAt(step.device).setOnline(step.isOnline)
        return
      case 'full':
        setFull(step.device, step.isFull)
        return
      case 'full-local-storage':
        deviceAt(step.device).isLocalStorageFull = step.isFull
        return
      case 'unreadable':
        deviceAt(step.device).unreadable = step.chance
        noteTrouble(step.device)
        return
      case 'clock':
        if (deviceAt(step.device).skewMs - step.skewMs > minuteMs)
          history.isSetBack[step.device] = true
        deviceAt(step.device).setClock(step.skewMs)
        return
      case 'trap':
        traps.push(step)
        return
      case 'choose-server':
        selectServer(step.device, step.server)
        return
      case 'block':
        choose(step.device, step.id, (onChange) =>
          toggleBlocked(step.id, (isBlocked) => onChange(`${isBlocked}`)),
        )
        return
      case 'name':
        choose(step.device, 'name', (onChange) => {
          onChange(step.name)
          return setName(step.name)
        })
        return
      case 'network':
        Object.assign(network, step.faults)
        return
      case 'crash':
        crash(step.replica)
        return
      case 'restart':
        restart(step.replica)
        return
      case 'replica-trap':
        replicaTraps.push(step)
        return
      case 'clerk':
        serverFaults.clerkMs = step.ms
        serverFaults.clerkFailures = step.failures
        return
      case 'redis':
        serverFaults.redisMs = step.ms
        serverFaults.isRedisAway = step.isAway
        return
      case 'end-sessions':
        endSessions(step.person)
        return
    }
  }

  /** Rule I5: the page in which a heart was clicked shows the click. */
  const checkShown = (place: number, page: Page) => {
    const { shelf, process } = page
    const { isFull, unreadable } = deviceAt(place)
    if (isFull || unreadable > 0) return
    const lastSign = history.sessions[place]?.at(-1)?.at ?? Number.NEGATIVE_INFINITY
    for (const one of history.clicks) {
      if (one.process !== process || one.owner !== shelf.owner || one.isFailed) continue
      // At a sign-in, what nobody clicked moves to the person some milliseconds before the page hears who that is.
      if (one.owner.startsWith('@')) continue
      if (one.at < lastSign || one.at < (history.troubles[place]?.at(-1)?.until ?? 0)) continue
      const isLast = !history.clicks.some(
        (other) => other.id === one.id && other.number > one.number,
      )
      const isAlone = !history.clicks.some((other) => other.id === one.id && other.device !== place)
      if (!isLast || !isAlone || one.id.endsWith('?')) continue
      const isOn = shelf.favorites.some(({ id, catalogue }) => id === one.id && !catalogue)
      if (isOn !== (one.action === 'add'))
        violate('I5', `${process.name} shows ${one.id} ${isOn ? 'with' : 'without'} a heart`)
    }
  }

  const setUp = () => {
    for (const [place, setup] of scenario.devices.entries()) {
      const device = deviceAt(place)
      if (setup.localHearts) storeLocalHearts(place, setup.localHearts)
      const person = setup.signedIn && people.get(setup.signedIn)
      if (person) {
        const session = server.startSession(person)
        device.stored.set('account.local', session)
        recordSession(place, session)
      }
      device.install()
    }
    for (const step of scenario.steps) kernel.at(step.at, undefined, () => apply(step))
  }

  const storeLocalHearts = (place: number, ids: readonly string[]) => {
    for (const id of ids) history.clicks.push(toOldPress(place, 'add', id))
    const hearts = ids.map((id) => ({ ...toFavorite(id), catalogue: serverUrl }))
    deviceAt(place).stored.set(`favorites.confirmed/${deviceOwner}`, hearts)
    reach('hearts are older than the choice of the server')
  }

  const toFavorite = (id: string) => ({ id, title: id, color: null, preview_url: '' })

  const toOldPress = (device: number, action: HeartClick['action'], id: string): HeartClick => ({
    number: history.clicks.length,
    at: 0,
    device,
    process: undefined,
    owner: `@${serverUrl}`,
    action,
    id,
    clock: undefined,
    isNoted: false,
    isFailed: false,
    storedAt: 0,
    acknowledgedAt: undefined,
  })

  /** Ends all faults. What they have done stays. */
  const calmDown = () => {
    Object.assign(network, calm)
    Object.assign(serverFaults, calmServer)
    traps = []
    replicaTraps = []
    for (const place of replicas.keys()) restart(place)
    for (const [place, device] of devices.entries()) {
      if (device.isFull) setFull(place, false)
      device.unreadable = 0
      noteTrouble(place)
      device.isLocalStorageFull = false
      device.open()
      device.setOnline(true)
      if (chosen[place] !== serverUrl) selectServer(place, 'first')
    }
  }

  return {
    kernel,
    findings,
    history,
    devices,
    people,
    server,
    setUp,
    calmDown,
    open,
    signIn,
    signOut,
    inPage,
    listPages,
    violate,
    clickOf,
    personOf: (name: PersonName): Person => {
      const person = people.get(name)
      if (!person) throw new Error(`${name} is not part of this world`)
      return person
    },
  }
}
