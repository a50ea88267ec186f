import { parseSettings, type Settings } from '../../../extension/features/settings/settings.ts'
import type { World } from './world.ts'

const read = (settings: Settings, what: string): string =>
  what === 'name'
    ? settings.greetingName
    : String(settings.blocked.some(({ name }) => name === what))

/**
 * After the last fault, all devices have the same settings, and each is what the last choice on one of the devices says.
 * A choice that its page did not see stored may count or not.
 */
export const checkSettings = (world: World): void => {
  const all = world.devices.map((device) => parseSettings(device.stored.get('settings')))
  for (const [what, choices] of Map.groupBy(world.history.choices, (choice) => choice.what)) {
    const values = all.map((settings) => read(settings, what))
    if (new Set(values).size > 1)
      world.violate('S1', `the devices disagree about ${what}: ${values.join(', ')}`)
    const byDevice = [...Map.groupBy(choices, ({ device }) => device).values()]
    const allowed = byDevice.flatMap((own) => {
      const lastKept = own.findLastIndex(({ isKept }) => isKept)
      return own.slice(Math.max(0, lastKept)).map(({ value }) => value)
    })
    const isAnythingKept = choices.some(({ isKept }) => isKept)
    for (const value of new Set(values))
      if (!allowed.includes(value) && isAnythingKept)
        world.violate('S2', `${what} is ${value} in the end, and the last choices are ${allowed}`)
  }
}
