CREATE TABLE "user" (
    "id" text not null primary key,
    "name" text not null,
    "createdAt" date not null,
    "updatedAt" date not null,
    "username" text not null unique
  );
CREATE TABLE "session" (
    "id" text not null primary key,
    "expiresAt" date not null,
    "token" text not null unique,
    "createdAt" date not null,
    "updatedAt" date not null,
    "userAgent" text not null,
    "userId" text not null references "user" ("id") on delete cascade
  );
CREATE TABLE "account" (
    "id" text not null primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references "user" ("id") on delete cascade,
    "password" text,
    "createdAt" date not null,
    "updatedAt" date not null
  );
CREATE INDEX "session_userId_idx" on "session" ("userId");
CREATE INDEX "account_userId_idx" on "account" ("userId");
CREATE UNIQUE INDEX "account_accountId_idx" on "account" ("providerId", "accountId");
CREATE UNIQUE INDEX "account_provider_idx" on "account" ("userId", "providerId");
CREATE TABLE "blocked" (
    "userId" text not null primary key references "user" ("id") on delete cascade
  );
CREATE TABLE "administrator" (
    "userId" text not null primary key references "user" ("id") on delete cascade
  );
CREATE TABLE "invite" (
    "id" text not null primary key,
    "codeHash" text not null unique,
    "createdAt" bigint not null,
    "expiresAt" bigint not null,
    "uses" integer not null,
    "usesLeft" integer not null,
    "createdBy" text references "user" ("id") on delete cascade
  );
CREATE INDEX "invite_createdBy_idx" on "invite" ("createdBy");
CREATE TABLE "source" (
    "id" text not null primary key,
    "settings" text not null,
    "isPaused" integer not null,
    "createdAt" bigint not null
  );
CREATE TABLE "reservedUsername" (
    "username" text not null primary key,
    "userId" text references "user" ("id") on delete set null,
    "until" bigint not null
  );
CREATE INDEX "reservedUsername_userId_idx" on "reservedUsername" ("userId");
CREATE TABLE "pairing" (
    "codeHash" text not null primary key,
    "userCode" text not null unique,
    "device" text not null,
    "expiresAt" bigint not null,
    "userId" text references "user" ("id") on delete cascade,
    "sessionId" text references "session" ("id") on delete cascade
  );
CREATE INDEX "pairing_userId_idx" on "pairing" ("userId");
CREATE INDEX "pairing_sessionId_idx" on "pairing" ("sessionId");
CREATE TABLE "readKey" (
    "id" text not null primary key,
    "userId" text not null references "user" ("id") on delete cascade,
    "name" text not null,
    "scope" text not null,
    "keyHash" text not null unique,
    "createdAt" bigint not null,
    "lastUsedAt" bigint
  );
CREATE INDEX "readKey_userId_idx" on "readKey" ("userId");
CREATE TABLE "favorite" (
    "userId" text not null references "user" ("id") on delete cascade,
    "wallpaperId" text not null,
    "position" integer not null,
    primary key ("userId", "wallpaperId")
  ) without rowid;
CREATE UNIQUE INDEX "favorite_position_idx" on "favorite" ("userId", "position");
INSERT INTO "user" ("id", "name", "createdAt", "updatedAt", "username") VALUES ('blWDKmxHXYhrVcsVeR7WIYv6TpKgZsxr', 'Ada Lovelace', '2026-11-24T11:49:28.659Z', '2026-11-24T11:49:32.615Z', 'ada');
INSERT INTO "user" ("id", "name", "createdAt", "updatedAt", "username") VALUES ('XR_feFZCJvb5BuxM3ce9I5kqI2cf0AEL', 'grace.h', '2026-11-24T11:49:30.082Z', '2026-11-24T11:49:30.082Z', 'grace.h');
INSERT INTO "session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "userAgent", "userId") VALUES ('YWgDwjVI0oxTwI5bCcWAMVY1QLiN5dfs', '2999-02-22T11:49:28.659Z', 'dcbe2348625b062a25b1d14699468e137a5d9f5fe758753e9f29af57d9d7d5c6', '2026-11-24T11:49:28.659Z', '2026-11-24T11:49:28.659Z', 'Unknown device', 'blWDKmxHXYhrVcsVeR7WIYv6TpKgZsxr');
INSERT INTO "session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "userAgent", "userId") VALUES ('IE4sBN04M95fCJcsPpfc4t89PYY7smWp', '2999-02-22T11:49:30.082Z', 'a0a8d7435e127ffb0e1a67b3848b0bd98559c3d3cf9ede585ef4990575e0162d', '2026-11-24T11:49:30.082Z', '2026-11-24T11:49:30.082Z', 'Unknown device', 'XR_feFZCJvb5BuxM3ce9I5kqI2cf0AEL');
INSERT INTO "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt") VALUES ('PzuarjxCWi3LDELG1D1UnxxCVOo7XsNn', 'blWDKmxHXYhrVcsVeR7WIYv6TpKgZsxr', 'credential', 'blWDKmxHXYhrVcsVeR7WIYv6TpKgZsxr', 'c69dc95c898598537ec152451826f632:f8b39d9c3ab953e4a529eadc1e52997863c5c479e25e03b717526e20793a61ca1c2821af2a2fff99acaec1e23e9096a38a53df8aea3890ad449259fd5c785022', '2026-11-24T11:49:28.659Z', '2026-11-24T11:49:28.659Z');
INSERT INTO "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt") VALUES ('xN1XChhSp5uNmMIPTRhhoZwzSUqWtTl9', 'XR_feFZCJvb5BuxM3ce9I5kqI2cf0AEL', 'credential', 'XR_feFZCJvb5BuxM3ce9I5kqI2cf0AEL', '6888f78592359d2cf5a786348741828b:f8830417ef5949bd3da66f459876345d5115917b04a54ce569304561839dfa6030aa3848e826f8d0ded7fcf9f9886ce478f9fe418ddb258cfb74d05f3c8ebc4e', '2026-11-24T11:49:30.082Z', '2026-11-24T11:49:30.082Z');
INSERT INTO "reservedUsername" ("username", "userId", "until") VALUES ('ada_1815', 'blWDKmxHXYhrVcsVeR7WIYv6TpKgZsxr', 32472144000000);
INSERT INTO "favorite" ("userId", "wallpaperId", "position") VALUES ('blWDKmxHXYhrVcsVeR7WIYv6TpKgZsxr', 'alpine-dawn', 0);
INSERT INTO "favorite" ("userId", "wallpaperId", "position") VALUES ('blWDKmxHXYhrVcsVeR7WIYv6TpKgZsxr', 'left-long-ago', 1);
INSERT INTO "favorite" ("userId", "wallpaperId", "position") VALUES ('blWDKmxHXYhrVcsVeR7WIYv6TpKgZsxr', 'folder/Größe-海', 2);
INSERT INTO "favorite" ("userId", "wallpaperId", "position") VALUES ('blWDKmxHXYhrVcsVeR7WIYv6TpKgZsxr', 'total-eclipse', 3);
PRAGMA user_version = 1;
