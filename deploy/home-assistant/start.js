// The program `fresco` in an add-on of Home Assistant. The Supervisor says below which path Home Assistant shows it.
import { readFileSync } from 'node:fs'

const { env } = process
const { pictures, settings } = JSON.parse(readFileSync(`${env.DATA_DIR}/options.json`, 'utf8'))
const info = await fetch(`${env.SUPERVISOR_URL ?? 'http://supervisor'}/addons/self/info`, {
  headers: { Authorization: `Bearer ${env.SUPERVISOR_TOKEN}` },
})
const { data } = await info.json()
env.WALLPAPERS_DIR = pictures
env.PUBLIC_URL = `http://homeassistant.local:8123${data.ingress_entry}`
// People who come through Home Assistant have signed in there. With a PUBLIC_URL in the settings, they have not.
if (!settings.some((setting) => setting.startsWith('PUBLIC_URL='))) env.ACCESS = 'public'
for (const setting of settings) {
  const [name] = setting.split('=', 1)
  env[name] = setting.slice(name.length + 1)
}
await import('./container.js')
