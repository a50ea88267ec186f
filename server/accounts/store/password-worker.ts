import { answerMessages } from '../../adapters/threads/thread.ts'
import { hashPassword, isPassword } from './passwords.ts'

const handlers = {
  hash: hashPassword,
  verify: ({ hash, password }: { hash: string; password: string }) => isPassword(password, hash),
}

export type PasswordHandlers = typeof handlers

answerMessages(handlers)
