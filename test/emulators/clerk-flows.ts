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
  clientTrust: boolean
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
  const isKnown = context.client.trusted.has(attempt.user.id)
  if (context.clientTrust && !isKnown) attempt.status = 'needs_client_trust'
  else completeSignIn(context, attempt)
}

export const prepareSignIn = (context: FlowContext, id: string): SignInAttempt => {
  const attempt = requireSignIn(context, id)
  attempt.code = sendCode(context, context.users.credentialsOf(attempt.user.id)?.email ?? '')
  return attempt
}

export const attemptSignIn = (context: FlowContext, id: string, fields: Fields): SignInAttempt => {
  const attempt = requireSignIn(context, id)
  if (fields.strategy === 'password') tryPassword(context, attempt, fields.password ?? '')
  else {
    requireCode(attempt.code, fields.code)
    completeSignIn(context, attempt)
  }
  return attempt
}

const completeSignIn = ({ client }: FlowContext, attempt: SignInAttempt): void => {
  attempt.status = 'complete'
  attempt.sessionId = startSession(client, attempt.user.id)
  client.trusted.add(attempt.user.id)
}

export const createSignUp = (context: FlowContext, fields: Fields): SignUpAttempt => {
  requireNoSession(context.client)
  const { username = '', email_address: email = '', password = '' } = fields
  requireAcceptable(context.users, { username, email, password })
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

const requireAcceptable = (
  users: ClerkUsers,
  { username, email, password }: { username: string; email: string; password: string },
): void => {
  const refuse = (code: string, text: string, param: string) => {
    throw new ClerkRefusal(422, code, text, param)
  }
  if (!/^\S+@\S+\.\S+$/.test(email))
    refuse(
      'form_param_format_invalid',
      'Email address must be a valid email address.',
      'email_address',
    )
  if (!/^[a-z0-9_-]{4,64}$/i.test(username))
    refuse(
      'form_username_invalid_length',
      'Username must be between 4 and 64 characters long.',
      'username',
    )
  if (password.length < 8)
    refuse('form_password_length_too_short', 'Passwords must be 8 characters or more.', 'password')
  if (users.find(email))
    refuse(
      'form_identifier_exists',
      'That email address is taken. Please try another.',
      'email_address',
    )
  if (users.find(username))
    refuse('form_identifier_exists', 'That username is taken. Please try another.', 'username')
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
  context.client.trusted.add(user.id)
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
