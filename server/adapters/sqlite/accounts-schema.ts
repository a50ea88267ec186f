/**
 * The steps that make the accounts database; a step that was released never changes, new ones go to
 * the end. The first four tables are exactly those that better-auth plans for our options (a test
 * compares them), written down so that a start neither loads it nor races another start.
 */
export const sqliteAccountsSchema: readonly string[] = [
  `
  create table "user" (
    "id" text not null primary key,
    "name" text not null,
    "email" text not null unique,
    "emailVerified" integer not null,
    "image" text,
    "createdAt" date not null,
    "updatedAt" date not null,
    "username" text unique
  );
  create table "session" (
    "id" text not null primary key,
    "expiresAt" date not null,
    "token" text not null unique,
    "createdAt" date not null,
    "updatedAt" date not null,
    "ipAddress" text,
    "userAgent" text,
    "userId" text not null references "user" ("id") on delete cascade
  );
  create table "account" (
    "id" text not null primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references "user" ("id") on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" date,
    "refreshTokenExpiresAt" date,
    "scope" text,
    "password" text,
    "createdAt" date not null,
    "updatedAt" date not null
  );
  create table "verification" (
    "id" text not null primary key,
    "identifier" text not null,
    "value" text not null,
    "expiresAt" date not null,
    "createdAt" date not null,
    "updatedAt" date not null
  );
  create index "session_userId_idx" on "session" ("userId");
  create index "account_userId_idx" on "account" ("userId");
  create index "verification_identifier_idx" on "verification" ("identifier");
  `,
  `
  create table "favorite" (
    "userId" text not null references "user" ("id") on delete cascade,
    "wallpaperId" text not null,
    "position" integer not null,
    primary key ("userId", "wallpaperId")
  ) without rowid;
  create unique index "favorite_position_idx" on "favorite" ("userId", "position");
  `,
]
