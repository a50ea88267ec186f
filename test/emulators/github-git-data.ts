/**
 * Emulates the part of GitHub's REST API that creates commits from blobs and trees and moves the branch `main`.
 * @see https://docs.github.com/rest/git
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { expectDefined } from '../expect-defined.ts'
import type { GithubBehaviour } from './github-faults.ts'

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
  behaviour(): GithubBehaviour
}

interface Answer {
  status: number
  body: unknown
}

interface Sent {
  content: string
  encoding: 'utf-8' | 'base64'
  base_tree: string
  message: string
  parents: [string]
  sha: string
  force?: boolean
}

const missing: Answer = { status: 404, body: { message: 'Not Found' } }
const created = (sha: string): Answer => ({ status: 201, body: { sha } })

export const createGitData = ({ commits, head, setHead, behaviour }: Repository) => {
  const blobs = new Map<string, Buffer>()
  const trees = new Map<string, Files>()
  const pending = new Map<string, GitCommit & { files: Files }>()
  const made: GitCommit[] = []

  const makeBlob = ({ content, encoding }: Sent): Answer => {
    const sha = toSha(content)
    blobs.set(sha, Buffer.from(content, encoding))
    return created(sha)
  }
  // As in Git, equal files give the same tree.
  const addTree = (files: Files): Answer => {
    const names = Object.keys(files).sort()
    const sha = toSha(JSON.stringify(names.map((name) => [name, files[name]?.toString('base64')])))
    trees.set(sha, files)
    return created(sha)
  }
  const makeTree = ({ base_tree, tree }: Sent & { tree: { path: string; sha: string }[] }) => {
    const changed = tree.map(({ path, sha }) => [path, expectDefined(blobs.get(sha))] as const)
    return addTree({ ...trees.get(base_tree), ...Object.fromEntries(changed) })
  }
  const makeCommit = ({ message, tree, parents: [parent] }: Sent & { tree: string }): Answer => {
    const sha = toSha(`${message} ${tree} ${parent}`)
    pending.set(sha, { sha, message, parent, files: expectDefined(trees.get(tree)) })
    return created(sha)
  }
  const describeCommit = (sha: string): Answer => {
    const files = commits.get(sha)
    return files ? { status: 200, body: { sha, tree: addTree(files).body } } : missing
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
  const updateBranch = ({ sha, force }: Sent): Answer => {
    const { beforeUpdate } = behaviour()
    behaviour().beforeUpdate = undefined
    beforeUpdate?.()
    const { files, ...commit } = expectDefined(pending.get(sha))
    if (commit.parent !== head() && force !== true)
      return { status: 422, body: { message: 'Update is not a fast forward' } }
    commits.set(sha, files)
    made.push(commit)
    setHead(sha)
    return { status: 200, body: { object: { sha } } }
  }

  const writers: Readonly<Record<string, (body: never) => Answer>> = {
    '/git/blobs': makeBlob,
    '/git/trees': makeTree,
    '/git/commits': makeCommit,
    '/git/refs/heads/main': updateBranch,
  }
  const read = (path: string): Answer => {
    const { readOnly = false, private: isPrivate = false } = behaviour()
    const permissions = { pull: true, push: !readOnly }
    if (path === '/')
      return { status: 200, body: { default_branch: 'main', private: isPrivate, permissions } }
    if (path.startsWith('/git/trees/')) return listTree(path.slice('/git/trees/'.length))
    if (decodeURIComponent(path) === '/git/ref/heads/main')
      return head() === '' ? missing : { status: 200, body: { object: { sha: head() } } }
    return describeCommit(path.replace('/git/commits/', ''))
  }

  return {
    made,
    answer: async (request: IncomingMessage, path: string): Promise<Answer> => {
      if (request.method === 'GET') return read(path)
      if (behaviour().readOnly)
        return {
          status: 403,
          body: { message: 'Resource not accessible by personal access token' },
        }
      const write = writers[decodeURIComponent(path)]
      return write ? write((await json(request)) as never) : missing
    },
  }
}

const toSha = (text: string) => createHash('sha1').update(text).digest('hex')
