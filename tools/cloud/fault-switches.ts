import { createServer } from 'node:http'
import { closeServer, listenLocally } from '../../test/tools/servers/sockets.ts'

export interface FaultSwitch {
  faults: readonly string[]
  set(fault: string | undefined): void
}

export type FaultSwitches = Awaited<ReturnType<typeof startFaultSwitches>>

const ok = 'ok'

/**
 * Starts an HTTP server for breaking and repairing emulated services, with addresses such as
 * `/github/hang` and `/github/ok`. Spaces in a fault's name become hyphens. `/` lists all faults
 * and the current state.
 */
export const startFaultSwitches = async (switches: Readonly<Record<string, FaultSwitch>>) => {
  const now = new Map(Object.keys(switches).map((service) => [service, ok]))
  const turn = (pathname: string): boolean => {
    const [, service = '', slug = '', rest] = pathname.split('/')
    const found = switches[service]
    const fault = found?.faults.find((each) => toSlug(each) === slug)
    if (!found || rest !== undefined || (fault === undefined && slug !== ok)) return false
    found.set(fault)
    now.set(service, slug)
    return true
  }
  const describe = () =>
    Object.entries(switches).map(([service, { faults }]) => {
      const paths = [ok, ...faults.map(toSlug)].map((slug) => `  /${service}/${slug}\n`)
      return `${service} is now: ${now.get(service)}\n${paths.join('')}`
    })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://switches')
    const isKnown = pathname === '/' || turn(pathname)
    response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(describe().join('\n'))
  })
  return {
    url: `http://127.0.0.1:${await listenLocally(server)}`,
    stop: () => closeServer(server),
  }
}

const toSlug = (fault: string) => fault.toLowerCase().replaceAll(' ', '-')
