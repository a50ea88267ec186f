/**
 * Emulates the part of GitHub's REST API that creates commits from blobs and trees and moves the
 * branch `main`.
 * @see https://docs.github.com/rest/git
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { expectDefined } from '../expect-defined.ts'

export type Files = Readonly<Record<string, Buffer>>

export interface GitCommit {
  sha: string
  message: string
  parent: string
}

interface Repository {
  commits: Map<string, Files>
  head(): string
  setHead(sha: string): void
  behaviour(): {
    readOnly?: boolean | undefined
    beforeUpdate?: (() => void) | undefined
    private?: boolean | undefined
    truncatesTrees?: boolean | undefined
  }
}

interface Answer {
  status: number
  body: unknown
}

const blobSchema = z.object({ content: z.string(), encoding: z.enum(['utf-8', 'base64']) })
const treeSchema = z.object({
  base_tree: z.string(),
  tree: z.array(z.object({ path: z.string(), sha: z.string() })),
})
const commitSchema = z.object({
  message: z.string().min(1),
  tree: z.string(),
  parents: z.tuple([z.string()]),
})
const updateSchema = z.object({ sha: z.string(), force: z.boolean().optional() })

const missing: Answer = { status: 404, body: { message: 'Not Found' } }
const forbidden: Answer = {
  status: 403,
  body: { message: 'Resource not accessible by personal access token' },
}

export const createGitData = ({ commits, head, setHead, behaviour }: Repository) => {
  const blobs = new Map<string, Buffer>()
  const trees = new Map<string, Files>()
  const pending = new Map<string, GitCommit & { files: Files }>()
  const made: GitCommit[] = []

  const add = <T>(store: Map<string, T>, value: T): Answer => {
    const sha = toSha(`${store.size} ${Math.random()}`)
    store.set(sha, value)
    return { status: 201, body: { sha } }
  }
  // As in Git, equal files give the same tree.
  const addTree = (files: Files): Answer => {
    const names = Object.keys(files).sort()
    const sha = toSha(JSON.stringify(names.map((name) => [name, files[name]?.toString('base64')])))
    trees.set(sha, files)
    return { status: 201, body: { sha } }
  }
  const makeTree = (body: unknown) => {
    const { base_tree, tree } = treeSchema.parse(body)
    const changed = tree.map(({ path, sha }) => [path, expectDefined(blobs.get(sha))] as const)
    return addTree({ ...trees.get(base_tree), ...Object.fromEntries(changed) })
  }
  const makeCommit = (body: unknown): Answer => {
    const { message, tree, parents } = commitSchema.parse(body)
    const sha = toSha(`${message} ${tree} ${parents[0]}`)
    pending.set(sha, { sha, message, parent: parents[0], files: expectDefined(trees.get(tree)) })
    return { status: 201, body: { sha } }
  }
  const describeCommit = (sha: string): Answer => {
    const files = commits.get(sha)
    if (files === undefined) return missing
    return { status: 200, body: { sha, tree: addTree(files).body } }
  }
  const listTree = (sha: string): Answer => {
    const files = commits.get(sha)
    if (files === undefined) return missing
    const truncated = behaviour().truncatesTrees ?? false
    const tree = Object.entries(files)
      .slice(0, truncated ? 1 : undefined)
      .map(([path, bytes]) => ({
        path,
        mode: '100644',
        type: 'blob',
        sha: createHash('sha1').update(bytes).digest('hex'),
        size: bytes.length,
      }))
    return { status: 200, body: { sha, tree, truncated } }
  }
  const updateBranch = (body: unknown): Answer => {
    const { sha, force } = updateSchema.parse(body)
    const { beforeUpdate } = behaviour()
    behaviour().beforeUpdate = undefined
    beforeUpdate?.()
    const commit = expectDefined(pending.get(sha))
    if (commit.parent !== head() && force !== true)
      return { status: 422, body: { message: 'Update is not a fast forward' } }
    const { files, ...described } = commit
    commits.set(sha, files)
    made.push(described)
    setHead(sha)
    return { status: 200, body: { object: { sha } } }
  }

  const write = (path: string, body: unknown): Answer => {
    if (behaviour().readOnly) return forbidden
    if (path === '/git/blobs') {
      const { content, encoding } = blobSchema.parse(body)
      return add(blobs, Buffer.from(content, encoding))
    }
    if (path === '/git/trees') return makeTree(body)
    if (path === '/git/commits') return makeCommit(body)
    return decodeURIComponent(path) === '/git/refs/heads/main' ? updateBranch(body) : missing
  }
  const read = (path: string): Answer => {
    if (path === '/') return { status: 200, body: describeRepository(behaviour()) }
    if (path.startsWith('/git/trees/')) return listTree(path.slice('/git/trees/'.length))
    if (decodeURIComponent(path) === '/git/ref/heads/main')
      return head() === '' ? missing : { status: 200, body: { object: { sha: head() } } }
    return describeCommit(path.replace('/git/commits/', ''))
  }

  return {
    made,
    answer: async (request: IncomingMessage, path: string): Promise<Answer> => {
      if (request.method === 'GET') return read(path)
      const text = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString()
      return write(path, JSON.parse(text))
    },
  }
}

const describeRepository = ({
  readOnly = false,
  private: isPrivate = false,
}: ReturnType<Repository['behaviour']>) => ({
  default_branch: 'main',
  private: isPrivate,
  permissions: { pull: true, push: !readOnly },
})

const toSha = (text: string) => createHash('sha1').update(text).digest('hex')
