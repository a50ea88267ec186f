import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { editDistance } from '../../../shared/catalogue/search-words.ts'
import { findSettingProblems } from '../../config/config.ts'
import { type Setting, settings } from '../../config/settings.ts'
import { type Finding, ok, problem, warning } from './findings.ts'

export type Env = Readonly<Record<string, string | undefined>>

export interface EnvFile {
  file: string
  /** The code of the error if the file could not be read. */
  problem?: string | undefined
}

const names = Object.keys(settings)
const about = 'settings'

export const checkSettings = (env: Env, read: EnvFile | undefined): Finding[] => {
  const problems = findSettingProblems(env).map((text) =>
    problem(about, text, `correct it in ${describePlaces(read)}`),
  )
  const found = [...problems, ...checkSpelling(env), ...checkEnvFile(read)]
  return problems.length > 0 ? found : [ok(about, describeSet(env, read)), ...found]
}

const describePlaces = (read: EnvFile | undefined) =>
  read === undefined || read.problem !== undefined
    ? 'the environment variables'
    : `the environment variables or in ${resolve(read.file)}`

const describeSet = (env: Env, read: EnvFile | undefined) => {
  const set = names.filter((name) => env[name]?.trim())
  const from = ` (from ${describePlaces(read).replace(' or in ', ' and ')})`
  return set.length === 0 ? 'no setting is set, so all have their defaults' : set.join(', ') + from
}

const checkEnvFile = (read: EnvFile | undefined): Finding[] => {
  if (read === undefined) return []
  const file = resolve(read.file)
  if (read.problem !== undefined && read.problem !== 'ENOENT')
    return [
      problem(
        about,
        `${file} cannot be read (${read.problem}), so its settings are ignored`,
        'let the user who runs Fresco read the file',
      ),
    ]
  const here = resolve('.env')
  if (here === file || !hasSettings(here)) return []
  return [
    warning(
      about,
      `${here} has settings of Fresco, but this program does not read it`,
      `move them to ${file}, or set them as environment variables`,
    ),
  ]
}

const hasSettings = (file: string) => {
  try {
    return Object.keys(parseEnv(readFileSync(file, 'utf8'))).some((name) => ownNames.has(name))
  } catch {
    return false
  }
}

/** Other programs use PORT, HOST and the like, so these do not show that a file is for Fresco. */
const ownNames = new Set(
  names.filter((name) => /^(WALLPAPERS|DATA_DIR|PUBLIC_URL|TRUSTED|SIGN_UP|PICTURE)/.test(name)),
)

const checkSpelling = (env: Env): Finding[] =>
  Object.keys(env).flatMap((name) => {
    const meant = findMeant(name)
    if (meant === undefined) return []
    const text = `${name} is set, but Fresco has no such setting`
    return [warning(about, text, `rename it to ${meant}, if you meant that`)]
  })

const shortestName = 7
const mostTypos = 2

const findMeant = (name: string): string | undefined => {
  if (names.includes(name) || name.length < shortestName || name !== name.toUpperCase())
    return undefined
  const near = names
    .filter((known) => known.length >= shortestName)
    .map((known) => ({ known, typos: editDistance(name, known, mostTypos) }))
    .filter(({ typos }) => typos <= mostTypos)
  return near.sort((one, other) => one.typos - other.typos)[0]?.known
}

export const listSecrets = (env: Env): string[] =>
  Object.entries(settings)
    .filter(([, setting]: [string, Setting]) => setting.secret)
    .flatMap(([name]) => env[name]?.trim() || [])
