import type { Settings } from '../../../extension/features/settings/settings.ts'
import type { DeckNetwork, DeckScenario, DeckStep } from './deck-script.ts'
import type { NetworkFaults } from './network.ts'
import { deviceNames, type Scenario, type Step } from './scenario.ts'

export const tellTime = (ms: number): string => {
  if (ms < 60_000) return `${(ms / 1000).toFixed(3)} s`
  const minutes = Math.floor(ms / 60_000)
  return `${minutes} min ${((ms % 60_000) / 1000).toFixed(3)} s`
}

const percent = (chance: number) => `${Math.round(chance * 100)} %`

const nameOf = (place: number) => `the ${deviceNames[place]}`

/** Says in words what happens in a step. */
export const tellStep = (step: Step): string => {
  const on = 'device' in step ? nameOf(step.device) : ''
  switch (step.kind) {
    case 'open':
      return `${on} opens ${step.page === 'tab' ? 'a new tab' : 'the settings'}`
    case 'close':
      return `${on} closes its page number ${step.tab + 1}`
    case 'click':
      return `${on}, page number ${step.tab + 1}: a click on the heart of ${step.id}${step.isBuiltIn ? ', a built-in picture' : ''}`
    case 'sign-in':
      return `${step.person} signs in on ${on}`
    case 'sign-out':
      return `the person on ${on} signs out`
    case 'end-background':
      return `${on} ends its background`
    case 'close-browser':
      return `${on} closes its browser`
    case 'open-browser':
      return `${on} opens its browser`
    case 'online':
      return `${on} is ${step.isOnline ? 'online' : 'offline'} from now on`
    case 'full':
      return `the disk of ${on} ${step.isFull ? 'is full' : 'has room again'}`
    case 'full-local-storage':
      return `the localStorage of ${on} ${step.isFull ? 'is full' : 'has room again'}`
    case 'unreadable':
      return `reading from the storage of ${on} fails in ${percent(step.chance)} of cases`
    case 'clock':
      return `the clock of ${on} is ${step.skewMs / 1000} s from the right time`
    case 'trap':
      return `the next ${step.page} of ${on} ends ${step.side} ${step.step}`
    case 'choose-server':
      return `${on}: a person chooses ${step.server === 'none' ? 'no server' : `the ${step.server} server`}`
    case 'block':
      return `${on}: a click blocks ${step.id}, or shows it again`
    case 'name':
      return `${on}: the greeting gets the name ${step.name}`
    case 'network':
      return tellNetwork(step.faults)
    case 'crash':
      return `replica ${step.replica} crashes`
    case 'restart':
      return `replica ${step.replica} starts again`
    case 'replica-trap':
      return `the next replica crashes ${step.side === 'before' ? 'just before' : 'when'} ${step.step}`
    case 'clerk':
      return `a call to Clerk takes up to ${step.ms} ms each way, and ${percent(step.failures)} of calls fail`
    case 'redis':
      return step.isAway ? 'Redis is away' : `a command to Redis takes up to ${step.ms} ms each way`
    case 'end-sessions':
      return `the server ends all sessions of ${step.person}`
  }
}

const tellNetwork = (faults: Partial<NetworkFaults>): string => {
  const words: Record<keyof NetworkFaults, (value: number) => string> = {
    latencyMs: (ms) => `takes up to ${Math.round(ms)} ms each way`,
    loss: (chance) => `loses ${percent(chance)} of requests and of answers`,
    duplicates: (chance) => `delivers ${percent(chance)} of changes twice`,
    impostors: (chance) => `lets something else answer ${percent(chance)} of requests`,
    hides: (chance) => `hides ${percent(chance)} of the clients that give up`,
    repeats: (chance) =>
      `sends ${percent(chance)} of requests to the other replica when one has crashed`,
  }
  const told = Object.entries(faults).map(([name, value]) =>
    words[name as keyof NetworkFaults](value),
  )
  return `the network ${told.join(', ') || 'works'}`
}

