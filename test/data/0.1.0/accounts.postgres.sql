CREATE TABLE public.account (
    id text NOT NULL,
    "accountId" text NOT NULL,
    "providerId" text NOT NULL,
    "userId" text NOT NULL,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamp with time zone,
    "refreshTokenExpiresAt" timestamp with time zone,
    scope text,
    password text,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL
);
CREATE TABLE public.favorite (
    "userId" text NOT NULL,
    "wallpaperId" text NOT NULL,
    "position" integer NOT NULL
);
CREATE TABLE public.fresco (
    key text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.session (
    id text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    token text NOT NULL,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL,
    "ipAddress" text,
    "userAgent" text,
    "userId" text NOT NULL
);
CREATE TABLE public."user" (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    "emailVerified" boolean NOT NULL,
    image text,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    username text
);
CREATE TABLE public.verification (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
INSERT INTO public.account (id, "accountId", "providerId", "userId", "accessToken", "refreshToken", "idToken", "accessTokenExpiresAt", "refreshTokenExpiresAt", scope, password, "createdAt", "updatedAt") VALUES ('UYxjXnZcZ6r2IPuTRnPZVx7bgXzXgprK', 'g2OLojtOrARiW1npEWZuG3jxypUldeLr', 'credential', 'g2OLojtOrARiW1npEWZuG3jxypUldeLr', NULL, NULL, NULL, NULL, NULL, NULL, 'd5302f018c453a2bd75f5520d6a06097:c71f8ddff5ff0c01ed4007cf00de4717b69a9d01edddeff9914f184e58b611cf026e9eb2d6ac5e0fdcba5b6142b6d3cb17ce10a7be078b7f4b1569a7d0249d5d', '2026-11-23 14:36:27.832+00', '2026-11-23 14:36:27.832+00');
INSERT INTO public.account (id, "accountId", "providerId", "userId", "accessToken", "refreshToken", "idToken", "accessTokenExpiresAt", "refreshTokenExpiresAt", scope, password, "createdAt", "updatedAt") VALUES ('rucG5wQuiMGLlnRQeqFOHFGlYObdRSrm', 'u0j9QmbWlQm58vbUDmaN2PHBe6LFIG3i', 'credential', 'u0j9QmbWlQm58vbUDmaN2PHBe6LFIG3i', NULL, NULL, NULL, NULL, NULL, NULL, '8c2cf1596300ac6a6ee0cac0db00600e:4259aeb7d2350fa7f7b9135e2092318c0b6e849e68ee7d81e33f03755c88812d9f944539197d9b4a0ad610791075cc8a1481f40eef2c6905df4fb6b5cdb9f369', '2026-11-23 14:36:28.77+00', '2026-11-23 14:36:28.77+00');
INSERT INTO public.favorite ("userId", "wallpaperId", "position") VALUES ('g2OLojtOrARiW1npEWZuG3jxypUldeLr', 'alpine-dawn', 1);
INSERT INTO public.favorite ("userId", "wallpaperId", "position") VALUES ('g2OLojtOrARiW1npEWZuG3jxypUldeLr', 'left-long-ago', 2);
INSERT INTO public.favorite ("userId", "wallpaperId", "position") VALUES ('g2OLojtOrARiW1npEWZuG3jxypUldeLr', 'folder/Größe-海', 3);
INSERT INTO public.favorite ("userId", "wallpaperId", "position") VALUES ('g2OLojtOrARiW1npEWZuG3jxypUldeLr', 'total-eclipse', 4);
INSERT INTO public.fresco (key, value) VALUES ('schema', '2');
INSERT INTO public.fresco (key, value) VALUES ('secret', 'nOW6eKH0qKj3Ub7IiGFkWKVIYFuXagfrpNjSNSXBvmc');
INSERT INTO public.session (id, "expiresAt", token, "createdAt", "updatedAt", "ipAddress", "userAgent", "userId") VALUES ('pw7zO5a2s4jY3MZHDHo9CsnjFSLECSj1', '2999-01-01 14:36:27.859+00', 'AYMocsU22Iv5ORnqpGQYmfD0LhpHek7H', '2026-11-23 14:36:27.859+00', '2026-11-23 14:36:27.859+00', '', '', 'g2OLojtOrARiW1npEWZuG3jxypUldeLr');
INSERT INTO public.session (id, "expiresAt", token, "createdAt", "updatedAt", "ipAddress", "userAgent", "userId") VALUES ('pW5HHIOI3ttKzk0qjSan9hO5t2gP1KlQ', '2999-01-01 14:36:28.771+00', 'FNKz8Vqs0YnRytyAH5qNUStv15QTUnsj', '2026-11-23 14:36:28.771+00', '2026-11-23 14:36:28.771+00', '', '', 'u0j9QmbWlQm58vbUDmaN2PHBe6LFIG3i');
INSERT INTO public."user" (id, name, email, "emailVerified", image, "createdAt", "updatedAt", username) VALUES ('g2OLojtOrARiW1npEWZuG3jxypUldeLr', 'Ada Lovelace', '616461@users.invalid', false, NULL, '2026-11-23 14:36:27.818+00', '2026-11-23 14:36:27.818+00', 'ada');
INSERT INTO public."user" (id, name, email, "emailVerified", image, "createdAt", "updatedAt", username) VALUES ('u0j9QmbWlQm58vbUDmaN2PHBe6LFIG3i', 'grace.h', '67726163652e68@users.invalid', false, NULL, '2026-11-23 14:36:28.768+00', '2026-11-23 14:36:28.768+00', 'grace.h');
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.favorite
    ADD CONSTRAINT favorite_pkey PRIMARY KEY ("userId", "wallpaperId");
ALTER TABLE ONLY public.fresco
    ADD CONSTRAINT fresco_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_key UNIQUE (token);
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_email_key UNIQUE (email);
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_username_key UNIQUE (username);
ALTER TABLE ONLY public.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (id);
CREATE INDEX "account_userId_idx" ON public.account USING btree ("userId");
CREATE INDEX favorite_position_idx ON public.favorite USING btree ("userId", "position");
CREATE INDEX "session_userId_idx" ON public.session USING btree ("userId");
CREATE INDEX verification_identifier_idx ON public.verification USING btree (identifier);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.favorite
    ADD CONSTRAINT "favorite_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session
    ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."user"(id) ON DELETE CASCADE;
