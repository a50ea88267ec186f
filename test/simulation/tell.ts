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
    case 'press':
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
    case 'block':
      return `${on}: a click blocks ${step.id}, or shows it again`
    case 'name':
      return `${on}: the greeting gets the name ${step.name}`
    case 'network':
      return `the network: ${JSON.stringify(step.faults)}`
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

export const tellScenario = ({
  backend,
  devices,
  networkMs,
  people,
  steps,
}: Scenario): string[] => [
  `The server stores favorites ${backend === 'clerk' ? 'at Clerk' : 'in SQLite'}. The network takes up to ${networkMs} ms each way.`,
  ...devices.map(
    ({ browser, latencyMs, signedIn, oldClicks }, place) =>
      `${nameOf(place)}: ${browser}, up to ${latencyMs} ms for a call${signedIn ? `, ${signedIn} is signed in` : ''}${oldClicks ? `, an older version has stored ${oldClicks.map(({ action, id }) => `${action} ${id}`).join(', ')}` : ''}`,
  ),
  `People: ${people.join(', ')}.`,
  ...steps.map((step) => `${tellTime(step.at).padStart(16)}  ${tellStep(step)}`),
]
