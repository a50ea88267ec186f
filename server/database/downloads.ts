import type { DownloadStore } from '../catalogue/download-counts.ts'
import type { RunStatements } from './statements.ts'

export const createDownloadStore = (run: RunStatements): DownloadStore => ({
  add: async (counts) => {
    if (counts.length === 0) return
    // PostgreSQL locks the rows in this order. Two replicas with different orders would wait for each other forever.
    const sorted = counts.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const rows = sorted.map((_, at) => `($${3 * at + 1}, $${3 * at + 2}, $${3 * at + 3})`)
    const values = sorted.flatMap(({ id, count, updatedAt }) => [id, count, updatedAt])
    await run([{ text: `${insert} ${rows.join(', ')} ${orAdd}`, values }])
  },
  listMost: async (limit) => {
    const [rows = []] = await run([{ text: select, values: [limit] }])
    // PostgreSQL returns large numbers as text.
    return rows.map(({ wallpaperId, count, updatedAt }) => ({
      id: String(wallpaperId),
      count: Number(count),
      updatedAt: Number(updatedAt),
    }))
  },
})

const insert = 'INSERT INTO "download" ("wallpaperId", "count", "updatedAt") VALUES'

const orAdd = `
  ON CONFLICT ("wallpaperId") DO UPDATE SET
    "count" = "download"."count" + excluded."count",
    "updatedAt" = CASE WHEN excluded."updatedAt" > "download"."updatedAt"
      THEN excluded."updatedAt" ELSE "download"."updatedAt" END`

const select = `
  SELECT "wallpaperId", "count", "updatedAt" FROM "download"
  ORDER BY "count" DESC, "updatedAt" DESC, "wallpaperId" LIMIT $1`
