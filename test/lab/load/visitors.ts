import { setTimeout as sleep } from 'node:timers/promises'
import { createAsker } from './ask.ts'

const pauseMs = 10

const paths = [
  '/api/wallpapers?count=5',
  '/api/wallpapers?category=nature&include=details',
  '/api/random-wallpapers?count=3',
  '/api/wallpapers/search?q=moon',
  '/api/colors',
  '/api/categories',
  '/images/alpine-dawn?w=640&format=webp',
  '/main/alpine-dawn.jpg',
  '/',
]

export interface VisitorsReport {
  answered: number
  failures: { at: number; text: string }[]
  /** The measured duration of each request in milliseconds. */
  took: number[]
}

export const createVisitors = (origin: string, count: number) => {
  const report: VisitorsReport = { answered: 0, failures: [], took: [] }
  const visit = async (isOver: () => boolean) => {
    const { ask, close } = createAsker(origin)
    while (!isOver()) {
      const path = paths[Math.floor(Math.random() * paths.length)] as string
      const began = performance.now()
      const problem = await ask('GET', path).then(
        ({ status, body }) => (status === 200 ? undefined : `${status} ${body.slice(0, 200)}`),
        (error: Error) => error.message,
      )
      report.took.push(performance.now() - began)
      report.answered += 1
      if (problem !== undefined)
        report.failures.push({ at: Date.now(), text: `${path}: ${problem}` })
      await sleep(pauseMs)
    }
    close()
  }
  return {
    report,
    run: (isOver: () => boolean) => Promise.all(Array.from({ length: count }, () => visit(isOver))),
  }
}
