import { useState } from 'preact/hooks'
import { t } from '../../platform/browser/texts.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Problem } from './problem.tsx'
import type { UseAccount } from './use-account.ts'

/** Takes the code that was sent by e-mail. */
export const CodeForm = ({ email, isBusy, problem, act }: UseAccount & { email: string }) => {
  const [code, setCode] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    void act((account) => account.verify(code))
  }
  return (
    <form class="account-form" onSubmit={submit} noValidate>
      <p class="lead">{email ? t('codeSent', { email }) : t('codeSentSomewhere')}</p>
      <TextField
        label={t('code')}
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
          {t(isBusy ? 'codeChecking' : 'codeCheck')}
        </button>
        <button type="button" onClick={() => act((account) => account.resendCode())}>
          {t('codeAgain')}
        </button>
        <button type="button" class="quiet" onClick={() => act((account) => account.signOut())}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}
