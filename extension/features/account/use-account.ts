import { useEffect, useState } from 'preact/hooks'
import { follow } from '../../platform/storage/stored-item.ts'
import { AccountError, type AccountProblem, type AccountState, unreachable } from './account.ts'
import type { AccountOfPage } from './account-messages.ts'

export interface UseAccount {
  state: AccountState
  isBusy: boolean
  problem: AccountProblem | undefined
  act(step: (account: AccountOfPage) => Promise<AccountState>): Promise<void>
}

export const useAccount = (account: AccountOfPage, initial: AccountState): UseAccount => {
  const [state, setState] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AccountProblem>()
  useEffect(() => follow({ ...account, read: account.current }, setState), [account])
  useEffect(() => {
    // While the account service cannot be reached, the page shows what is stored.
    account.refresh().catch(() => undefined)
  }, [account])

  const act: UseAccount['act'] = async (step) => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      setState(await step(account))
    } catch (error) {
      setProblem(error instanceof AccountError ? error.problem : unreachable())
    } finally {
      setBusy(false)
    }
  }
  return { state, isBusy, problem, act }
}
