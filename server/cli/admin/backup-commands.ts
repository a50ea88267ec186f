import { resolve } from 'node:path'
import { type BackupContent, restoreBackup, writeBackup } from '../../accounts/store/backup.ts'
import type { Config } from '../../config/config.ts'
import { CommandError, countOf } from '../program.ts'
import type { AdminCommand } from './command.ts'

const backup: AdminCommand = {
  takes: ['FILE'],
  summary:
    'saves the accounts, favorites and session secret in one file, also while the server runs',
  run: async ({ arguments: [name = ''] }, { config }) => {
    requireSqlite(config, 'pg_dump --format=custom --file=FILE "$DATABASE_URL"')
    const file = resolve(name)
    const content = tryTo(() => writeBackup(resolve(config.dataDir), file))
    return {
      lines: [
        `${file} has ${describeContent(content)}`,
        'Anyone who can read this file can try to guess the passwords in it. Store it where only you can read it',
      ],
      json: { file, ...content },
    }
  },
}

const restore: AdminCommand = {
  takes: ['FILE'],
  summary:
    'replaces the accounts with those of a backup, while the server is stopped; keeps what was there',
  run: async ({ arguments: [name = ''] }, { config }) => {
    requireSqlite(config, 'pg_restore --clean --if-exists --dbname="$DATABASE_URL" FILE')
    const { keptAs, ...content } = tryTo(() =>
      restoreBackup(resolve(config.dataDir), resolve(name)),
    )
    const kept =
      keptAs === undefined ? [] : [`The accounts that were there before are in ${keptAs}`]
    return {
      lines: [`Restored ${describeContent(content)}`, ...kept, 'You can start the server now'],
      json: { ...content, keptAs: keptAs ?? null },
    }
  },
}

export const backupCommands = { backup, restore } satisfies Record<string, AdminCommand>

const requireSqlite = ({ accounts: { clerk, databaseUrl } }: Config, instead: string) => {
  if (clerk)
    throw new CommandError(
      'Accounts and favorites are at Clerk (CLERK_SECRET_KEY is set): this server has nothing to back up',
    )
  if (databaseUrl)
    throw new CommandError(
      `Accounts are in PostgreSQL (DATABASE_URL is set). Use ${instead}. The session secret is a row of the table "fresco", so it is included`,
    )
}

const tryTo = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Errors with a code have a cause that the operator can fix, such as a full disk or a missing permission.
    if (code !== undefined) throw new CommandError(message, { cause: error })
    throw error
  }
}

const describeContent = ({ users, favorites }: BackupContent) =>
  `${countOf(users, 'user')}, ${countOf(favorites, 'favorite')} and the session secret`
