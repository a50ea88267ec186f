import packageJson from '../../package.json' with { type: 'json' }

/**
 * The tables of accounts. After a release, this text must never change, because a backup is
 * compared with it. Times in columns of the type `bigint` are in milliseconds since 1970.
 *
 * - `account`: nobody at a provider may have two accounts, and no account two links to one provider. Passwords are in the
 *   same table, so they get the same rules.
 * - `reservedUsername`: usernames that nobody else may take yet. Without a user, they belonged to an account that was
 *   deleted.
 * - `source`: sources that pictures are pulled from, with their settings as JSON, which may have passwords.
 * - `pairing`: extensions that wait until a person confirms on a page of this server. Only a hash of their secret is
 *   stored. A pairing ends with the session that confirmed it.
 * - `readKey`: keys with which programs read a private server for a user. Only a hash of each key is stored.
 *
 * @param time the type of the other columns with times
 */
export const accountTables = (time: 'date' | 'timestamptz'): string => `
  create table "user" (
    "id" text not null primary key,
    "name" text not null,
    "createdAt" ${time} not null,
    "updatedAt" ${time} not null,
    "username" text not null unique
  );
  create table "session" (
    "id" text not null primary key,
    "expiresAt" ${time} not null,
    "token" text not null unique,
    "createdAt" ${time} not null,
    "updatedAt" ${time} not null,
    "userAgent" text not null,
    "userId" text not null references "user" ("id") on delete cascade
  );
  create table "account" (
    "id" text not null primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references "user" ("id") on delete cascade,
    "password" text,
    "createdAt" ${time} not null,
    "updatedAt" ${time} not null
  );
  create index "session_userId_idx" on "session" ("userId");
  create index "account_userId_idx" on "account" ("userId");
  create unique index "account_accountId_idx" on "account" ("providerId", "accountId");
  create unique index "account_provider_idx" on "account" ("userId", "providerId");
  create table "blocked" (
    "userId" text not null primary key references "user" ("id") on delete cascade
  );
  create table "administrator" (
    "userId" text not null primary key references "user" ("id") on delete cascade
  );
  create table "invite" (
    "id" text not null primary key,
    "codeHash" text not null unique,
    "createdAt" bigint not null,
    "expiresAt" bigint not null,
    "uses" integer not null,
    "usesLeft" integer not null,
    "createdBy" text references "user" ("id") on delete cascade
  );
  create index "invite_createdBy_idx" on "invite" ("createdBy");
  create table "source" (
    "id" text not null primary key,
    "settings" text not null,
    "isPaused" integer not null,
    "createdAt" bigint not null
  );
  create table "reservedUsername" (
    "username" text not null primary key,
    "userId" text references "user" ("id") on delete set null,
    "until" bigint not null
  );
  create index "reservedUsername_userId_idx" on "reservedUsername" ("userId");
  create table "pairing" (
    "codeHash" text not null primary key,
    "userCode" text not null unique,
    "device" text not null,
    "expiresAt" bigint not null,
    "userId" text references "user" ("id") on delete cascade,
    "sessionId" text references "session" ("id") on delete cascade
  );
  create index "pairing_userId_idx" on "pairing" ("userId");
  create index "pairing_sessionId_idx" on "pairing" ("sessionId");
  create table "readKey" (
    "id" text not null primary key,
    "userId" text not null references "user" ("id") on delete cascade,
    "name" text not null,
    "scope" text not null,
    "keyHash" text not null unique,
    "createdAt" bigint not null,
    "lastUsedAt" bigint
  );
  create index "readKey_userId_idx" on "readKey" ("userId");
  `

/** A condition in SQL on the user with the id that `userId` names. */
export const isBlocked = (userId: string) =>
  `EXISTS (SELECT 1 FROM "blocked" WHERE "blocked"."userId" = ${userId})`

/**
 * Returns which schema steps are missing in a database where `done` steps have run.
 * @throws Error when a newer version of Fresco made the database
 */
export const missingSteps = (steps: readonly string[], done: number): readonly string[] => {
  if (done > steps.length)
    throw new Error(
      `a newer version of Fresco made it: its schema is version ${done}, and Fresco ${packageJson.version} knows only ${steps.length}. Install the newer version again, or restore a backup that Fresco ${packageJson.version} made`,
    )
  return steps.slice(done)
}
