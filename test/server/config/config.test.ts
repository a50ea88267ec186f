import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ConfigError,
  describeSignUp,
  findMisspelledSettings,
  findSettingProblems,
  listSecrets,
  parseConfig,
} from '../../../server/config/config.ts'
import { settings } from '../../../server/config/settings.ts'
import { toEnvExample } from '../../../tools/env-example.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

describe('findMisspelledSettings', () => {
  it.each([
    ['SIGNUP', 'SIGN_UP'],
    ['WALLPAPER_DIR', 'WALLPAPERS_DIR'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ])('finds that %s was meant to be %s', (name, meant) => {
    expect(findMisspelledSettings({ [name]: 'x' })).toMatchObject([
      {
        text: `${name} is set, but Fresco has no such setting`,
        advice: `rename it to ${meant}, if you meant that`,
      },
    ])
  })

  it('says nothing about variables of other programs', () => {
    const others =
      'PATH HOME HOSTNAME SPORT PORTS REPORT XDG_DATA_DIRS NODE_OPTIONS REDIS_PORT GITHUB_ENV GITHUB_REF_NAME GITHUB_SHA CI'
    const env = Object.fromEntries(others.split(' ').map((name) => [name, 'x']))
    expect(findMisspelledSettings({ ...env, sign_ups: 'x', SIGNUP: ' ' })).toEqual([])
    expect(findMisspelledSettings({ PUBLIC_URL: 'x', PUBLIC_URI: 'x' })).toEqual([])
  })
})

describe('findSettingProblems', () => {
  it('lists settings that cannot be used, or else what their user refuses', () => {
    const refuse = () => {
      throw new ConfigError('two sources are set')
    }
    expect(findSettingProblems({}, refuse)).toEqual(['two sources are set'])
    expect(findSettingProblems({ PORT: 'x', SIGN_UP: 'x' }, refuse)).toHaveLength(2)
  })
})

describe('describeSignUp', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'fresco', OIDC_ONLY: 'on' }
  const clerk = {
    CLERK_SECRET_KEY: 'sk_test_x',
    CLERK_PUBLISHABLE_KEY: 'pk_test_x',
    CLERK_JWT_KEY: 'x',
  }

  it.each([
    ['open', {}],
    ['with an invite', { SIGN_UP: 'invite' }],
    ['closed, at id.example', { SIGN_UP: 'closed', ...oidc }],
    ['at Clerk', clerk],
  ])('says "%s"', (text, env) => {
    expect(describeSignUp(parseConfig(env).accounts)).toBe(text)
  })
})

