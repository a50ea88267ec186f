import { html } from 'hono/html'
import type { Html } from '../layout.ts'

/** What somebody wrote into a form (never a password), and what is wrong with it, by field. */
export interface FormState {
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

interface Field {
  /** Unique on its page. */
  id: string
  name: string
  label: string
  type?: 'text' | 'password'
  autocomplete: string
  hint?: string
  optional?: boolean
  maxLength: number
}

/** A labelled input that says next to it what is expected, and what is wrong. */
export const field = (
  { id, name, label, type = 'text', autocomplete, hint, optional, maxLength }: Field,
  { values = {}, errors = {} }: FormState,
): Html => {
  const error = errors[name]
  const isFirst = name === Object.keys(errors)[0]
  // The error says what is expected, too.
  const help = error ?? hint
  return html`<div class="field">
      <label for="${id}">${label}${optional ? html` <span>(if you like)</span>` : ''}</label>
      <input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${maxLength}" value="${type === 'password' ? '' : (values[name] ?? '')}" autocapitalize="none" spellcheck="false" ${optional ? '' : 'required'} ${help ? html`aria-describedby="${id}-help"` : ''} ${error ? html`aria-invalid="true"` : ''} ${isFirst ? 'autofocus' : ''}>
      ${help ? html`<p class="${error ? 'error' : 'hint'}" id="${id}-help">${help}</p>` : ''}
    </div>`
}

/** What is wrong with a form as a whole. */
export const formError = ({ errors = {} }: FormState): Html | '' =>
  errors.form ? html`<p class="error" role="alert">${errors.form}</p>` : ''
