import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLongRun } from '../../../long-run.ts'
import { type RunningServer, startServer } from '../../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { samplesOf } from './samples.ts'

/** What became of a sample: the status of the answer, or why the sample failed. */
type Outcome = number | string

let server: RunningServer
let html: string
let dir: string
beforeAll(async () => {
  dir = await makeTempDir('samples')
  server = await startServer()
  await signUp('ada')
  html = await (await fetch(`${server.url}/docs`, { headers: { Accept: 'text/html' } })).text()
})
afterAll(async () => {
  await server.stop()
  await removeDir(dir)
})

const signUp = async (username: string) => {
  const answer = await fetch(`${server.url}/api/auth/sign-up/username`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'correct horse' }),
  })
  return ((await answer.json()) as { token: string }).token
}

interface Sample {
  code: string
  token: string
}

const run = (program: string, args: string[], input: string) =>
  new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    const options = { cwd: dir, maxBuffer: 64_000_000 }
    const child = execFile(program, args, options, (error, stdout, stderr) =>
      error ? reject(error) : resolve({ stdout, stderr }),
    )
    child.stdin?.end(input)
  })

const runInJavascript = async (samples: readonly Sample[]): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const { code, token } of samples) {
    let status = 0
    const observed = async (url: string, options: RequestInit) => {
      const answer = await fetch(url, options)
      status = answer.status
      return answer
    }
    const work = new Function('fetch', 'console', 'token', `return (async () => {${code}})()`)
    outcomes.push(await work(observed, { log: () => undefined }, token).then(() => status, String))
  }
  return outcomes
}

// Python's urllib raises HTTPError for an answer from 400.
const pythonProgram = `
import contextlib, io, json, sys
from urllib.error import HTTPError
import urllib.request
opened = urllib.request.urlopen
outcomes = []
for sample in json.load(sys.stdin):
    last = []
    def urlopen(request):
        answer = opened(request)
        last.append(answer.status)
        return answer
    urllib.request.urlopen = urlopen
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(sample["code"], {"token": sample["token"]})
        outcomes.append(last[-1])
    except HTTPError as error:
        outcomes.append(error.code)
    except Exception as error:
        outcomes.append(repr(error))
print(json.dumps(outcomes))
`
const runInPython = async (samples: readonly Sample[]): Promise<Outcome[]> =>
  JSON.parse((await run('python3', ['-c', pythonProgram], JSON.stringify(samples))).stdout)

const runInShell = async (samples: readonly Sample[]): Promise<Outcome[]> => {
  const observed = `curl() { command curl --silent --write-out '%{stderr}%{http_code}\\n' "$@" || echo 0 >&2; }`
  const lines = samples.map(({ code, token }) => `FRESCO_TOKEN='${token}'\n${code}`)
  const { stderr } = await run('sh', [], [observed, ...lines].join('\n'))
  return stderr.trim().split('\n').map(Number)
}

// Each of these makes the token or the password of its user useless for the other samples.
const changesUser = /sign-out|change-password|change-name|delete-account|end-other-sessions/

const languages = [
  ['js', runInJavascript],
  ['curl', runInShell],
  ['python', runInPython],
] as const

describe('the samples of /docs', () => {
  it.each(isLongRun ? languages : languages.slice(0, 1))(
    'all run in %s, and read the answer as what it is',
    async (language, runAll) => {
      const tokens = new Map<string, string>()
      const samples: Sample[] = []
      for (const code of samplesOf(html, language)) {
        const [user = 'reader'] = changesUser.exec(code) ?? []
        const token = tokens.get(user) ?? (await signUp(`reader_${tokens.size}_${language}`))
        tokens.set(user, token)
        samples.push({ code, token })
      }
      expect(samples.length).toBeGreaterThan(45)
      const outcomes = await runAll(samples)
      expect(outcomes).toHaveLength(samples.length)
      // 409: the name in the example is taken, by another language. 503: the machine is too busy to make a picture.
      const isExpected = (outcome: Outcome | undefined) =>
        typeof outcome === 'number' &&
        (Math.floor(outcome / 100) === 2 || [409, 503].includes(outcome))
      const others = samples
        .map(({ code }, at) => [/\/\/[^/]+(\/[^'"?]*)/.exec(code)?.[1], outcomes[at]] as const)
        .filter(([, outcome]) => !isExpected(outcome))
      expect(others).toEqual([['/api/auth/end-session', 404]])
    },
  )
})
