import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { makeTempDir, removeDir } from './tools/temp-dir.ts'

// The parser imports JSON without the attribute that Node asks for.
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('.min.json')
      ? { ...next(specifier, context), importAttributes: { type: 'json' } }
      : next(specifier, context),
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
)
hooks.deregister()

const root = new URL('..', import.meta.url).pathname
const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const ours = globSync('.github/workflows/*.yml', { cwd: root }).sort()

const permissionsSchema = z.record(z.string(), z.enum(['read', 'write']))
const workflowSchema = z.object({
  permissions: permissionsSchema,
  jobs: z.record(
    z.string(),
    z.object({
      permissions: permissionsSchema,
      needs: z.union([z.string().transform((job) => [job]), z.array(z.string())]).default([]),
      environment: z.string().optional(),
      steps: z.array(
        z.object({
          id: z.string().optional(),
          uses: z.string().optional(),
          with: z.record(z.string(), z.unknown()).default({}),
          run: z.string().optional(),
          env: z.record(z.string(), z.string()).default({}),
        }),
      ),
    }),
  ),
})
const open = (file: string) => workflowSchema.parse(parse(read(file)))

/** The problems that GitHub would report, such as an unknown key or an expression that does not parse. */
const listProblems = async (name: string, content = read(name)) => {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

describe('the workflows', () => {
  it.each([...ours, 'deploy/github-pages.yml'])('are what GitHub accepts: %s', async (file) => {
    expect(await listProblems(file)).toEqual([])
    const wrong = read(file).replace('runs-on:', 'run-on:')
    expect((await listProblems(file, wrong)).join()).toContain("Unexpected value 'run-on'")
  })

  it('pin every action to a commit', () => {
    const used = [...ours, 'deploy/github-pages.yml'].flatMap((file) => [
      ...read(file).matchAll(/uses: *(.+)/g),
    ])
    expect(used.length).toBeGreaterThan(20)
    const loose = used.filter(
      ([, action = '']) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/.test(action),
    )
    expect(loose.map(([, action]) => action)).toEqual([])
  })

  it('run no install scripts of packages where something is published', () => {
    const publishing = ['.github/workflows/release.yml', '.github/workflows/stores.yml']
    for (const file of [...publishing, 'deploy/github-pages.yml'])
      expect(read(file).match(/npm (?:ci|install)(?! --ignore-scripts).*/g), file).toBe(null)
  })

  it.each(ours)('give each job only the permissions it names, and no token to git: %s', (file) => {
    const { permissions, jobs } = open(file)
    expect(permissions).toEqual({})
    const checkouts = read(file).match(/uses: actions\/checkout@/g) ?? []
    expect(read(file).match(/persist-credentials: false/g)).toHaveLength(checkouts.length)
    for (const { needs } of Object.values(jobs))
      for (const name of needs) expect(Object.keys(jobs)).toContain(name)
  })

  it('let only the last job write into the repository, and publish what was tested and attested', () => {
    const { jobs } = open('.github/workflows/release.yml')
    const writing = Object.entries(jobs).filter(([, job]) => job.permissions.contents === 'write')
    expect(writing.map(([name]) => name)).toEqual(['release'])
    expect(jobs.attest?.needs).toEqual(['test', 'build'])
    expect(jobs.image?.needs).toEqual(['test', 'build'])
    expect(jobs.npm).toMatchObject({ needs: ['attest'], environment: 'npm' })
    expect(jobs.release?.needs).toEqual(['attest', 'image'])
  })

  it('run only scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const run = ours.flatMap((file) => [...read(file).matchAll(/npm run ([\w:-]+)/g)])
    expect(run.length).toBeGreaterThan(1)
    for (const [, name] of run) expect(Object.keys(scripts)).toContain(name)
  })
})

describe('the workflow for a release', () => {
  const { steps = [] } = open('.github/workflows/release.yml').jobs.image ?? {}

  it('pushes the image after it has started it', () => {
    const started = steps.findIndex(({ run }) => run?.includes('docker run'))
    const pushed = steps.findIndex((step) => step.with.push === true)
    expect(started).toBeGreaterThan(0)
    expect(pushed).toBeGreaterThan(started)
    const [, options = ''] = /writes only to .+: `(--read-only .+)`/.exec(read('README.md')) ?? []
    expect(steps[started]?.run).toContain(options)
  })

  it.each([
    ['v0.2.0', ['v0.1.0'], 'true'],
    ['v0.1.1', ['v0.1.0', 'v0.2.0'], 'false'],
    ['v0.10.0', ['v0.9.0'], 'true'],
    ['v1.0.0-beta.1', ['v0.9.0'], 'false'],
    ['v0.9.1', ['v0.9.0', 'v1.0.0-beta.1'], 'true'],
  ])('gives %s beside %j the tag latest: %s', async (tag, others, expected) => {
    const { run = '' } = steps.find(({ id }) => id === 'newest') ?? {}
    const dir = await makeTempDir('newest')
    const git = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
    const options = { cwd: dir }
    execFileSync('git', ['init', '-q'], options)
    execFileSync('git', [...git, 'commit', '-q', '--allow-empty', '-m', 'a'], options)
    for (const name of [tag, ...others]) execFileSync('git', ['tag', name], options)
    const GITHUB_OUTPUT = join(dir, 'output')
    const env = { ...process.env, GITHUB_REF_NAME: tag, GITHUB_OUTPUT }
    execFileSync('bash', ['-e', '-c', run], { ...options, env })
    expect(readFileSync(GITHUB_OUTPUT, 'utf8')).toBe(`is=${expected}\n`)
    await removeDir(dir)
  })
})

describe('the workflow for the stores', () => {
  const file = '.github/workflows/stores.yml'

  it('names the settings as the program that submits reads them', () => {
    const known = globSync('node_modules/publish-browser-extension/dist/*.mjs', { cwd: root })
      .map(read)
      .join('')
    const { steps = [] } = open(file).jobs.submit ?? {}
    const { env = {}, run = '' } = steps.find((step) => step.run?.includes('wxt submit')) ?? {}
    const names = [...Object.keys(env), ...(run.match(/\b[A-Z]+_(SOURCES_)?ZIP\b/g) ?? [])]
    expect(names).toContain('FIREFOX_SOURCES_ZIP')
    expect(names.filter((name) => !known.includes(`process.env.${name}`))).toEqual([])
  })

  it('submits nothing without the choice to submit', () => {
    const { on } = z
      .object({ on: z.object({ workflow_dispatch: z.object({ inputs: z.unknown() }) }) })
      .parse(parse(read(file)))
    expect(on.workflow_dispatch.inputs).toMatchObject({ publish: { default: false } })
    // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's own expressions
    expect(read(file)).toContain('DRY_RUN: ${{ !inputs.publish }}')
    expect(JSON.parse(read('package.json')).scripts.submit).toContain('--dry-run')
  })
})
