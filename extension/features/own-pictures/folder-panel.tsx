import { t } from '../../platform/browser/texts.ts'
import type { UseFolder } from './use-folder.ts'

export const FolderPanel = (folder: UseFolder) => {
  const { canConnect, name, isReadable, connect, reconnect, disconnect } = folder
  if (!canConnect) return null
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
