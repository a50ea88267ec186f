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
export const useFolder = (follow: () => Promise<void>) => {
  const [state, setState] = useState<{ folder: Folder; isReadable: boolean }>()
  const refresh = async () => {
    const folder = (await folderStore.read())?.folder
    setState(folder && { folder, isReadable: await isReadable(folder) })
    if (folder) await follow()
  }
  useEffect(() => {
    if (canPickFolder()) void refresh()
  }, [])
  return {
    name: state?.folder.name,
    isReadable: state?.isReadable ?? false,
    connect: async () => {
      const folder = await pickFolder()
      if (!folder) return
      await folderStore.connect(folder)
      await refresh()
    },
    reconnect: async () => {
      if (state && (await askToRead(state.folder))) await refresh()
    },
    disconnect: async () => {
      await folderStore.disconnect()
      setState(undefined)
    },
  }
}

export const FolderPanel = (folder: ReturnType<typeof useFolder>) => {
  const { name, isReadable, connect, reconnect, disconnect } = folder
  if (!canPickFolder()) return null
  if (name === undefined) {
    return (
      <div class="connected-folder">
        <button type="button" onClick={connect}>
          {t('ownConnect')}
        </button>
        <p class="hint">{t('ownConnectHint')}</p>
      </div>
    )
  }
  return (
    <div class="connected-folder">
      <p>
        <bdi>{isReadable ? t('ownConnected', { name }) : t('ownUnreadable', { name })}</bdi>
      </p>
      {!isReadable && (
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
