import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeTempDir } from '../temp-dir.ts'
import {
  type ProxyName,
  type ProxyProgram,
  startProxyProgram,
  writeCaddyConfig,
  writeNginxConfig,
} from './proxy-programs.ts'

const document = resolve(import.meta.dirname, '../../../docs/operating.md')

interface PathProxy {
  name: ProxyName
  /** Cuts the path off, which the document advises against. */
  strips: boolean
  port: number
  serverPort: number
}

/** Starts a proxy at `http://127.0.0.1:<port>` with its recipe for `/fresco/` in docs/operating.md. */
export const startPathProxy = async ({ name, strips, port, serverPort }: PathProxy) => {
  const recipe = (await readRecipe(name)).replace('127.0.0.1:8787', `127.0.0.1:${serverPort}`)
  const dir = await makeTempDir(name)
  const text = strips ? replaceOnce(recipe, ...cuts[name]) : recipe
  return startProxyProgram(name, dir, port, () => writers[name](dir, text, port))
}

const readRecipe = async (name: ProxyName): Promise<string> => {
  const text = await readFile(document, 'utf8')
  const [, recipe] = new RegExp(`^\`\`\`${name}\n([^]*?)^\`\`\``, 'm').exec(text) ?? []
  if (recipe === undefined) throw new Error(`${document} has no recipe for ${name}`)
  return recipe
}

const replaceOnce = (text: string, old: RegExp, by: string) => {
  if (!old.test(text)) throw new Error(`The recipe has no ${old}:\n${text}`)
  return text.replace(old, by)
}

const cuts: Readonly<Record<ProxyName, [old: RegExp, by: string]>> = {
  nginx: [/(proxy_pass [^;]+);/, '$1/;'],
  caddy: [/handle \//, 'handle_path /'],
  haproxy: [/^backend .*/m, '$&\n  http-request replace-path ^/fresco(/.*) \\1'],
}

type WriteRecipe = (dir: string, recipe: string, port: number) => Promise<ProxyProgram>

const writers: Readonly<Record<ProxyName, WriteRecipe>> = {
  nginx: (dir, recipe, port) =>
    writeNginxConfig(dir, `server {\nlisten 127.0.0.1:${port};\n${recipe}}\n`),
  caddy: (dir, recipe, port) =>
    writeCaddyConfig(dir, `{\nadmin off\n}\nhttp://127.0.0.1:${port} {\n${recipe}}\n`),
  haproxy: async (dir, recipe, port) => {
    const around = 'defaults\n  mode http\n  timeout connect 2s\n  timeout client 60s\n'
    const text = `${around}  timeout server 60s\n${recipe}`
    const file = join(dir, 'haproxy.cfg')
    await writeFile(file, replaceOnce(text, /^frontend .*/m, `$&\n  bind 127.0.0.1:${port}`))
    return { args: ['-db', '-f', file] }
  },
}
