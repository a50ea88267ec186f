import { useRef, useState } from 'preact/hooks'
import { giveWayToTabs } from '../../platform/browser/give-way.ts'
import { startWorker } from '../../platform/browser/picture-worker.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { estimateRoom, keepStored } from '../../platform/storage/room.ts'
import type { OnOutcome } from './follow-folder.ts'
import type { ImportOutcome, ImportTask, PickedFile } from './import-picture.ts'
import { type ImportProgress, importPictures } from './import-pictures.ts'
import type { OwnStore } from './own-store.ts'

export type ImportState =
  | { kind: 'looking' }
  | { kind: 'nothing-found' }
  | { kind: 'importing' | 'done'; progress: ImportProgress }

export interface UseImport {
  state: ImportState | undefined
  /** Adds pictures, one import at a time. */
  start(files: Promise<readonly PickedFile[]>, onOutcome?: OnOutcome): Promise<void>
  cancel(): void
}

interface ImportSettings {
  store: OwnStore
  screen: ScreenSize
  /** Is called after pictures were added, at most once a second. */
  onAdded(): Promise<void>
}

const refreshMs = 1_000

export const useImport = ({ store, screen, onAdded }: ImportSettings): UseImport => {
  const [state, setState] = useState<ImportState>()
  const running = useRef<AbortController | undefined>(undefined)
  const runImport = async (
    files: readonly PickedFile[],
    signal: AbortSignal,
    onOutcome: OnOutcome | undefined,
  ) => {
    let shownAt = 0
    const onProgress = (progress: ImportProgress) => {
      setState({ kind: 'importing', progress })
      if (progress.added === 0 || Date.now() - shownAt < refreshMs) return
      shownAt = Date.now()
      void onAdded()
    }
    onProgress({ total: files.length, added: 0, known: 0, skipped: [] })
    void keepStored()
    const stopGivingWay = giveWayToTabs()
    const progress = await importPictures(files, {
      screen,
      startWorker: () => startWorker<ImportTask, ImportOutcome>('/own-pictures-worker.js'),
      width: countWorkers(navigator.hardwareConcurrency),
      estimate: estimateRoom,
      store,
      signal,
      onProgress,
      ...(onOutcome && { onOutcome }),
    }).finally(stopGivingWay)
    await onAdded()
    setState({ kind: 'done', progress })
  }
  const start: UseImport['start'] = async (listed, onOutcome) => {
    // Another import is running. Its `listed` is not used, and must not cause an unhandled rejection.
    if (running.current) return void listed.catch(() => undefined)
    const stop = new AbortController()
    running.current = stop
    setState({ kind: 'looking' })
    try {
      // A file may have gone between the choice and the reading.
      const files = await listed.catch(() => [])
      if (files.length === 0) return setState({ kind: 'nothing-found' })
      await runImport(files, stop.signal, onOutcome)
    } finally {
      running.current = undefined
    }
  }
  return { state, start, cancel: () => running.current?.abort() }
}

// Two workers take 40 % less time than one. A computer with two cores needs the other one for new tabs.
const countWorkers = (cores: number) => (cores > 2 ? 2 : 1)
