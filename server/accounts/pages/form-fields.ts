import { html } from 'hono/html'
import type { Html } from '../../web/layout.ts'

export interface FormState {
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

interface Field {
  id: string
  name: string
  label: string
  type?: 'text' | 'password'
  autocomplete: string
  hint?: string
  optional?: boolean
  maxLength: number
}

export const field = (
  { id, name, label, type = 'text', autocomplete, hint, optional, maxLength }: Field,
  { values = {}, errors = {} }: FormState = {},
): Html => {
  const error = errors[name]
  const isFirst = name === Object.keys(errors)[0]
  const help = error ?? hint
  return html`<div class="field">
      <label for="${id}">${label}${optional ? html` <span>(optional)</span>` : ''}</label>
      <input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${maxLength}" value="${type === 'password' ? '' : (values[name] ?? '')}" autocapitalize="none" spellcheck="false" ${optional ? '' : 'required'} ${help ? html`aria-describedby="${id}-help"` : ''} ${error ? html`aria-invalid="true"` : ''} ${isFirst ? 'autofocus' : ''}>
      ${help ? html`<p class="${error ? 'error' : 'hint'}" id="${id}-help">${help}</p>` : ''}
    </div>`
}

export const passwordField = (id: string, state: FormState = {}, label = 'Your password'): Html => {
  const kind = { type: 'password', autocomplete: 'current-password', maxLength: 1024 } as const
  return field({ id, name: 'password', label, ...kind }, state)
}

export const formError = ({ errors = {} }: FormState = {}): Html | '' =>
  errors.form ? html`<p class="error" role="alert">${errors.form}</p>` : ''

/** A hidden field that tells password managers which account the new password belongs to. */
export const hiddenUsername = (username = '') =>
  html`<input type="text" name="username" value="${username}" autocomplete="username" readonly hidden>`

export const problemNote = (problem: string | undefined) =>
  problem ? html`<p class="notice error" role="alert">${problem}</p>` : ''
