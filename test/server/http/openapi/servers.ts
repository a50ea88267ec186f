import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { createAccountActions } from '../../../../server/accounts/account-actions.ts'
import type { LocalAccounts } from '../../../../server/accounts/store/accounts.ts'
import type { SignUpPolicy } from '../../../../server/accounts/store/invites.ts'
import { createAttemptCounter } from '../../../../server/adapters/redis/limits.ts'
import type { AppDeps } from '../../../../server/app.ts'
import { DomainError } from '../../../../server/domain-error.ts'
import { createPublicFavorites } from '../../../../server/favorites/public-favorites.ts'
import { createOpenApiDocument } from '../../../../server/http/openapi-document.ts'
import type { Site } from '../../../../server/http/site.ts'
import type { Instance } from '../../../../shared/service-api.ts'
import { silentLog } from '../../../accounts-app.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp, memorySource, publicUrl } from '../../../test-app.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { pictureAt, plain } from '../../adapters/sample-pictures.ts'
import { accountsElsewhere, createWebApp, type WebApp } from '../../web/web-app.ts'

export type ServerName = 'usual' | 'limited' | 'invited' | 'remote' | 'broken' | 'busy'
export type Servers = Record<ServerName, Hono> & {
  web: WebApp
  limitedWeb: WebApp
  close(): Promise<void>
}

const rows = ['lake-view', 'pine-wood'].map((name) => makeIndexRow({ file_name: name }))

export const createServers = async (site?: Site): Promise<Servers> => {
  const dir = await makeTempDir('openapi')
  const path = join(dir, 'picture.jpg')
  await plain('#336699', 40, 30).jpeg().toFile(path)
  const picture = await pictureAt(path)
  const files = {
    find: async (_: string, name: string) => (name.includes('nowhere') ? undefined : picture),
  }
  const made = { picture, contentType: 'image/jpeg' }
  const renditions = { render: async () => made }
  const collages = { compose: renditions.render }
  const tabDir = join(dir, 'tab')
  await mkdir(tabDir)
  for (const file of ['index.html', 'service-worker.js'])
    await writeFile(join(tabDir, file), '<!doctype html>')
  const web = await createWebApp({
    rows,
    deps: { files, renditions, collages, tabDir, ...(site && { site }) },
  })
  const limited = await createWebApp({ rows, maxAttempts: 0 })
  const invited = await createWebApp({ rows, signUpMode: 'invite' })
  return {
    web,
    limitedWeb: limited,
    invited: invited.app,
    usual: web.app,
    limited: limited.app,
    remote: await createTestApp({
      source: memorySource(rows, { filesUrl: 'https://files.test/' }),
      accounts: accountsElsewhere(web, createPublicFavorites(web)),
    }),
    broken: await createFailingApp(new Error('broken')),
    busy: await createFailingApp(new DomainError('BUSY', 'Try again in a moment')),
    close: async () => {
      await web.close()
      await limited.close()
      await invited.close()
      await removeDir(dir)
    },
  }
}

export const describeServer = async (
  identity: Instance['identity'],
  { rateLimit, site }: Partial<Pick<AppDeps, 'rateLimit' | 'site'>> = {},
) => {
  const instance = { name: 'Fresco', version: '1.2.3', identity }
  const { local, ...others } = failingAccounts(new Error('Nobody asks'))
  const accounts = { ...others, local: identity === 'local' ? local : undefined }
  const app = await createTestApp({
    instance,
    rateLimit,
    accounts: identity === 'none' ? undefined : accounts,
  })
  return createOpenApiDocument(app, { publicUrl, instance, rateLimit, ...(site && { site }) })
}

const nothingYet = {
  ready: false,
  ageSeconds: undefined,
  failing: true,
  failures: 1,
  nextAttemptSeconds: 1,
}

const failing = <T extends object>(error: Error): T =>
  new Proxy({} as T, { get: () => () => Promise.reject(error) })

const createFailingApp = (error: Error) => {
  const never = () => Promise.reject(error)
  return createTestApp({
    snapshot: never,
    sources: () => ({ catalogue: nothingYet }),
    imageHost: { name: 'Cloudinary', select: never },
    accounts: failingAccounts(error),
  })
}

type Accounts = NonNullable<AppDeps['accounts']>

const failingAccounts = (error: Error): Accounts => {
  const counter = createAttemptCounter({ name: 'all', max: 1000, windowSeconds: 600 })
  const accounts: LocalAccounts = failing(error)
  const signUpPolicy: SignUpPolicy = { mode: 'open', invites: failing(error) }
  return {
    identity: failing(error),
    favorites: failing(error),
    publicFavorites: () => Promise.reject(error),
    local: {
      accounts,
      actions: createAccountActions({
        accounts,
        signIns: {
          allFromAddress: counter,
          perAddress: counter,
          perNameAndAddress: counter,
          perName: counter,
        },
        signUps: counter,
        signUpPolicy,
        passwordChecks: { perSession: counter, perUser: counter },
        log: silentLog,
      }),
      signUpPolicy,
      clientAddress: () => ({ exact: 'somewhere', key: 'somewhere' }),
      pairings: failing(error),
      keys: failing(error),
      pairingAttempts: counter,
    },
  }
}
