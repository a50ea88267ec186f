import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeServer } from '../../test/tools/servers/sockets.ts'

export interface FaultSwitch {
  faults: readonly string[]
  set(fault: string | undefined): void
}

export interface FaultSwitches {
  url: string
  stop(): Promise<void>
}

/**
 * Starts an HTTP server for breaking and repairing emulated services, with addresses such as
 * `/github/hang` and `/github/ok`. Spaces in a fault's name become hyphens. `/` lists all faults
 * and the current state.
 */
export const startFaultSwitches = async (
  switches: Readonly<Record<string, FaultSwitch>>,
): Promise<FaultSwitches> => {
  const now: Record<string, string> = {}
  for (const service of Object.keys(switches)) now[service] = ok
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://switches')
    const isKnown = pathname === '/' || turn(switches, now, pathname)
    response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(describe(switches, now))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => closeServer(server),
  }
}

const ok = 'ok'

const toSlug = (fault: string) => fault.toLowerCase().replaceAll(' ', '-')

const turn = (
  switches: Readonly<Record<string, FaultSwitch>>,
  now: Record<string, string>,
  pathname: string,
): boolean => {
  const [, service = '', slug = '', rest] = pathname.split('/')
  const found = switches[service]
  const fault = found?.faults.find((each) => toSlug(each) === slug)
  if (!found || rest !== undefined || (fault === undefined && slug !== ok)) return false
  found.set(fault)
  now[service] = slug
  return true
}

const describe = (
  switches: Readonly<Record<string, FaultSwitch>>,
  now: Readonly<Record<string, string>>,
) =>
  Object.entries(switches)
    .map(([service, { faults }]) => {
      const paths = [ok, ...faults.map(toSlug)].map((slug) => `  /${service}/${slug}`)
      return `${service} is now: ${now[service]}\n${paths.join('\n')}\n`
    })
    .join('\n')
