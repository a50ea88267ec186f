import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = globSync('{shared,server,extension}/**/*.{js,ts,tsx}', { cwd: root }).sort()
const styles = globSync('{server,extension}/**/*.css', { cwd: root }).sort()
const tests = globSync('test/**/*.{ts,tsx}', { cwd: root }).sort()
const tools = globSync('tools/**/*.ts', { cwd: root }).sort()
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Import {
  file: string
  target: string
}

const importsOf = (file: string): Import[] => toImports(file, read(file))

// The imports that are left when types are removed.
const loadsOf = (file: string): Import[] =>
  toImports(file, read(file).replace(/^(?:import|export) type [^'"]* from .*$/gm, ''))

const toImports = (file: string, text: string): Import[] =>
  [...text.matchAll(/(?:^|\s)(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]/g)]
    .concat([...text.matchAll(/\bimport\s*\(?\s*['"]([^'"]+)['"]/g)])
    .map(([, name = '']) => ({
      file,
      target: name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : name,
    }))

/** Matches packages such as `zod` and `hono/html`, but no files, `node:` or bundler modules. */
const packageName =
  /^(?!(?:shared|server|extension|test|tools)\/|package\.json$|[a-z.]+\.config\.ts$|.*:)[@a-z]/

const toPackage = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')

const withoutComments = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

interface Rule {
  name: string
  from: RegExp
  never: RegExp
  instead: string
}

const domain = /^server\/(catalogue|metadata|favorites|identity)\//
const outerServer =
  /^server\/(accounts|adapters|database|http|web|sources|cli|compose|config|process|sample)\/|^server\/(app\.ts|main\.js)$/

const rules: Rule[] = [
  {
    name: 'the contract imports zod and itself',
    from: /^shared\//,
    never: /^(?!shared\/|zod$)/,
    instead: 'move what needs more to the side that needs it, or pass it in as a parameter',
  },
  {
    name: 'the extension does not know the server',
    from: /^extension\//,
    never: /^server\//,
    instead: 'put what both need into shared/',
  },
  {
    name: 'the server does not know the extension',
    from: /^server\//,
    never: /^extension\//,
    instead: 'put what both need into shared/',
  },
  {
    name: 'the domain does not know what is around it',
    from: domain,
    never: outerServer,
    instead: 'name what it needs as a port in the domain and implement that in adapters/',
  },
  {
    name: 'the domain is free of packages and of input and output',
    from: domain,
    never: /^(?!server\/|shared\/|zod$)/,
    instead: 'put the code that needs the package or node: module into adapters/ behind a port',
  },
  {
    name: 'adapters and the database know neither the transport nor the accounts',
    from: /^server\/(adapters|database)\//,
    never:
      /^server\/(accounts|http|web|sources|cli|compose|config|process|sample)\/|^server\/(app\.ts|main\.js)$/,
    instead:
      'throw a DomainError and let http/ turn it into a response, or name a port in identity/',
  },
  {
    name: 'transport and pages know neither adapters, nor the database, nor the accounts',
    from: /^server\/(http|web)\//,
    never: /^server\/(accounts|adapters|database|sources)\//,
    instead: 'depend on the port, such as identity/, and choose its adapter in server/compose/',
  },
  {
    name: 'accounts do not know who composes them',
    from: /^server\/accounts\//,
    never: /^server\/(sources|cli|compose|config|process|sample)\/|^server\/(app\.ts|main\.js)$/,
    instead: 'take the value as a parameter, and pass it in from server/compose/',
  },
  {
    name: 'sources know neither the transport nor who composes them',
    from: /^server\/sources\//,
    never: /^server\/(accounts|http|web|cli|compose|process)\//,
    instead: 'return the value in OpenedSource, and use it in open-source.ts or compose/',
  },
  {
    name: 'parts of the interface know no feature',
    from: /^extension\/ui\//,
    never: /^extension\/(features|entrypoints|platform|remote)\//,
    instead: 'pass what the part shows in as props',
  },
  {
    name: 'the platform knows no feature and no server',
    from: /^extension\/platform\//,
    never: /^extension\/(features|entrypoints|ui|remote)\//,
    instead: 'let the feature call the platform, never the reverse',
  },
  {
    name: 'calls to a server know no feature',
    from: /^extension\/remote\//,
    never: /^extension\/(features|entrypoints|ui)\//,
    instead: 'pass what the feature knows as a parameter, or keep the code in the feature',
  },
  {
    name: 'features do not know entrypoints',
    from: /^extension\/features\//,
    never: /^extension\/entrypoints\//,
    instead: 'wire features together in the entrypoint',
  },
  {
    name: 'only the platform touches the browser',
    from: /^extension\/(features|ui|remote)\//,
    never: /^wxt\/(browser|utils\/storage)|^webextension-polyfill$/,
    instead: 'add a function to extension/platform/ and call that',
  },
  {
    name: 'no program depends on its tests or on the tools',
    from: /^(shared|server|extension)\//,
    never: /^(test|tools)\//,
    instead: 'move what the program needs out of test/ or tools/',
  },
]

/** In dependency order: a feature imports only features before it. */
const featureOrder = [
  'settings',
  'clock',
  'links',
  'wallpaper',
  'own-pictures',
  'sources',
  'supply',
  'account',
  'favorites',
  'search',
  'control',
  'backup',
]

describe('the tree', () => {
  const imports = sources.flatMap(importsOf)

  it.each(rules)('keeps its direction: $name', ({ from, never, instead }) => {
    const broken = imports.filter(({ file, target }) => from.test(file) && never.test(target))
    expect(broken.map(({ file, target }) => `${file} imports ${target}: ${instead}`)).toEqual([])
  })

  it('keeps clocks, timers and random numbers out of the domain', () => {
    const impure =
      /\b(?:Date\.now|performance\.now|Math\.random|setTimeout|setInterval|new Date\(\))/
    const pure = (file: string) => domain.test(file) || file.startsWith('shared/catalogue/')
    const users = sources.filter((file) => pure(file) && impure.test(withoutComments(file)))
    expect(users.map((file) => `${file}: take them as parameters, see server/ports.ts`)).toEqual([])
  })

  it('keeps zod, which weighs 70 kB, out of the rules that need no server', () => {
    const loads = Map.groupBy(sources.flatMap(loadsOf), ({ file }) => file)
    const loaded = new Set(sources.filter((file) => file.startsWith('shared/catalogue/')))
    // The loop also visits what it adds to the set.
    for (const file of loaded) for (const { target } of loads.get(file) ?? []) loaded.add(target)
    const heavy = [...loaded].filter((file) =>
      loads.get(file)?.some(({ target }) => target === 'zod'),
    )
    const help = 'move what shared/catalogue/ needs of it to a file without zod'
    expect(loaded).toContain('shared/filter-rules.ts')
    expect(heavy.map((file) => `${file} imports zod: ${help}`)).toEqual([])
  })

  it('has no import cycle', () => {
    expect(findCycles([...imports, ...[...tests, ...tools].flatMap(importsOf)])).toEqual([])
  })

  it('has no import cycle between folders', () => {
    const cycles = findCycles(imports.flatMap(toFolders))
    const help = 'move what both need into the folder that is imported, or pass it as a parameter'
    expect(cycles.map((cycle) => `${cycle}: ${help}`)).toEqual([])
  })

  it('lets a feature import only features before it', () => {
    const toPlace = (file: string) => featureOrder.indexOf(toFeature(file) ?? '')
    const backward = imports.filter(
      ({ file, target }) => toFeature(file) && toPlace(target) > toPlace(file),
    )
    const help = `move what both need into the earlier feature, remote/ or platform/, pass it as a \
parameter or a prop, or connect the two features in an entrypoint. The order: ${featureOrder.join(', ')}`
    expect(backward.map(({ file, target }) => `${file} imports ${target}: ${help}`)).toEqual([])
  })

  const allKinds = 'extension/features/sources/all.ts'
  const kinds = importsOf(allKinds)
    .map(({ target }) => target)
    .filter((file) => /^extension\/features\/sources\/(?!source\.ts)/.test(file))

  it('asks a source what it can do, and never of which kind it is', () => {
    const constants = kinds.flatMap((file) => [
      ...read(file).matchAll(/const (\w+) = ('[^']+')$/gm),
    ])
    const names = constants.flatMap(([, constant, text = '']) => [constant, RegExp.escape(text)])
    const name = `(?:${names.join('|')})`
    expect(names).toContain('ownName')
    const condition = new RegExp(`[!=]== ${name}|${name} [!=]==|sourceOf\\([^)]*\\)\\.kind`)
    const outside = (file: string) =>
      file.startsWith('extension/') && !file.startsWith('extension/features/sources/')
    const askers = sources.filter((file) => outside(file) && condition.test(withoutComments(file)))
    const help =
      'add what the condition needs to SourceFacts or SourceKind in features/sources/source.ts'
    expect(askers.map((file) => `${file}: ${help}`)).toEqual([])
  })

  it('lists the kinds of sources in one file', () => {
    // Texts and one setting of a page need a name.
    const asName = /^extension\/(?:entrypoints\/|web\/)/
    const listers = imports.filter(
      ({ file, target }) => kinds.includes(target) && !asName.test(file),
    )
    expect([...new Set(listers.map(({ file }) => file))]).toEqual([allKinds])
  })

  it('has a place in the order for every feature of the extension', () => {
    const features = new Set(sources.map(toFeature).filter((name) => name !== undefined))
    expect([...features].sort()).toEqual(featureOrder.toSorted())
  })

  it('names every file in kebab-case', () => {
    const odd = [...sources, ...styles, ...tests, ...tools].filter(
      (file) => !/^[a-z0-9.\-/]+$/.test(file),
    )
    expect(odd).toEqual([])
  })

  it('reads the environment where a program starts only', () => {
    const allowed = /^server\/(main\.js|(serve|cli\/(commands|program))\.ts)$/
    const readers = sources.filter((file) => !allowed.test(file) && /process\.env/.test(read(file)))
    expect(readers.map((file) => `${file}: take the value as a parameter instead`)).toEqual([])
  })

  it('imports no package that package.json does not list', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'))
    const listed = new Set(Object.keys({ ...dependencies, ...devDependencies }))
    const all = [...sources, ...tests, ...tools, ...globSync('*.config.ts', { cwd: root })].flatMap(
      importsOf,
    )
    const packages = all.filter(({ target }) => packageName.test(target))
    const unlisted = packages.filter(({ target }) => !listed.has(toPackage(target)))
    expect(packages.length).toBeGreaterThan(100)
    expect(unlisted.map(({ file, target }) => `${file} imports ${target}: list it`)).toEqual([])
  })
})

describe('the tests', () => {
  it('mirror the source', () => {
    const mirrored = tests.filter((file) =>
      /^test\/(shared|server|extension)\/.*\.test\.tsx?$/.test(file),
    )
    const orphans = mirrored.filter((file) => !hasSubject(file.replace(/^test\//, '')))
    expect(orphans.map((file) => `${file}: name it after the file or folder it tests`)).toEqual([])
  })

  it('mock no module', () => {
    const call = ['vi', 'mock('].join('.')
    expect(tests.filter((file) => read(file).includes(call))).toEqual([])
  })
})

/** For example, `app.bad-input.test.ts` needs `app.ts` or the folder `app/`. */
const hasSubject = (file: string) => {
  const base = join(dirname(file), file.slice(dirname(file).length + 1).split('.')[0] ?? '')
  return ['.ts', '.tsx', '.js', ''].some((ending) => existsSync(join(root, base + ending)))
}

const toFeature = (file: string) => /^extension\/features\/([^/]+)/.exec(file)?.[1]

/** Ignores imports between a folder and its own subfolders. */
const toFolders = ({ file, target }: Import): Import[] => {
  const [from, to] = [dirname(file), dirname(target)]
  const isOneRoom = `${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`)
  return isOneRoom || !/^(shared|extension|server)\//.test(target)
    ? []
    : [{ file: from, target: to }]
}

const findCycles = (imports: readonly Import[]): string[] => {
  const edges = Map.groupBy(imports, ({ file }) => file)
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || done.has(file)) return
    for (const { target } of edges.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of edges.keys()) visit(file, [])
  return cycles
}