describe('parseConfig', () => {
  it.each([
    [{}, false, 'open'],
    [{ ACCESS: 'private' }, true, 'invite'],
    [{ WEBDAV_FOLDERS: 'https://cloud.example/s/a' }, true, 'invite'],
    [{ IMMICH_LINKS: 'https://photos.example/share/a' }, true, 'invite'],
    [{ IMMICH_URL: 'https://photos.example', ACCESS: 'public' }, false, 'open'],
    [{ FEEDS: 'https://a.example/feed' }, false, 'open'],
  ])('closes a server with pictures from private sources: %j', (env, isPrivate, signUp) => {
    expect(parseConfig(env)).toMatchObject({ isPrivate, accounts: { signUp } })
  })

  it('refuses a private server on which everybody could sign up', () => {
    const env = { ACCESS: 'private', SIGN_UP: 'open' }
    expect(() => parseConfig(env)).toThrow(/^SIGN_UP is open, but this server is private/)
  })

  it('hides an address that may have a key in it', () => {
    expect(() => parseConfig({ JSON_LISTS: 'ftp://a.example/list?key=s3cret' })).toThrow(
      /^JSON_LISTS has a value that cannot be used \(hidden here\)/,
    )
  })

  it('needs no setting at all', () => {
    expect(parseConfig({})).toMatchObject({
      listen: { host: '127.0.0.1', port: 8787 },
      publicUrl: undefined,
      dataDir: './data',
      development: false,
    })
  })

  it('counts an empty value as not set', () => {
    expect(parseConfig({ PORT: '', PUBLIC_URL: ' ' }).listen.port).toBe(8787)
  })

  it.each([
    ['HTTPS://W.Example', 'https://w.example'],
    ['https://w.example:443/', 'https://w.example'],
    ['http://[::1]:8787/', 'http://[::1]:8787'],
    ['https://w.example/base/', 'https://w.example/base'],
    ['https://w.example/a/b c', 'https://w.example/a/b%20c'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('reads PUBLIC_URL %s as %s', (PUBLIC_URL, publicUrl) => {
    expect(parseConfig({ PUBLIC_URL }).publicUrl).toBe(publicUrl)
  })

  it.each([
    ['ada@w.example', 'mailto:ada@w.example'],
    ['https://w.example/report', 'https://w.example/report'],
  ])('reads CONTACT %s as %s', (CONTACT, contact) => {
    expect(parseConfig({ CONTACT }).values.CONTACT).toBe(contact)
  })

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PUBLIC_URL', 'https://w.example/?a'],
    ['PUBLIC_URL', 'https://w.example//base/'],
    ['PUBLIC_URL', 'ftp://w.example'],
    ['FOLDER_REFRESH_SECONDS', 'soon'],
    ['LOG_LEVEL', 'loud'],
    ['DRAIN_SECONDS', '-1'],
    ['CHROME_EXTENSION_URL', 'javascript:alert'],
    ['CONTACT', 'http://report.example'],
    ['CONTACT', 'https://report.example/\nExpires: 1'],
    ['RATE_LIMIT', '0/minute'],
    ['RATE_LIMIT', '10/day'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['CLERK_PUBLISHABLE_KEY', 'sk_live_x'],
    ['GITHUB_OWNER', 'octo/wallpapers'],
    ['GITHUB_REPO', '..'],
    ['GITHUB_REF', '../main'],
  ])('names %s, its value %j and what it accepts, on one line', (key, value) => {
    const start = () => parseConfig({ [key]: value })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`^${key} is '${value.replace('?', '\\?')}': it accepts .+$`))
  })

  it.each([
    ['DATABASE_URL', 'mysql://fresco:s3cret@db/fresco'],
    ['REDIS_URL', 'default:s3cret@127.0.0.1:6379'],
    ['CLERK_SECRET_KEY', 'pk_live_s3cret'],
    ['GITHUB_TOKEN', 'ghp_s3cret é'],
    ['CLOUDINARY_URL', 'CLOUDINARY_URL=cloudinary://1234:s3cret@demo'],
    ['CLOUDINARY_URL', 'cloudinary://<key>:<s3cret>@demo'],
    ['CLOUDINARY_URL', 'cloudinary://1234:s3cret@demo?upload_prefix=s3cret'],
    ['CLOUDINARY_URL', 'cloudinary://1234:s3cret@demo/a/b'],
    ['OIDC_ISSUER', 'https://fresco:s3cret@id.example'],
    ['PUBLIC_URL', 'https://fresco:s3cret@example.com'],
    ['GITHUB_API_URL', 'fresco:s3cret@github.example'],
  ])('names %s and what it accepts, but never the secret in %j', (key, value) => {
    const start = () => parseConfig({ [key]: value })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(
      new RegExp(`^${key} has a value that cannot be used \\(hidden here\\): it accepts .+$`),
    )
    expect(start).not.toThrow(/s3cret/)
  })

  it('reads a catalogue at GitHub when its owner or name is there, and what is missing', () => {
    const ofOthers = { GITHUB_TOKEN: 'ghp_x', GITHUB_REF: 'refs/heads/main' }
    expect(parseConfig(ofOthers).github).toBeUndefined()
    expect(parseConfig({ GITHUB_OWNER: 'octo', GITHUB_REF: 'feature/wall-e' }).github).toEqual({
      owner: 'octo',
      repo: '',
      token: '',
      ref: 'feature/wall-e',
      apiUrl: undefined,
      missing: ['GITHUB_REPO', 'GITHUB_TOKEN'],
    })
    const github = { GITHUB_OWNER: 'octo', GITHUB_REPO: 'w.alls', GITHUB_TOKEN: 'ghp_x' }
    expect(parseConfig(github).github).toMatchObject({ ref: 'HEAD', missing: [] })
  })

  it('reads an account at Cloudinary', () => {
    const read = (CLOUDINARY_URL: string) => parseConfig({ CLOUDINARY_URL }).values.CLOUDINARY_URL
    expect(read('cloudinary://1234:s3-cr_et@demo')).toEqual({
      cloudName: 'demo',
      apiKey: '1234',
      apiSecret: 's3-cr_et',
      apiUrl: 'https://api.cloudinary.com',
      imagesDomain: undefined,
    })
    const query = '?upload_prefix=http%3A%2F%2F127.0.0.1%3A9000%2F&secure=true'
    expect(read(`cloudinary://1:2@demo/images.example.com:8443${query}`)).toMatchObject({
      apiUrl: 'http://127.0.0.1:9000',
      imagesDomain: 'images.example.com:8443',
    })
  })

  it('reads how many requests a client may send', () => {
    const read = (RATE_LIMIT: string) => parseConfig({ RATE_LIMIT }).values.RATE_LIMIT
    expect(read('600/minute')).toEqual({ requests: 600, windowSeconds: 60 })
    expect(read('5 / second')).toEqual({ requests: 5, windowSeconds: 1 })
    expect(read('10000/hour')).toEqual({ requests: 10_000, windowSeconds: 3_600 })
  })

  it('reads lists separated by commas', () => {
    const TRUSTED_PROXIES = ' 127.0.0.1, ::1 ,10.0.0.0/8,'
    expect(parseConfig({ TRUSTED_PROXIES }).trustedProxies).toEqual([
      '127.0.0.1',
      '::1',
      '10.0.0.0/8',
    ])
    expect(parseConfig({}).trustedProxies).toEqual([])
  })

  it('reads accounts at Clerk when its three keys are there', () => {
    const clerk = {
      CLERK_SECRET_KEY: 'sk_live_x',
      CLERK_PUBLISHABLE_KEY: 'pk_live_eA==',
      CLERK_JWT_KEY: 'MIIB',
    }
    expect(parseConfig({}).accounts.clerk).toBeUndefined()
    expect(parseConfig(clerk).accounts.clerk).toMatchObject({
      secretKey: 'sk_live_x',
      jwtKey: 'MIIB',
    })
    expect(
      parseConfig({ ...clerk, CLERK_AUTHORIZED_PARTIES: 'https://a.example, moz-extension://*' })
        .accounts.clerk?.authorizedParties,
    ).toEqual(['https://a.example', 'moz-extension://*'])
  })

  it.each([
    [{ CLERK_SECRET_KEY: 'sk_live_x' }, 'CLERK_PUBLISHABLE_KEY and CLERK_JWT_KEY are missing'],
    [{ CLERK_API_URL: 'http://a' }, 'CLERK_SECRET_KEY and .+ are missing'],
    [
      { CLERK_SECRET_KEY: 'sk_live_x', CLERK_PUBLISHABLE_KEY: 'pk_live_eA==', CLERK_JWT_KEY: ' ' },
      'CLERK_JWT_KEY is missing',
    ],
  ])('says what is missing of Clerk in %j', (env, message) => {
    expect(() => parseConfig(env)).toThrow(ConfigError)
    expect(() => parseConfig(env)).toThrow(new RegExp(`^${message}: accounts at Clerk need .+$`))
  })

  it.each([
    'https://id.example/realms/home',
    'https://id.example/realms/home/',
    'https://id.example/realms/home/.well-known/openid-configuration',
  ])('reads OIDC_ISSUER %s', (OIDC_ISSUER) => {
    const { oidc } = parseConfig({ OIDC_ISSUER, OIDC_CLIENT_ID: 'fresco' }).accounts
    const issuer = 'https://id.example/realms/home'
    expect(oidc).toMatchObject({ issuer, clientId: 'fresco', name: 'id.example', isOnly: false })
  })

  it('says what is missing for sign-in at a provider', () => {
    const OIDC_ISSUER = 'https://id.example'
    expect(() => parseConfig({ OIDC_ISSUER })).toThrow('OIDC_CLIENT_ID is missing')
    expect(() => parseConfig({ OIDC_CLIENT_ID: 'x' })).toThrow('OIDC_ISSUER is missing')
    expect(() => parseConfig({ OIDC_ONLY: 'on' })).toThrow('OIDC_ISSUER and OIDC_CLIENT_ID are')
  })

  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    [':/etc/localtime', 'UTC'],
    [undefined, 'UTC'],
  ])('reads TZ %s as %s', (TZ, zone) => {
    expect(parseConfig({ TZ }).values.TZ).toBe(zone)
  })

  it('reads secrets from files and from credentials of systemd', async () => {
    const folder = await makeTempDir('secrets')
    const REDIS_URL_FILE = join(folder, 'redis')
    await writeFile(REDIS_URL_FILE, 'redis://127.0.0.1:6379\r\n')
    await writeFile(join(folder, 'IMMICH_API_KEY'), 'a key\n')
    await writeFile(join(folder, 'empty'), '\n')
    const env = { REDIS_URL_FILE, CREDENTIALS_DIRECTORY: folder, IMMICH_URL: 'http://i.example' }
    expect(() => parseConfig(env)).toThrow(/^IMMICH_API_KEY has a value that cannot be used/)
    await writeFile(join(folder, 'IMMICH_API_KEY'), 'a-key\n')
    expect(parseConfig(env).values).toMatchObject({
      REDIS_URL: 'redis://127.0.0.1:6379',
      IMMICH_API_KEY: 'a-key',
    })
    expect(parseConfig({ ...env, IMMICH_API_KEY: 'mine' }).values.IMMICH_API_KEY).toBe('mine')
    expect(listSecrets(env)).toEqual(['a-key', 'redis://127.0.0.1:6379'])
    const REDIS_URL = 'redis://127.0.0.1:6380'
    const both = 'REDIS_URL and REDIS_URL_FILE are both set: use one of the two'
    expect(findSettingProblems({ ...env, REDIS_URL }, () => undefined)).toEqual([both])
    for (const [file, why] of Object.entries({ empty: 'is empty', gone: /cannot be read .ENOENT/ }))
      expect(() => parseConfig({ REDIS_URL_FILE: join(folder, file) })).toThrow(why)
    await removeDir(folder)
  })

  it('is documented setting by setting in .env.example', () => {
    const names = Object.keys(settings)
    expect(names.length).toBeGreaterThan(5)
    const hint = '.env.example differs from the settings: run npx node tools/env-example.ts'
    expect(read('.env.example') === toEnvExample() ? '' : hint).toBe('')
  })

  it('has the settings of the extension build documented next to it', () => {
    const found = [...read('wxt.config.ts').matchAll(/process\.env\.([A-Z_]+)/g)]
    const names = found.map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(1)
    expect(undocumented(names)).toEqual([])
  })

  it('documents no setting that nothing reads', () => {
    const readers = [
      'server/config/settings.ts',
      'server/serve.ts',
      'extension/features/settings/source-names.ts',
      'extension/features/sources/commons-catalogue.ts',
      'wxt.config.ts',
      'deploy/compose.scaled.yaml',
    ]
      .map(read)
      .join('\n')
    const documented = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(documented.filter((name) => !readers.includes(String(name)))).toEqual([])
  })
})

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

const undocumented = (names: readonly string[]) =>
  names.filter((name) => !read('.env.example').includes(`#${name}=`))
