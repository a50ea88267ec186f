import { useEffect, useRef, useState } from 'preact/hooks'
import { giveWayToTabs } from '../../platform/browser/give-way.ts'
import { runInWorker } from '../../platform/browser/picture-worker.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { t, tCase, tCount, writeBytes } from '../../platform/browser/texts.ts'
import { estimateRoom, requestPersistence } from '../../platform/storage/database.ts'
import { FileButton } from '../../ui/file-button.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { ImportOutcome, ImportTask, PickedFile } from './import-picture.ts'
import {
  countBytes,
  countRoom,
  type ImportProgress,
  importPictures,
  listChosen,
  listDropped,
} from './import-pictures.ts'
import type { OwnPicture } from './own-picture.ts'

type ImportState =
  | { kind: 'looking' }
  | { kind: 'nothing-found' }
  | { kind: 'importing' | 'done'; progress: ImportProgress }

interface ImportSettings {
  screen: ScreenSize
  /** Is called after pictures were added, at most once a second. */
  onAdded(): Promise<void>
}

const refreshMs = 1_000

export const useImport = ({ screen, onAdded }: ImportSettings) => {
  const [state, setState] = useState<ImportState>()
  const running = useRef<AbortController | undefined>(undefined)
  const runImport = async (files: readonly PickedFile[], signal: AbortSignal) => {
    let shownAt = 0
    const onProgress = (progress: ImportProgress) => {
      setState({ kind: 'importing', progress })
      if (progress.added === 0 || Date.now() - shownAt < refreshMs) return
      shownAt = Date.now()
      void onAdded()
    }
    onProgress({ total: files.length, added: 0, known: 0, skipped: [] })
    void requestPersistence()
    const stopGivingWay = giveWayToTabs()
    const progress = await importPictures(files, {
      screen,
      importPicture: (task) =>
        runInWorker<ImportTask, ImportOutcome>('/own-pictures-worker.js', task),
      width: countWorkers(navigator.hardwareConcurrency),
      estimate: estimateRoom,
      signal,
      onProgress,
    }).finally(stopGivingWay)
    await onAdded()
    setState({ kind: 'done', progress })
  }
  const start = async (listed: Promise<readonly PickedFile[]>) => {
    // While another import is running, `listed` is not used. It must not cause an unhandled rejection.
    if (running.current) return void listed.catch(() => undefined)
    const stop = new AbortController()
    running.current = stop
    setState({ kind: 'looking' })
    try {
      // A file may have gone between the choice and the reading.
      const files = await listed.catch(() => [])
      if (files.length === 0) return setState({ kind: 'nothing-found' })
      await runImport(files, stop.signal)
    } finally {
      running.current = undefined
    }
  }
  return { state, start, cancel: () => running.current?.abort() }
}

type UseImport = ReturnType<typeof useImport>

// Two workers take 40 % less time than one. A computer with two cores needs the other one for new tabs.
const countWorkers = (cores: number) => (cores > 2 ? 2 : 1)

type ImportPanelProps = UseImport & {
  pictures: readonly OwnPicture[]
  /** The size of the copies. */
  screen: ScreenSize
}

export const ImportPanel = ({ state, start, cancel, pictures, screen }: ImportPanelProps) => {
  const isOver = useDrop((items) => start(listDropped(items)))
  const chooser = {
    accept: 'image/*',
    multiple: true,
    onChosen: (files: File[]) => start(Promise.resolve(listChosen(files))),
  }
  const isBusy = state?.kind === 'looking' || state?.kind === 'importing'
  return (
    <>
      <div class="drop" data-over={isOver}>
        <p class="lead">{t('ownLead')}</p>
        {!isBusy && (
          <>
            <div class="row">
              <FileButton {...chooser} label={t('ownChoose')} isPrimary />
              <FileButton {...chooser} label={t('ownChooseFolder')} isFolder />
            </div>
            <p class="hint">{t('ownDrop')}</p>
          </>
        )}
        {state?.kind === 'importing' && (
          <Progress progress={state.progress} screen={screen} cancel={cancel} />
        )}
        <div role="status" class="import-status">
          <Status state={state} />
        </div>
        {state && 'progress' in state && <SkippedList skipped={state.progress.skipped} />}
      </div>
      {pictures.length > 0 && <Usage pictures={pictures} />}
    </>
  )
}

const useDrop = (onDrop: (items: DataTransferItemList) => void): boolean => {
  const [isOver, setOver] = useState(false)
  const handle = useRef(onDrop)
  handle.current = onDrop
  useEffect(() => {
    const life = new AbortController()
    const listen = (type: 'dragover' | 'dragleave' | 'drop', isOverNow: boolean) =>
      document.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return
          // Without this, the browser would open the file in place of the page.
          event.preventDefault()
          setOver(isOverNow)
          if (type === 'drop') handle.current(event.dataTransfer.items)
        },
        life,
      )
    listen('dragover', true)
    listen('dragleave', false)
    listen('drop', false)
    return () => life.abort()
  }, [])
  return isOver
}

const countDone = ({ added, known, skipped }: ImportProgress) => added + known + skipped.length

type ProgressProps = Pick<ImportPanelProps, 'screen' | 'cancel'> & { progress: ImportProgress }

const Progress = ({ progress, screen, cancel }: ProgressProps) => {
  const { total } = progress
  const done = countDone(progress)
  const [isEnding, setEnding] = useState(false)
  return (
    <div class="importing">
      <label>
        {t('ownAdding', { done, total })}
        <progress value={done} max={total} />
      </label>
      <p class="hint">{t('ownKeepOpen', { size: writeBytes(countBytes(total, screen), 0) })}</p>
      <button
        type="button"
        disabled={isEnding}
        onClick={() => {
          setEnding(true)
          cancel()
        }}
      >
        {t('cancel')}
      </button>
    </div>
  )
}

const Status = ({ state }: { state: ImportState | undefined }) => {
  if (state?.kind === 'looking') return <p>{t('ownLooking')}</p>
  if (state?.kind === 'nothing-found') return <p>{t('ownNothingFound')}</p>
  if (state?.kind !== 'done') return null
  const { added, known, skipped, stopped } = state.progress
  const sentences = [
    tCount('ownAdded', added),
    ...(known > 0 ? [tCount('ownKnown', known)] : []),
    ...(skipped.length > 0 ? [tCount('ownSkipped', skipped.length)] : []),
  ]
  return (
    <>
      <p>{sentences.join(' ')}</p>
      {stopped === 'disk-full' && <p data-tone="bad">{t('ownFull')}</p>}
      {stopped === 'by-person' && <p>{t('ownStopped')}</p>}
    </>
  )
}

const Usage = ({ pictures }: Pick<ImportPanelProps, 'pictures'>) => {
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes, 0)
  const estimate = useLoaded(estimateRoom, [bytes])
  return (
    <p class="hint">
      {tCount('ownUsed', pictures.length, { size: writeBytes(bytes) })}{' '}
      {estimate && t('ownRoom', { size: writeBytes(countRoom(estimate)) })}
    </p>
  )
}

const SkippedList = ({ skipped }: Pick<ImportProgress, 'skipped'>) =>
  skipped.length === 0 ? null : (
    <details class="skipped">
      <summary>{t('ownSkippedWhy')}</summary>
      <ul>
        {skipped.map(({ name, reason }, at) => (
          <li key={at}>
            <bdi>{name}</bdi> {tCase(`ownSkip_${reason.replaceAll('-', '_')}`, {})}
          </li>
        ))}
      </ul>
    </details>
  )
