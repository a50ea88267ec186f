import { useState } from 'preact/hooks'
import { TextField } from '../../ui/text-field.tsx'
import { Problem } from './problem.tsx'
import type { UseAccount } from './use-account.ts'

/** Takes the code that was sent by e-mail. */
export const CodeForm = ({ email, isBusy, problem, act }: UseAccount & { email: string }) => {
  const [code, setCode] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    act((account) => account.verify(code))
  }
  return (
    <form class="account-form" onSubmit={submit} noValidate>
      <p class="lead">We have sent a code to {email || 'your e-mail address'}.</p>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        value={code}
        onInput={setCode}
        problem={problem?.field === 'code' ? problem.text : undefined}
      />
      <Problem problem={problem} />
      <div class="row">
        <button type="submit" class="primary" aria-busy={isBusy}>
          {isBusy ? 'Checking …' : 'Continue'}
        </button>
        <button type="button" onClick={() => act((account) => account.resendCode())}>
          Send another code
        </button>
        <button type="button" class="quiet" onClick={() => act((account) => account.signOut())}>
          Cancel
        </button>
      </div>
    </form>
  )
}
