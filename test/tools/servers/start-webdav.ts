import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectOutput, dieWithParent, isRunning, stopChild } from '../child.ts'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { findProgram } from './find-servers.ts'
import { findFreePort } from './sockets.ts'

export const webdavServers = { apache: 'apache2', lighttpd: 'lighttpd' } as const
export type WebdavName = keyof typeof webdavServers

interface Paths {
  dir: string
  files: string
  port: number
}

const apacheModules =
  'mpm_event authn_core authn_file authz_core authz_user auth_basic dav dav_fs mime'.split(' ')

const write: Readonly<Record<WebdavName, (paths: Paths) => Promise<string[]>>> = {
  apache: async ({ dir, files, port }) => {
    const hash = createHash('sha1').update('pass word').digest('base64')
    await writeFile(join(dir, 'users'), `ada:{SHA}${hash}\n`)
    const modules = apacheModules.map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    )
    const config = `${modules.join('\n')}
      Listen 127.0.0.1:${port}
      ServerName localhost
      User www-data
      PidFile ${dir}/pid
      ErrorLog ${dir}/log
      TypesConfig /etc/mime.types
      DocumentRoot ${files}
      DavLockDB ${dir}/lock
      <Directory ${files}>
        Dav On
        AuthType Basic
        AuthName files
        AuthUserFile ${dir}/users
        Require valid-user
      </Directory>`
    await writeFile(join(dir, 'conf'), config)
    return ['-DFOREGROUND', '-f', join(dir, 'conf')]
  },
  lighttpd: async ({ dir, files, port }) => {
    await writeFile(join(dir, 'users'), 'ada:pass word\n')
    const config = `server.modules = ("mod_auth", "mod_authn_file", "mod_webdav")
      server.bind = "127.0.0.1"
      server.port = ${port}
      server.document-root = "${files}"
      mimetype.assign = (".png" => "image/png")
      webdav.activate = "enable"
      webdav.is-readonly = "enable"
      auth.backend = "plain"
      auth.backend.plain.userfile = "${dir}/users"
      auth.require = ("" => ("method" => "basic", "realm" => "files", "require" => "valid-user"))`
    await writeFile(join(dir, 'conf'), config)
    return ['-D', '-f', join(dir, 'conf')]
  },
}

/** Starts a WebDAV server for the folder `files`, where `ada` signs in with `pass word`. */
export const startWebdav = async (name: WebdavName) => {
  const program = findProgram(webdavServers[name])
  if (!program)
    throw new Error(`No ${name} found. Run: npx node test/tools/servers/install-servers.ts ${name}`)
  const dir = await makeTempDir('webdav')
  const [files, port] = [join(dir, 'files'), await findFreePort()]
  await mkdir(files)
  // Apache gives up the rights of root.
  await chmod(dir, 0o755)
  const child = spawn(program, await write[name]({ dir, files, port }))
  dieWithParent(child)
  const log = collectOutput(child)
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(origin).catch(() => undefined))) {
    if (!isRunning(child)) throw new Error(`${name} ended:\n${log()}`)
    await sleep(20)
  }
  return {
    files,
    address: `http://ada:pass%20word@127.0.0.1:${port}`,
    stop: async () => {
      await stopChild(child)
      await removeDir(dir)
    },
  }
}
