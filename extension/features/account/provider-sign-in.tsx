import { useEffect, useState } from 'preact/hooks'
import { openTab } from '../../platform/browser/page.ts'
import { requestDataConsent } from '../../platform/browser/permissions.ts'
import { t } from '../../platform/browser/texts.ts'
import { follow } from '../../platform/storage/stored-item.ts'
import { toHost } from '../../remote/problem.ts'
import { toAccountProblem } from './account.ts'
import { type AccountRequest, askAccount } from './account-messages.ts'
import { type Pairing, pairingItem, toPairingPage } from './pairing.ts'

const checkEveryMs = 2_000

export const usePairing = (server: string) => {
  const [stored, setStored] = useState<Pairing | null>(null)
  const [problem, setProblem] = useState<string>()
  const pairing = stored?.server === server ? stored : null
  const code = pairing?.deviceCode
  useEffect(() => follow(pairingItem, setStored), [])

  const attempt = async (request: AccountRequest) => {
    try {
      await askAccount(request)
    } catch (error) {
      setProblem(toAccountProblem(error).text)
    }
  }
  useEffect(() => {
    if (code === undefined) return
    const check = () => attempt({ call: 'checkPairing' })
    void check()
    const timer = setInterval(check, checkEveryMs)
    return () => clearInterval(timer)
  }, [code])

  const begin = async () => {
    setProblem(undefined)
    // The browser asks for consent only in direct response to a click, so the request comes before any wait.
    const hasConsent = await requestDataConsent(['authenticationInfo'])
    if (!hasConsent) return setProblem(t('noConsent'))
    await attempt({ call: 'beginPairing' })
  }
  return { pairing, problem, begin, cancel: () => attempt({ call: 'cancelPairing' }) }
}

type UsePairing = ReturnType<typeof usePairing>

export const ProviderButton = ({ name, problem, begin }: UsePairing & { name: string }) => (
  <div class="account-form provider">
    <div class="row">
      <button type="button" class="primary" onClick={begin}>
        {t('providerContinue', { name })}
      </button>
    </div>
    <p class="hint">{t('providerHint', { name })}</p>
    <p class="report" role="alert" data-tone="bad">
      {problem}
    </p>
  </div>
)

const copyAndOpen = async (pairing: Pairing) => {
  // Without a clipboard, the person types what the card shows.
  await navigator.clipboard.writeText(pairing.userCode).catch(() => undefined)
  await openTab(toPairingPage(pairing))
}

export const PairingCard = ({ pairing, cancel }: { pairing: Pairing; cancel: () => void }) => (
  <div class="account-form pairing">
    <p class="lead">{t('pairingLead', { host: toHost(pairing.server) })}</p>
    <output class="user-code">{pairing.userCode}</output>
    <p class="hint" role="status">
      {t('pairingWaiting')}
    </p>
    <div class="row">
      <button type="button" class="primary" onClick={() => copyAndOpen(pairing)}>
        {t('pairingOpen')}
      </button>
      <button type="button" class="quiet" onClick={cancel}>
        {t('cancel')}
      </button>
    </div>
  </div>
)
