import { z } from 'zod'
import { isTimeZone } from '../../shared/random-api.ts'
import { signUpModes } from '../accounts/store/invites.ts'
import type { CloudinaryAccount } from '../adapters/cloudinary/api.ts'
import type { RequestAllowance } from '../ports.ts'
import { defaultDataDir } from './environment.js'

/**
 * A setting of the server. The schema gives the setting's type and default, and `npx node tools/env-example.ts` writes
 * `.env.example` from the other fields.
 */
export interface Setting {
  schema: z.ZodType
  /** The accepted values. The text completes the error message "PORT is 'x': it accepts …". */
  accepts: string
  help: string
  /** The heading in `.env.example` above this setting and the settings below it. */
  group?: string
  /** The value to show in `.env.example` if the setting's default is not suitable as text. */
  example?: string
  secret?: true
}

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(65_535))
const seconds = z.coerce.number().min(0.1).max(86_400)
const acceptsSeconds = 'a number of seconds from 0.1 to 86400'
const acceptsPort = 'a port from 0 (any free one) to 65535'
const acceptsUrl = 'an http or https address'
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .regex(/^[^?#@]*$/)
  // A browser's spelling of the address, with scheme and host in lower case and without a default port.
  .transform((url) => new URL(url).href.replace(/\/+$/, ''))
// A path may have no empty parts, because proxies remove those.
const siteUrl = baseUrl.pipe(z.string().regex(/^[^/]+\/(\/[^/]+)+$/))
const storeUrl = z.url({ protocol: /^https$/ })
const contact = z.union([
  z.email().transform((address) => `mailto:${address}`),
  z.url({ protocol: /^https$/ }).regex(/^\S+$/),
])
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
)

/** An address in a setting, and the name that the operator gave it. */
export interface NamedAddress {
  name: string | undefined
  url: URL
}

// The name is also the name of a folder.
const namedAddress = z
  .string()
  .regex(/^(?:[\p{L}\p{N}][\p{L}\p{N} _.-]{0,39}=)?https?:\/\/\S+$/u)
  .transform((text, context): NamedAddress => {
    const [, name, address = ''] = /^(?:([^=/]*)=)?(.*)$/.exec(text) ?? []
    const url = URL.parse(address)
    if (url === null) context.addIssue('not an address')
    return url === null ? z.NEVER : { name: name?.trim().normalize('NFC').toLowerCase(), url }
  })
const namedAddresses = list.pipe(z.array(namedAddress)).default([])
const acceptsNamedAddresses =
  'http or https addresses, separated by commas, each with a name if you like: mountains=https://…'
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

// The names of owners and repositories that GitHub allows. None can lead to another path of GitHub's API.
const githubName = z.string().regex(/^(?!\.+$)[\w.-]+$/)
const githubRef = z.string().regex(/^(?!.*(\.\.|\/\/))[^\s/~^:?*[\\][^\s~^:?*[\\]*$/)
// The characters that an HTTP header may contain. With others, `fetch` would show the token in its error message.
const headerText = z.string().regex(/^[\x21-\x7e]+$/)

/**
 * Reads CLOUDINARY_URL, which Cloudinary's SDK defines as
 * `cloudinary://key:secret@cloud[/images.domain][?upload_prefix=…]`.
 */
export const cloudinaryUrlSchema = z.string().transform((text, context): CloudinaryAccount => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const apiUrl = baseUrl.safeParse(url?.searchParams.get('upload_prefix') ?? cloudinaryApi)
  if (url === undefined || !isComplete(url) || !apiUrl.success) {
    context.addIssue('not the complete address of an account')
    return z.NEVER
  }
  return {
    cloudName: url.hostname,
    apiKey: url.username,
    apiSecret: url.password,
    apiUrl: apiUrl.data,
    imagesDomain: url.pathname.replace(/^\//, '') || undefined,
  }
})

const cloudinaryApi = 'https://api.cloudinary.com'

// Refuses a CLOUDINARY_URL with a placeholder such as `<your_api_key>`, as Cloudinary's dashboard shows it.
const isComplete = ({ protocol, hostname, username, password, pathname }: URL) =>
  protocol === 'cloudinary:' &&
  [hostname, username, password].every((part) => /^[\w-]+$/.test(part)) &&
  /^(\/([\w.-]+(:\d+)?)?)?$/.test(pathname)

const unitSeconds = { second: 1, minute: 60, hour: 3600 } as const
const unitSchema = z.enum(['second', 'minute', 'hour'])
const rateLimit = z
  .string()
  .regex(/^[1-9]\d{0,8} ?\/ ?(second|minute|hour)$/)
  .transform((text): RequestAllowance => {
    const [requests = '', unit] = text.split('/')
    return {
      requests: Number(requests),
      windowSeconds: unitSeconds[unitSchema.parse(unit?.trim())],
    }
  })

export const settings = {
  HOST: {
    group: 'The server',
    schema: z.string().default('127.0.0.1'),
    accepts: 'an address to listen on',
    help: 'The address to listen on. 0.0.0.0 stands for every address of the machine.',
  },
  PORT: {
    schema: port.default(8787),
    accepts: acceptsPort,
    help: 'The port to listen on. 0 picks a free port and prints it.',
  },
  PUBLIC_URL: {
    schema: siteUrl.optional(),
    accepts:
      'the http or https address that people reach this server at, without a query and without an empty part in its path',
    help: 'The address at which people reach this server, also with a path, such as https://home.example/fresco. Every absolute URL starts with it. Default: the address that the server listens on.',
    example: 'https://wallpapers.example.com',
  },
  SITE_NAME: {
    schema: z.string().max(40).default('Fresco'),
    accepts: 'a name of at most 40 characters',
    help: 'What people call this site: the name in titles, at the top of pages, in feeds and of the installed page at /tab/.',
    example: "Ada's pictures",
  },
  DATA_DIR: {
    schema: z.string().default(defaultDataDir),
    accepts: 'a folder that the server can write to',
    help: 'The folder for everything the server stores: accounts, the last good catalogue, measurements, resized pictures, compiled code.',
  },
  RENDITIONS_MAX_MB: {
    schema: z.coerce.number().min(1).default(1000),
    accepts: 'a number of megabytes of at least 1',
    help: 'Megabytes that resized pictures may take in DATA_DIR. The server deletes the least recently used ones first.',
  },
  PICTURE_MEMORY_MB: {
    schema: z.coerce.number().min(16).default(320),
    accepts: 'a number of megabytes of at least 16',
    help: 'Megabytes of memory that opening one picture may take. A picture that takes more is neither listed nor resized, and the log says so. All pictures together take at most 1.4 times as much. Raise it for AVIF pictures wider than 5120 pixels.',
  },
  HOT_PICTURES_MB: {
    schema: z.coerce.number().min(0).default(64),
    accepts: 'a number of megabytes of at least 0',
    help: 'Megabytes of memory for the pictures that were sent last. Sending a picture from memory takes a third to a half of the processor time that reading it from the disk takes. A picture that is larger than a sixteenth of this is never in memory.',
  },
  WALLPAPERS_DIR: {
    group: 'The catalogue: a folder',
    schema: z.string().optional(),
    accepts: 'a folder that exists',
    help: 'A folder of your own pictures (jpg, png, webp, avif; subfolders are categories), or a catalogue folder with an index.json. Default: the catalogue that comes with Fresco.',
    example: '/home/me/Pictures/Wallpapers',
  },
  WALLPAPERS_LINKS: {
    schema: list.default([]),
    accepts: 'folders that exist, separated by commas',
    help: 'Other folders that links in WALLPAPERS_DIR, to files and to folders, may lead to. Links to anywhere else, or into DATA_DIR, are not followed. It also applies to fresco export, fresco publish and fresco catalogue check.',
    example: '/mnt/pictures,/srv/archive',
  },
  PICTURE_METADATA: {
    schema: z.enum(['strip', 'keep']).default('strip'),
    accepts: 'strip or keep',
    help: 'Whether pictures of WALLPAPERS_DIR and of a private repository are sent with what they say about the place, the person and the camera (EXIF, XMP, IPTC, comments): strip leaves it out, keep sends the files as they are. The gain map of an Ultra HDR picture is left out with it, so the picture is shown without HDR. A GIF file of an index is sent only with keep. The files do not change, and color profile and orientation are always sent.',
  },
  PICTURE_FACTS: {
    schema: z.enum(['off', 'on']).default('off'),
    accepts: 'off or on',
    help: 'Whether title, description, tags, author and license are also read from inside the pictures of a folder without an index.json (XMP, IPTC, EXIF), and shown. They may name people. With off, only files beside the pictures are read (docs/operating.md). It also applies to fresco export, fresco publish and fresco catalogue check.',
    example: 'on',
  },
  FOLDER_REFRESH_SECONDS: {
    schema: seconds.default(2),
    accepts: acceptsSeconds,
    help: 'The fewest seconds between two checks of WALLPAPERS_DIR for changes. A large folder is checked less often (docs/operating.md).',
  },
  GITHUB_OWNER: {
    group:
      'A catalogue at GitHub instead: a repository with index.json and tags.json at its root. Set the first three together.',
    schema: githubName.optional(),
    accepts: 'the name of a person or an organization at GitHub',
    help: 'The person or organization that owns the repository.',
    example: 'octocat',
  },
  GITHUB_REPO: {
    schema: githubName.optional(),
    accepts: 'the name of a repository, without its owner',
    help: 'The name of the repository, without its owner.',
    example: 'wallpapers',
  },
  GITHUB_TOKEN: {
    schema: headerText.optional(),
    accepts: 'an access token that may read the repository',
    help: 'An access token with permission to read the contents of the repository. To publish a folder, the token also needs permission to write them (docs/publishing.md).',
    example: 'github_pat_...',
    secret: true,
  },
  GITHUB_REF: {
    schema: githubRef.default('HEAD'),
    accepts: 'a branch, a tag or a commit',
    help: 'The branch, tag or commit of the repository that holds the catalogue.',
  },
  GITHUB_API_URL: {
    schema: baseUrl.optional(),
    accepts: acceptsUrl,
    help: 'The address of the GitHub API, for GitHub Enterprise or tests. Default: https://api.github.com.',
    example: 'https://github.example.com/api/v3',
  },
  GITHUB_REFRESH_SECONDS: {
    schema: seconds.default(60),
    accepts: acceptsSeconds,
    help: 'Seconds between two checks of the repository for changes. While nothing changes, GitHub does not count these requests against its rate limit.',
  },
  ORIGINALS_MAX_MB: {
    schema: z.coerce.number().min(1).default(2000),
    accepts: 'a number of megabytes of at least 1',
    help: 'Megabytes that fetched pictures may take in DATA_DIR: those of a private repository, and those on another host that /random and /today send. The server fetches a picture when somebody asks for it, and deletes the least recently used ones first.',
  },
  WALLPAPERS_BASE_URL: {
    schema: baseUrl.optional(),
    accepts: 'the http or https address under which main/ and cache/ are found, without a query',
    help: "The address of that catalogue's main/ and cache/. Default: WALLPAPERS_DIR if it is set, otherwise raw.githubusercontent.com for a public repository, and this server for a private one.",
    example: 'https://files.example.com/wallpapers',
  },
  FEEDS: {
    group:
      'Pictures from other sources. The server downloads them into DATA_DIR/sources, and they are one catalogue with the pictures above. Each source has a name, which source= selects.',
    schema: namedAddresses,
    accepts: acceptsNamedAddresses,
    help: 'Feeds with pictures: RSS, Atom, Media RSS or JSON Feed. Their names are those of their hosts, unless you give them others. A comma in an address is %2C.',
    example:
      'https://space.example/pictures.rss,mountains=https://photos.example/tag/mountains.atom',
    secret: true,
  },
  JSON_LISTS: {
    schema: namedAddresses,
    accepts: acceptsNamedAddresses,
    help: 'Addresses of any JSON with pictures. After the #, name the fields that lead to the address of each picture. {page} stands for the number of a page.',
    example: 'https://api.example/pictures?page={page}#data.urls.full',
    secret: true,
  },
  WEBDAV_FOLDERS: {
    schema: namedAddresses,
    accepts: acceptsNamedAddresses,
    help: 'Folders at WebDAV servers and Nextcloud, with the name and the password in the address, and links that Nextcloud shares (/s/…). For Nextcloud, make an app password. Subfolders are categories. Special characters in a password are encoded, such as %40 for @.',
    example:
      'https://ada:app-password@cloud.example/remote.php/dav/files/ada/Wallpapers,https://cloud.example/s/a1B2c3',
    secret: true,
  },
  IMMICH_URL: {
    schema: baseUrl.optional(),
    accepts: acceptsUrl,
    help: 'An Immich server, version 1.138 or later. With its pictures, this server is private unless ACCESS is public.',
    example: 'https://photos.example',
  },
  IMMICH_API_KEY: {
    schema: headerText.optional(),
    accepts: 'an API key of Immich',
    help: 'A key with the permissions asset.read and asset.view, and for IMMICH_TAKE also album.read or person.read. Immich makes it at /user-settings.',
    example: '...',
    secret: true,
  },
  IMMICH_TAKE: {
    schema: list
      .pipe(z.array(z.string().regex(/^(all|favorites|albums|(album|person|search):.+)$/)))
      .default(['favorites']),
    accepts: 'all, favorites, albums, album:NAME, person:NAME or search:WORDS, separated by commas',
    help: "What to take from Immich: all, favorites, albums, album:NAME, person:NAME, or search:WORDS for Immich's search by meaning. Albums and searches are categories. Archived and locked pictures are never taken.",
    example: 'album:Best of the Alps,search:sunset over a lake',
  },
  IMMICH_LINKS: {
    schema: namedAddresses,
    accepts: acceptsNamedAddresses,
    help: 'Links that somebody shared at Immich, without a password. They need no key.',
    example: 'alps=https://photos.example/share/a1B2c3',
    secret: true,
  },
  COMMONS_SUBJECTS: {
    schema: list.default([]),
    accepts: 'subjects, separated by commas',
    help: 'Featured pictures of Wikimedia Commons, 300 of each subject. A subject is all, mountains, sea, night, forests, cities, architecture, animals, plants, space, art, or words of your own. Wikimedia asks for a contact: set PUBLIC_URL or CONTACT.',
    example: 'mountains,northern lights',
  },
  SOURCES_MAX_MB: {
    schema: z.coerce.number().min(1).default(5000),
    accepts: 'a number of megabytes of at least 1',
    help: 'Megabytes that the pictures from these sources may take in DATA_DIR together. When they are used up, a feed first removes its oldest pictures that it no longer lists. Then no new pictures are downloaded until there is space.',
  },
  SOURCES_REFRESH_SECONDS: {
    schema: seconds.default(1800),
    accepts: acceptsSeconds,
    help: 'Seconds between two checks of each of these sources.',
  },
  CLOUDINARY_URL: {
    group: "Images with details (/api/random-wallpapers). Default: the catalogue's own images.",
    schema: cloudinaryUrlSchema.optional(),
    accepts:
      'the address of an account at Cloudinary: cloudinary://key:secret@cloud, also with ?upload_prefix=…',
    help: "Images at Cloudinary instead. The server lists at most 500 of all images, 500 tagged desktop and 500 tagged mobile. It reads dominant colors from an image's context: colors=#112233,#aabbcc. Add ?upload_prefix= to use another API address.",
    example: 'cloudinary://key:secret@cloud',
    secret: true,
  },
  CLOUDINARY_REFRESH_SECONDS: {
    schema: seconds.default(600),
    accepts: acceptsSeconds,
    help: 'Seconds between two reads of the image lists. Each read costs three calls of the Admin API, which allows 500 calls an hour.',
  },
  DATABASE_URL: {
    group: 'Accounts and favorites. Default: SQLite in DATA_DIR.',
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    accepts: 'the address of a PostgreSQL database: postgres://user:password@host:5432/name',
    help: 'PostgreSQL for the accounts of this server. Needed for more than one replica.',
    example: 'postgres://fresco:password@127.0.0.1:5432/fresco',
    secret: true,
  },
  ACCESS: {
    schema: z.enum(['public', 'private']).optional(),
    accepts: 'public or private',
    help: 'Who sees the pictures: "public" for everybody who can reach this server, "private" for people with an account here and for programs with a read key (docs/private-server.md). Default: private if pictures come from Immich, from WebDAV or from a private repository, otherwise public.',
    example: 'private',
  },
  SIGN_UP: {
    schema: z.enum(signUpModes).optional(),
    accepts: signUpModes.join(', '),
    help: 'Who can create an account: "open" for everybody, "invite" for people with a link from npm run fresco -- admin invite, "closed" for nobody. Default: open, or invite if ACCESS is private. It has no effect on accounts at Clerk, which has restrictions of its own.',
    example: 'invite',
  },
  OIDC_ISSUER: {
    schema: z
      .string()
      .transform((text) => text.replace(/\/\.well-known\/openid-configuration\/?$/, ''))
      .pipe(baseUrl)
      .optional(),
    accepts: 'the http or https address of an OpenID Connect provider, without a query',
    help: 'An OpenID Connect provider at which people sign in, such as Authelia, authentik, Keycloak or Pocket ID. Set OIDC_CLIENT_ID too. The provider has to send people back to PUBLIC_URL followed by /account/oidc/callback (docs/operating.md).',
    example: 'https://auth.example.com',
  },
  OIDC_CLIENT_ID: {
    schema: z.string().max(512).optional(),
    accepts: 'the id under which the provider knows this server',
    help: 'The id under which the provider knows this server.',
    example: 'fresco',
  },
  OIDC_CLIENT_SECRET: {
    schema: z.string().max(2048).optional(),
    accepts: 'the secret that belongs to OIDC_CLIENT_ID',
    help: 'The secret that belongs to OIDC_CLIENT_ID. Leave it out if the provider has this server as a public client.',
    example: '...',
    secret: true,
  },
  OIDC_NAME: {
    schema: z.string().max(40).optional(),
    accepts: 'a name of at most 40 characters',
    help: 'The name of the provider on buttons: "Continue with ...". Default: the host of OIDC_ISSUER.',
    example: 'Example ID',
  },
  OIDC_ONLY: {
    schema: z.enum(['off', 'on']).default('off'),
    accepts: 'off or on',
    help: 'Whether people sign in only at the provider. With off, they can also use passwords.',
    example: 'on',
  },
  CLERK_SECRET_KEY: {
    schema: z.string().startsWith('sk_').optional(),
    accepts: 'the secret key of a Clerk instance: sk_live_… or sk_test_…',
    help: 'Accounts and favorites at Clerk instead of on this server. Set these three keys together. They are under "API keys" in Clerk\'s dashboard.',
    example: 'sk_live_...',
    secret: true,
  },
  CLERK_PUBLISHABLE_KEY: {
    schema: z
      .string()
      .regex(/^pk_(live|test)_[\w+/=-]+$/)
      .optional(),
    accepts: 'the publishable key of a Clerk instance: pk_live_… or pk_test_…',
    help: 'The publishable key of the same Clerk instance.',
    example: 'pk_live_...',
  },
  CLERK_JWT_KEY: {
    schema: z.string().optional(),
    accepts: "the public key of a Clerk instance as PEM, from Clerk's dashboard",
    help: 'The public key of the same Clerk instance as PEM.',
    example: String.raw`"-----BEGIN PUBLIC KEY-----\nMIIB...\n-----END PUBLIC KEY-----"`,
  },
  CLERK_AUTHORIZED_PARTIES: {
    schema: list.optional(),
    accepts:
      'origins whose Clerk tokens the server accepts, separated by commas; an origin may end in *',
    help: 'Origins whose Clerk tokens the server accepts. An origin may end in *. Default: PUBLIC_URL and every extension.',
    example: 'https://wallpapers.example.com,chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  },
  CLERK_API_URL: {
    schema: baseUrl.optional(),
    accepts: acceptsUrl,
    help: "The address of Clerk's Backend API, for tests. Default: Clerk's own.",
    example: 'http://127.0.0.1:9000',
  },
  REDIS_URL: {
    group: 'Operation',
    schema: z.url({ protocol: /^rediss?$/ }).optional(),
    accepts: 'the address of a Redis or Valkey server: redis://host:6379',
    help: 'Redis or Valkey, needed for more than one replica. It holds request and sign-in limits and the lock for favorites at Clerk.',
    example: 'redis://127.0.0.1:6379',
    secret: true,
  },
  RATE_LIMIT: {
    schema: rateLimit.optional(),
    accepts: 'a number of requests per second, minute or hour: 600/minute',
    help: 'How many requests one client may send per second, minute or hour. Pages and pictures count too: a page of wallpapers takes about 35 requests. Health checks do not count. With REDIS_URL, all replicas count together. Default: no limit.',
    example: '600/minute',
  },
  TRUSTED_PROXIES: {
    schema: list.pipe(z.array(network)).default([]),
    accepts: 'addresses or networks, separated by commas: 127.0.0.1,10.0.0.0/8',
    help: 'Addresses or networks of reverse proxies in front of this server. Only their X-Forwarded-For header is trusted.',
    example: '127.0.0.1,10.0.0.0/8',
  },
  X_ACCEL_REDIRECT: {
    schema: list
      .pipe(z.array(z.string().regex(/^\/[\w-]+=\/.*[^/]$/)))
      .transform((pairs) =>
        pairs.map((pair) => {
          const at = pair.indexOf('=')
          return { location: pair.slice(0, at), folder: pair.slice(at + 1) }
        }),
      )
      .default([]),
    accepts:
      'internal locations of nginx and their folders, without / at the end: /fresco-pictures=/srv/pictures',
    help: 'Pairs of an internal location of nginx and the folder that is its alias (deploy/nginx.conf). nginx then sends the files that are larger than a sixteenth of HOT_PICTURES_MB itself. The paths must contain no symbolic links. Set it only behind nginx, because other clients would get empty pictures.',
    example: '/fresco-pictures=/srv/pictures',
  },
  DRAIN_SECONDS: {
    schema: z.coerce.number().min(0).max(600).default(0),
    accepts: 'a number of seconds from 0 to 600',
    help: 'Seconds after a SIGTERM in which /readyz answers 503 but requests are still served, so that load balancers notice.',
  },
  METRICS_PORT: {
    schema: port.optional(),
    accepts: acceptsPort,
    help: 'Prometheus metrics at http://HOST:METRICS_PORT/metrics. Keep this port private. Default: off.',
    example: '9464',
  },
  LOG_LEVEL: {
    schema: z.enum(logLevels).default('info'),
    accepts: logLevels.join(', '),
    help: 'trace, debug, info, warn, error, fatal or silent. debug adds an access log: one line for each request with the address of the client, the path without its query, the status and the time. It never has cookies or tokens. Failed sign-ins are logged at warn.',
  },
  TZ: {
    // Some systems name a file of zone data, such as ":/etc/localtime".
    schema: z
      .string()
      .transform((name) => (name.startsWith(':') ? 'UTC' : name))
      .refine(isTimeZone)
      .default('UTC'),
    accepts: 'the name of a time zone, like Europe/Berlin',
    help: 'The time zone in which the picture of the day changes at midnight, unless a request names another one (tz=).',
    example: 'Europe/Berlin',
  },
  NODE_ENV: {
    schema: z.string().default('production'),
    accepts: 'a word',
    help: '"development" adds the cause of a failure to the body of a 500 answer.',
  },
  CONTACT: {
    schema: contact.optional(),
    accepts: 'an email address or an https address',
    help: 'Where the people who run this server can be reached. Requests for pictures of other sites name it, because sites such as Wikimedia ask for a contact.',
    example: 'ada@example.com',
  },
  CHROME_EXTENSION_URL: {
    schema: storeUrl.optional(),
    accepts: 'an https address in a store',
    help: "The extension's page in the Chrome Web Store. The home page links to it. Default: it explains how to load the folder dist.",
    example: 'https://chromewebstore.google.com/detail/fresco/...',
  },
  FIREFOX_EXTENSION_URL: {
    schema: storeUrl.optional(),
    accepts: 'an https address in a store',
    help: "The extension's page at Firefox Add-ons.",
    example: 'https://addons.mozilla.org/firefox/addon/fresco/',
  },
} satisfies Record<string, Setting>
