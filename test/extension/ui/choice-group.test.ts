import { describe, expect, it } from 'vitest'
import { MultiChoiceGroup } from '../../../extension/ui/choice-group.tsx'

describe('MultiChoiceGroup', () => {
  it('is hidden while there is nothing to choose', () => {
    const group = { legend: 'Color', values: [], onChange: () => undefined }
    const any = { value: null, label: 'Any' }
    expect(MultiChoiceGroup({ ...group, choices: [any] })).toBeNull()
    expect(
      MultiChoiceGroup({ ...group, choices: [any, { value: 'teal', label: 'Teal' }] }),
    ).not.toBeNull()
  })
})
