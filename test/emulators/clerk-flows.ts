/**
 * Emulates the steps of signing in and signing up at Clerk, and Clerk's reasons for refusing a
 * step.
 */
import {
  type ClerkClient,
  makeCode,
  makeId,
  type SignInAttempt,
  type SignUpAttempt,
  startSession,
} from './clerk-clients.ts'
import type { ClerkUsers } from './clerk-users.ts'

export interface Mail {
  to: string
  code: string
}

export interface FlowContext {
  client: ClerkClient
  users: ClerkUsers
  mails: Mail[]
  asksUnknownDevices: boolean
}

export type Fields = Record<string, string | undefined>

/**
 * An error response with the codes and texts that Clerk uses.
 * @see https://clerk.com/docs/errors/frontend-api
 */
export class ClerkRefusal extends Error {
  status: number
  code: string
  param: string | undefined

  constructor(status: number, code: string, message: string, param?: string) {
    super(message)
    this.status = status
    this.code = code
    this.param = param
  }
}

export const createSignIn = (context: FlowContext, { identifier = '', password }: Fields) => {
  requireNoSession(context.client)
  const user = context.users.find(identifier)
  if (!user)
    throw new ClerkRefusal(
      422,
      'form_identifier_not_found',
      "Couldn't find your account.",
      'identifier',
    )
  const attempt: SignInAttempt = {
    id: makeId('sia'),
    identifier,
    user,
    status: 'needs_first_factor',
  }
  context.client.signIn = attempt
  if (password !== undefined) tryPassword(context, attempt, password)
  return attempt
}

const tryPassword = (context: FlowContext, attempt: SignInAttempt, password: string): void => {
  if (context.users.credentialsOf(attempt.user.id)?.password !== password)
    throw new ClerkRefusal(
      422,
      'form_password_incorrect',
      'Password is incorrect. Try again, or use another method.',
      'password',
    )
  if (context.asksUnknownDevices) attempt.status = 'needs_client_trust'
  else completeSignIn(context, attempt)
}

export const prepareSignIn = (context: FlowContext, id: string): SignInAttempt => {
  const attempt = requireSignIn(context, id)
  attempt.code = sendCode(context, context.users.credentialsOf(attempt.user.id)?.email ?? '')
  return attempt
}

export const attemptSignIn = (
  context: FlowContext,
  id: string,
  { code }: Fields,
): SignInAttempt => {
  const attempt = requireSignIn(context, id)
  requireCode(attempt.code, code)
  completeSignIn(context, attempt)
  return attempt
}

const completeSignIn = ({ client }: FlowContext, attempt: SignInAttempt): void => {
  attempt.status = 'complete'
  attempt.sessionId = startSession(client, attempt.user.id)
}

export const createSignUp = (context: FlowContext, fields: Fields): SignUpAttempt => {
  requireNoSession(context.client)
  const { username = '', email_address: email = '', password = '' } = fields
  const attempt: SignUpAttempt = {
    id: makeId('sua'),
    username,
    email,
    password,
    status: 'missing_requirements',
  }
  context.client.signUp = attempt
  return attempt
}

export const prepareSignUp = (context: FlowContext, id: string): SignUpAttempt => {
  const attempt = requireSignUp(context, id)
  attempt.code = sendCode(context, attempt.email)
  return attempt
}

export const attemptSignUp = (
  context: FlowContext,
  id: string,
  { code }: Fields,
): SignUpAttempt => {
  const attempt = requireSignUp(context, id)
  requireCode(attempt.code, code)
  const user = context.users.signUp(attempt)
  attempt.status = 'complete'
  attempt.userId = user.id
  attempt.sessionId = startSession(context.client, user.id)
  return attempt
}

const sendCode = ({ mails }: FlowContext, to: string): string => {
  const code = makeCode()
  mails.push({ to, code })
  return code
}

const requireCode = (expected: string | undefined, given: string | undefined): void => {
  if (expected === undefined)
    throw new ClerkRefusal(
      400,
      'verification_missing',
      'There is no verification to attempt.',
      'code',
    )
  if (given !== expected)
    throw new ClerkRefusal(422, 'form_code_incorrect', 'Incorrect code', 'code')
}

const requireNoSession = ({ sessions }: ClerkClient): void => {
  if (sessions.length > 0)
    throw new ClerkRefusal(400, 'session_exists', "You're already signed in.")
}

const requireSignIn = ({ client }: FlowContext, id: string): SignInAttempt => {
  if (client.signIn?.id === id) return client.signIn
  throw new ClerkRefusal(404, 'resource_not_found', `No sign in was found with id ${id}.`)
}

const requireSignUp = ({ client }: FlowContext, id: string): SignUpAttempt => {
  if (client.signUp?.id === id) return client.signUp
  throw new ClerkRefusal(404, 'resource_not_found', `No sign up was found with id ${id}.`)
}
