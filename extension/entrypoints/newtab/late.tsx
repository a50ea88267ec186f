import { render } from 'preact'
import { Clock } from '../../features/clock/clock.tsx'
import { layVeil } from '../../features/settings/lay-veil.ts'
import { settingsItem } from '../../features/settings/settings.ts'
import { follow } from '../../platform/storage/stored-item.ts'

export const startLate = (): void => {
  const root = document.querySelector('#clock')
  if (root) render(<Clock />, root)
  follow(settingsItem, layVeil)
}
