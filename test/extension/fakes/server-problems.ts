import type { Problem } from '../../../extension/remote/problem.ts'

type Case = [what: string, respond: () => Response | Promise<Response>, problem: Problem]

/** Faulty answers of a server, each with the problem that the extension must report. */
export const serverProblems: Case[] = [
  ['nothing answers', () => Promise.reject(new TypeError()), { kind: 'unreachable' }],
  ['a page answers', () => new Response('<h1>'), { kind: 'not-a-catalogue' }],
  ['the path is unknown', () => new Response('', { status: 404 }), { kind: 'not-a-catalogue' }],
  ['it is out of order', () => new Response('', { status: 503 }), { kind: 'refused', status: 503 }],
]
