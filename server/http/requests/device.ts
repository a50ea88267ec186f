import type { Context } from 'hono'

// The order matters: Edge and Opera also call themselves Chrome, and Chrome also calls itself Safari.
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
] as const

// Android also calls itself Linux, and iPhones and iPads also call themselves a Mac.
const systems = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Names the browser and system of a client in words, such as `Firefox on Windows`. */
export const deviceOf = (c: Context): string => {
  const agent = (c.req.header('User-Agent') ?? '').slice(0, 1_000)
  const isExtension = /^(?:chrome|moz)-extension:/.test(c.req.header('Origin') ?? '')
  const system = find(systems, agent)
  const browser = find(browsers, agent) ?? /^[A-Za-z][\w.-]{0,30}(?=\/)/.exec(agent)?.[0]
  const name = browser === 'Mozilla' ? undefined : browser
  const device = name && system ? `${name} on ${system}` : (name ?? system ?? 'Unknown device')
  return isExtension ? `Fresco extension, ${device}` : device
}

const find = (patterns: readonly (readonly [RegExp, string])[], agent: string) =>
  patterns.find(([pattern]) => pattern.test(agent))?.[1]
