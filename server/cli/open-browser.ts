import { execFileSync, spawn } from 'node:child_process'

/** How each system opens an address in the browser that its user chose. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  // `start` is a word of cmd. Its first argument is the title of a window.
  win32: ['cmd', '/c', 'start', ''],
}

export const openBrowser = (url: string): void => {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  // Without a desktop, there is nothing to open. The terminal shows the address anyway.
  child.on('error', () => undefined)
  child.unref()
}

/**
 * Tells whether the terminal's input is for this program. The system stops a program in the background that reads from
 * its terminal.
 */
export const hasTerminal = (): boolean => {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  if (process.platform === 'win32') return true
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(process.pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    // POSIX systems mark the programs in the foreground with a plus.
    return state.includes('+')
  } catch {
    return false
  }
}

/** Calls `work` once, when somebody presses Enter. */
export const onEnter = (work: () => void): void => {
  const stop = () => {
    process.stdin.off('data', onData)
    process.off('SIGCONT', stop)
    process.stdin.pause()
  }
  const onData = () => {
    stop()
    work()
  }
  process.stdin.on('error', stop)
  process.stdin.on('data', onData)
  // After Ctrl+Z, the program may go on in the background.
  process.on('SIGCONT', stop)
}
