import { randomBytes } from 'node:crypto'
import { askWith, type RunStatements } from '../../database/statements.ts'

export type StoredSources = ReturnType<typeof createStoredSources>

/** The sources that administrators added on the account page. Each is stored as the settings that the environment would have for it. */
export const createStoredSources = (run: RunStatements) => {
  const ask = askWith(run)
  return {
    list: async () =>
      (await ask('SELECT * FROM "source" ORDER BY "createdAt"')).map(
        ({ id, settings, isPaused }) => ({
          id: String(id),
          settings: JSON.parse(String(settings)) as Record<string, string>,
          isPaused: Number(isPaused) === 1,
        }),
      ),
    add: (settings: object) =>
      ask(
        'INSERT INTO "source" ("id", "settings", "isPaused", "createdAt") VALUES ($1, $2, 0, $3)',
        randomBytes(4).toString('hex'),
        JSON.stringify(settings),
        Date.now(),
      ),
    pause: (id: string, isPaused: boolean) =>
      ask('UPDATE "source" SET "isPaused" = $2 WHERE "id" = $1', id, isPaused ? 1 : 0),
    remove: (id: string) => ask('DELETE FROM "source" WHERE "id" = $1', id),
  }
}
