import { systemTiming } from '../server/adapters/system-timing.ts'
import { buildInProcess } from '../server/adapters/threads/catalogue-builder.ts'
import { type AppDeps, createApp } from '../server/app.ts'
import { createCatalogueStore } from '../server/catalogue/catalogue-store.ts'
import type { CatalogueSource } from '../server/catalogue/source.ts'
import type { HealthDeps } from '../server/http/health/health-routes.ts'
import type { Pictures } from '../server/http/images/images-routes.ts'
import { createSite } from '../server/http/site.ts'
import { makeDocument } from './builders.ts'

export const publicUrl = 'http://wallpapers.test'

export const memorySource = (
  index: readonly unknown[],
  { tags = [], filesUrl }: { tags?: readonly unknown[]; filesUrl?: string } = {},
): CatalogueSource => ({
  name: 'memory',
  read: async (version) =>
    version === 'only' ? undefined : makeDocument({ version: 'only', index, tags, filesUrl }),
})

export const failingSource = (error: Error): CatalogueSource => ({
  name: 'failing',
  read: () => Promise.reject(error),
})

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

type Settings = NonNullable<AppDeps['settings']>

export type TestApp = Partial<
  AppDeps &
    Pictures &
    Settings &
    Pick<HealthDeps, 'sources'> & {
      publicUrl: string
      source: CatalogueSource
      rows: readonly unknown[]
    }
>

export const createTestApp = async ({ rows = [], source, accounts, ...deps }: TestApp = {}) => {
  const store = createCatalogueStore({
    source: source ?? memorySource(rows),
    build: buildInProcess,
    publicUrl: deps.publicUrl ?? publicUrl,
    refreshMs: 60_000,
    log: silent,
    ...systemTiming,
  })
  await store.start()
  await store.stop()
  return createApp({
    snapshot: store.current,
    pictures: {
      files: { find: async () => undefined },
      renditions: { render: () => Promise.reject(new Error('no pictures in memory')) },
      ...deps,
    },
    site: createSite(deps.publicUrl ?? publicUrl),
    instance: { name: 'Fresco', version: '1.2.3', identity: 'none' },
    accounts,
    health: { sources: deps.sources ?? (() => ({ catalogue: store.state() })) },
    settings: deps,
    random: Math.random,
    log: silent,
    ...deps,
  })
}
