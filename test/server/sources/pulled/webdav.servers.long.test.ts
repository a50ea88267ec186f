import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../server/config/config.ts'
import { webdav } from '../../../../server/sources/pulled/webdav.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { findProgram } from '../../../tools/servers/find-servers.ts'
import { startWebdav, type WebdavName, webdavServers } from '../../../tools/servers/start-webdav.ts'
import { askOf, listWith } from './harness.ts'

const odd = ['a#b?c.png', '100% & more;.png', "it's [1] @home.png", 'düne 海.png', 'a+b:c.png']
const servers = Object.entries(webdavServers) as [WebdavName, string][]

describe.each(servers.filter(([, program]) => findProgram(program)))('webdav at %s', (name) => {
  it('reads 50 folders of 100 files, and files with any name', async () => {
    const server = await startWebdav(name)
    for (let at = 0; at < 50; at++) {
      await mkdir(join(server.files, `folder ${at}`))
      for (let n = 0; n < 100; n++)
        await writeFile(join(server.files, `folder ${at}`, `picture ${n}.png`), `${at} ${n}`)
    }
    for (const file of odd) await writeFile(join(server.files, file), file)
    const lister = expectDefined(webdav(parseConfig({ WEBDAV_FOLDERS: server.address }))[0])
    const pictures = expectDefined(await listWith(lister))
    expect(new Set(pictures.map(({ key }) => key)).size).toBe(5_005)
    const ask = askOf(lister)
    const texts = pictures
      .filter(({ key }) => odd.includes(key))
      .map(async ({ address }) => (await ask(address)).text())
    expect((await Promise.all(texts)).sort()).toEqual(odd.toSorted())
    const version = (all: typeof pictures) => all.find(({ key }) => key === odd[0])?.version
    await writeFile(join(server.files, odd[0] ?? ''), 'changed')
    expect(version(expectDefined(await listWith(lister)))).not.toBe(version(pictures))
    await server.stop()
  })
})
