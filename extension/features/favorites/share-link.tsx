import { useState } from 'preact/hooks'
import { t } from '../../platform/browser/texts.ts'

const copiedShownMs = 2_500

export const ShareLink = ({ server, username }: { server: string; username: string | null }) => {
  const [report, setReport] = useState('')
  if (username === null) {
    return <p class="hint">{t('shareNoName')}</p>
  }
  const url = `${server}/share/${encodeURIComponent(username)}`
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    )
    setReport(t(isCopied ? 'shareCopied' : 'shareNotCopied'))
    if (isCopied) setTimeout(() => setReport(''), copiedShownMs)
  }
  return (
    <div class="share">
      <a href={url} target="_blank" rel="noreferrer">
        {url.replace(/^https?:\/\//, '')}
      </a>
      <button type="button" onClick={copy}>
        {t('shareCopy')}
      </button>
      <span role="status" data-tone="good">
        {report}
      </span>
    </div>
  )
}