export const tellScenario = ({
  backend,
  devices,
  networkMs,
  people,
  steps,
}: Scenario): string[] => [
  `The server stores favorites ${backend === 'clerk' ? 'at Clerk' : 'in SQLite'}. The network takes up to ${networkMs} ms each way.`,
  ...devices.map(
    ({ browser, latencyMs, signedIn, localHearts }, place) =>
      `${nameOf(place)}: ${browser}, up to ${latencyMs} ms for a call${signedIn ? `, ${signedIn} is signed in` : ''}${localHearts ? `, hearts of ${localHearts.join(', ')} from before the server was chosen` : ''}`,
  ),
  `People: ${people.join(', ')}.`,
  ...steps.map((step) => `${tellTime(step.at).padStart(16)}  ${tellStep(step)}`),
]

const megabyte = 1024 * 1024
const tellBytes = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`

const places = ['newest', 'second newest', 'third newest', 'fourth newest', 'fifth newest']

const tellChoice = (choice: Partial<Settings>): string => {
  const told = Object.entries(choice).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return `the person chooses ${told.join(', ')}`
}

const tellCatalogues = (network: DeckNetwork): string => {
  const { slownessMs, failures, refusals, pictureFailures, broken } = network
  const told = [
    failures && `${percent(failures)} of requests fail`,
    refusals && `${percent(refusals)} of answers ask for a wait`,
    pictureFailures && `${percent(pictureFailures)} of downloads fail`,
    broken && `${percent(broken)} of pictures cannot be decoded`,
  ]
  return [`an answer of a catalogue takes up to ${slownessMs} ms`, ...told.filter(Boolean)].join(
    ', ',
  )
}

const tellRoom = (room: number): string => {
  if (room === Number.MAX_SAFE_INTEGER) return 'the disk has room again'
  return room < 0
    ? `the disk has ${tellBytes(-room)} less than the pictures need`
    : `the disk has room for ${tellBytes(room)} more`
}

const tellDatabase = ({ latencyMs, failures }: { latencyMs: number; failures: number }): string =>
  `a step of the database takes up to ${latencyMs} ms${failures ? `, and ${percent(failures)} of attempts to open it fail` : ''}`

/** Says in words what happens in a step. After the oldest tab, the newest one is counted again. */
export const tellDeckStep = (step: DeckStep): string => {
  const tab = 'tab' in step ? `the ${places[step.tab]} tab` : ''
  switch (step.kind) {
    case 'open':
      return 'a new tab opens'
    case 'close':
      return `${tab} is closed`
    case 'next':
    case 'previous':
      return `${tab} is asked for the ${step.kind} wallpaper`
    case 'pin':
      return `a click in ${tab} pins its wallpaper, or unpins it`
    case 'block':
      return `a click in ${tab} blocks its wallpaper`
    case 'block-elsewhere':
      return `the settings page blocks ${step.place === 0 ? 'the current wallpaper' : `waiting wallpaper number ${step.place}`}`
    case 'choose':
      return tellChoice(step.settings)
    case 'network':
      return tellCatalogues(step.network)
    case 'online':
      return `the browser is ${step.isOn ? 'online' : 'offline'} from now on`
    case 'system-dark':
      return `the system is ${step.isOn ? 'dark' : 'light'} from now on`
    case 'disk':
      return tellRoom(step.room)
    case 'database':
      return tellDatabase(step)
    case 'clock':
      return `the clock is ${step.skewMs / 1000} s from the right time`
    case 'endings':
      if (step.page + step.background === 0) return 'no page and no background ends any more'
      return `a page ends at ${percent(step.page)} of its writes, a background at ${percent(step.background)}`
    case 'end-background':
      return 'the background ends'
    case 'close-browser':
      return `the browser is closed${step.isPowerCut ? ' by a power cut' : ''}`
    case 'open-browser':
      return 'the browser is opened'
  }
}

export const tellDeckScenario = ({
  browser,
  catalogues,
  darkShare,
  largest,
  steps,
}: DeckScenario): string[] => [
  `${browser}, catalogues with ${catalogues.join(' and ')} wallpapers, ${percent(darkShare)} of them dark, pictures of up to ${tellBytes(largest)}`,
  ...steps.map((step) => `${tellTime(step.at).padStart(16)}  ${tellDeckStep(step)}`),
]
