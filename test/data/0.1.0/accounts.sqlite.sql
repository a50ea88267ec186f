CREATE TABLE "user" (
    "id" text not null primary key,
    "name" text not null,
    "email" text not null unique,
    "emailVerified" integer not null,
    "image" text,
    "createdAt" date not null,
    "updatedAt" date not null,
    "username" text unique
  );
CREATE TABLE "session" (
    "id" text not null primary key,
    "expiresAt" date not null,
    "token" text not null unique,
    "createdAt" date not null,
    "updatedAt" date not null,
    "ipAddress" text,
    "userAgent" text,
    "userId" text not null references "user" ("id") on delete cascade
  );
CREATE TABLE "account" (
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
CREATE TABLE "verification" (
    "id" text not null primary key,
    "identifier" text not null,
    "value" text not null,
    "expiresAt" date not null,
    "createdAt" date not null,
    "updatedAt" date not null
  );
CREATE INDEX "session_userId_idx" on "session" ("userId");
CREATE INDEX "account_userId_idx" on "account" ("userId");
CREATE INDEX "verification_identifier_idx" on "verification" ("identifier");
CREATE TABLE "favorite" (
    "userId" text not null references "user" ("id") on delete cascade,
    "wallpaperId" text not null,
    "position" integer not null,
    primary key ("userId", "wallpaperId")
  ) without rowid;
CREATE UNIQUE INDEX "favorite_position_idx" on "favorite" ("userId", "position");
INSERT INTO "user" ("id", "name", "email", "emailVerified", "image", "createdAt", "updatedAt", "username") VALUES ('zbpTuufv9UY6j517L4BmkHURB8XI1prd', 'Ada Lovelace', '616461@users.invalid', 0, NULL, '2026-11-23T14:35:57.939Z', '2026-11-23T14:35:57.939Z', 'ada');
INSERT INTO "user" ("id", "name", "email", "emailVerified", "image", "createdAt", "updatedAt", "username") VALUES ('mKnp3QEuKK5S4KCa82eJAP69yhbE7eqH', 'grace.h', '67726163652e68@users.invalid', 0, NULL, '2026-11-23T14:36:00.650Z', '2026-11-23T14:36:00.650Z', 'grace.h');
INSERT INTO "session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "ipAddress", "userAgent", "userId") VALUES ('LMYvU2mQNWQ6uxyaA956TcuBE0R3wat2', '2999-01-01T14:35:58.229Z', 'qwgjuyirpOz4K6DwKZvwBqFpZDImhvQu', '2026-11-23T14:35:58.229Z', '2026-11-23T14:35:58.229Z', '', '', 'zbpTuufv9UY6j517L4BmkHURB8XI1prd');
INSERT INTO "session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "ipAddress", "userAgent", "userId") VALUES ('jCKn03soID9gFzTgDu6FlzQTMQRPYL7M', '2999-01-01T14:36:00.704Z', 'JPOwlUyR3bgs40qCfAtZL6imaK8Klw65', '2026-11-23T14:36:00.704Z', '2026-11-23T14:36:00.704Z', '', '', 'mKnp3QEuKK5S4KCa82eJAP69yhbE7eqH');
INSERT INTO "account" ("id", "accountId", "providerId", "userId", "accessToken", "refreshToken", "idToken", "accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", "password", "createdAt", "updatedAt") VALUES ('sfSHJ97OipzIqIDpKVsUEt8p26abtN2T', 'zbpTuufv9UY6j517L4BmkHURB8XI1prd', 'credential', 'zbpTuufv9UY6j517L4BmkHURB8XI1prd', NULL, NULL, NULL, NULL, NULL, NULL, 'd908f908126d950ffb3b5a9e6844ee25:884abda73666715756b03b20b081f66ece9ddde33af17d42183abf6e9682c2b5598d31710a14c9ff6b04d3f9943ecc2050ff1025d129ce12bcd3914aa75e4d3e', '2026-11-23T14:35:58.179Z', '2026-11-23T14:35:58.179Z');
INSERT INTO "account" ("id", "accountId", "providerId", "userId", "accessToken", "refreshToken", "idToken", "accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", "password", "createdAt", "updatedAt") VALUES ('WOO6lym1LhKNRcKLQdTbO00i3Qn0PWGw', 'mKnp3QEuKK5S4KCa82eJAP69yhbE7eqH', 'credential', 'mKnp3QEuKK5S4KCa82eJAP69yhbE7eqH', NULL, NULL, NULL, NULL, NULL, NULL, '149608a7519f911b7d8554daab7e3ab4:e59acf038acb965e67fbc8aed99201a1b99c8f3f89c6fcb9de5f1313aa551cd055ba254c43a762476c607d426751d56d659c6d692ad658e8747d7e50e6f83760', '2026-11-23T14:36:00.702Z', '2026-11-23T14:36:00.702Z');
INSERT INTO "favorite" ("userId", "wallpaperId", "position") VALUES ('zbpTuufv9UY6j517L4BmkHURB8XI1prd', 'alpine-dawn', 0);
INSERT INTO "favorite" ("userId", "wallpaperId", "position") VALUES ('zbpTuufv9UY6j517L4BmkHURB8XI1prd', 'left-long-ago', 1);
INSERT INTO "favorite" ("userId", "wallpaperId", "position") VALUES ('zbpTuufv9UY6j517L4BmkHURB8XI1prd', 'folder/Größe-海', 2);
INSERT INTO "favorite" ("userId", "wallpaperId", "position") VALUES ('zbpTuufv9UY6j517L4BmkHURB8XI1prd', 'total-eclipse', 3);
PRAGMA user_version = 2;
