/**
 * `npm run package` makes `dist/fresco-<version>.tgz`, which installs the program `fresco`. Node refuses TypeScript
 * below `node_modules`, so the server is bundled (docs/decisions/0021).
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import packageJson from '../package.json' with { type: 'json' }
import { buildExtensionInto, buildSite, buildTab, localServer } from './build-extension.ts'

const root = resolve(import.meta.dirname, '..')

const workers = globSync('server/**/*-worker.ts', { cwd: root })

/** Bundles the server into `dir`, and returns the files that were bundled. */
export const bundleServer = async (dir: string): Promise<string[]> => {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      ['server/cli/fresco.js', ...workers].map((file) => [parse(file).name, join(root, file)]),
    ),
    platform: 'node',
    // Sharp has a binary for each platform. The others are optional parts of `pg`, for other runtimes.
    external: [/^node:/, 'sharp', 'pg-native', 'cloudflare:sockets'],
    // Node 22 does not know `await using`.
    transform: { target: 'node22.18' },
    plugins: [
      {
        name: 'fresco:workers',
        transform: {
          filter: { code: /-worker\.ts'/ },
          // The lines stay the same, so the source map stays right.
          handler: (code) => ({ code: code.replaceAll("-worker.ts'", "-worker.js'"), map: null }),
        },
      },
    ],
  })
  const { output } = await bundle.write({
    dir,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    // All files are in one folder, because the server finds its workers and style sheets beside the file that asks.
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true },
  })
  await bundle.close()
  const assets = globSync('**/*.{css,js,svg,ico,md}', {
    cwd: join(root, 'server/web'),
    exclude: ['plain-files'],
  })
  for (const file of assets) cpSync(join(root, 'server/web', file), join(dir, file))
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

// npm has another package with the name `fresco`, so one that is published needs a name such as `@ada/fresco`.
const name = process.env.NPM_PACKAGE_NAME || packageJson.name
const repository = process.env.GITHUB_REPOSITORY

/** The package's own `package.json`. What is not bundled has the version that was tested. */
const manifest = () => {
  const { version, description, license, dependencies } = packageJson
  return {
    ...{ name, version, description, license, type: 'module' },
    // npm accepts a provenance statement only if `repository` names the repository that built the package.
    ...(repository && {
      repository: { type: 'git', url: `git+https://github.com/${repository}.git` },
    }),
    bin: { fresco: 'server/js/fresco.js' },
    engines: { node: '^22.18.0 || >=24' },
    dependencies: { sharp: dependencies.sharp },
  }
}

// What people give to npm: the name of a published package, or the file.
const readme = () =>
  readFileSync(join(root, 'docs/package.md'), 'utf8').replaceAll(
    'PACKAGE',
    process.env.NPM_PACKAGE_NAME || `./${name}-${packageJson.version}.tgz`,
  )

// Most licenses ask for their text wherever the code goes.
const listLicenses = (modules: readonly string[]) => {
  const folders = new Set(modules.flatMap((file) => findPackage(file) ?? []))
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      )
      const [file] = globSync('{LICENSE,LICENCE,license,licence}*', { cwd: folder }).sort()
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
      return `${name} ${version} (${license})\n\n${text}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

// Code that a package has bundled may lie in its `node_modules` without a `package.json`. It belongs to that package.
const findPackage = (file: string): string | undefined => {
  const [folder] =
    /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file.replace(/^\0/, '')) ?? []
  if (!folder || existsSync(join(folder, 'package.json'))) return folder
  return findPackage(dirname(folder))
}

/**
 * Makes the folder that is packed. Its folders are as deep as those of the repository, so that the same relative
 * addresses lead from the server to the pictures and the built pages.
 */
const makeFolder = async (dir: string): Promise<void> => {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  const modules = await bundleServer(join(dir, 'server/js'))
  for (const part of ['index.json', 'tags.json', 'main', 'cache'])
    cpSync(join(root, 'server/sample', part), join(dir, 'server/sample', part), { recursive: true })
  for (const target of ['chrome', 'firefox'] as const)
    await buildExtensionInto(join(dir, 'dist'), target, { WXT_API_URL: localServer })
  for (const built of [await buildTab(), ...(await buildSite())])
    cpSync(built, join(dir, 'dist', basename(built)), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(dir, 'LICENSE'))
  writeFileSync(join(dir, 'README.md'), readme())
  writeFileSync(join(dir, 'THIRD-PARTY-LICENSES'), listLicenses(modules))
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

/** Returns the packed file. */
export const buildPackage = async (outDir = join(root, 'dist')): Promise<string> => {
  const dir = join(outDir, 'package')
  await makeFolder(dir)
  const args = ['pack', dir, '--pack-destination', outDir, '--json']
  execFileSync('npm', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const fileName = `${name.replace('@', '').replace('/', '-')}-${packageJson.version}.tgz`
  const file = join(outDir, fileName)
  if (!existsSync(file)) throw new Error(`npm pack did not make ${file}`)
  return file
}

if (import.meta.main) console.log(await buildPackage())
