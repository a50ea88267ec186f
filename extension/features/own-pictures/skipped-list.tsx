import { tCase } from '../../platform/browser/texts.ts'
import type { Skipped } from './import-pictures.ts'

/** Pictures that cannot be shown, each with its reason. */
export const SkippedList = ({ title, skipped }: { title: string; skipped: readonly Skipped[] }) =>
  skipped.length === 0 ? null : (
    <details class="skipped">
      <summary>{title}</summary>
      <ul>
        {skipped.map(({ name, reason }, at) => (
          <li key={at}>
            <bdi>{name}</bdi> {tCase(`ownSkip_${reason.replaceAll('-', '_')}`, {})}
          </li>
        ))}
      </ul>
    </details>
  )
