import { t } from '../../platform/browser/texts.ts'
import type { Say } from '../../ui/use-said.ts'
import { copyLink } from './picture.ts'

interface ShareLinkProps {
  server: string
  username: string | null
  say: Say
}

export const ShareLink = ({ server, username, say }: ShareLinkProps) => {
  if (username === null) return <p class="hint">{t('shareNoName')}</p>
  const url = `${server}/share/${encodeURIComponent(username)}`
  return (
    <div class="share">
      <a href={url} target="_blank" rel="noreferrer">
        {url.replace(/^https?:\/\//, '')}
      </a>
      <button type="button" onClick={() => copyLink(url, say)}>
        {t('shareCopy')}
      </button>
    </div>
  )
}
