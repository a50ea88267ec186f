import { useEffect, useState } from 'preact/hooks'
import {
  askToRead,
  canPickFolder,
  type Folder,
  isReadable,
  pickFolder,
} from '../../platform/browser/folder.ts'
import { t } from '../../platform/browser/texts.ts'
import { folderStore } from './folder-store.ts'

/** The folder that stays connected. It is followed when the page opens, and when the person connects it. */
export const FolderPanel = ({ follow }: { follow: () => Promise<void> }) => {
  const [state, setState] = useState<{ folder: Folder; isReadable: boolean }>()
  const refresh = async () => {
    const folder = (await folderStore.read())?.folder
    setState(folder && { folder, isReadable: await isReadable(folder) })
    if (folder) await follow()
  }
  useEffect(() => {
    if (canPickFolder()) void refresh()
  }, [])
  const connect = async () => {
    const folder = await pickFolder()
    if (!folder) return
    await folderStore.connect(folder)
    await refresh()
  }
  const reconnect = async () => {
    if (state && (await askToRead(state.folder))) await refresh()
  }
  const disconnect = async () => {
    await folderStore.disconnect()
    setState(undefined)
  }
  if (!canPickFolder()) return null
  if (!state) {
    return (
      <div class="connected-folder">
        <button type="button" onClick={connect}>
          {t('ownConnect')}
        </button>
        <p class="hint">{t('ownConnectHint')}</p>
      </div>
    )
  }
  const { name } = state.folder
  return (
    <div class="connected-folder">
      <p>
        <bdi>{state.isReadable ? t('ownConnected', { name }) : t('ownUnreadable', { name })}</bdi>
      </p>
      {!state.isReadable && (
        <button type="button" class="primary" onClick={reconnect}>
          {t('ownReconnect')}
        </button>
      )}
      <button type="button" onClick={disconnect}>
        {t('ownDisconnect')}
      </button>
    </div>
  )
}
