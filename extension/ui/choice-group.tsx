import { useId } from './use-id.ts'

export interface Choice<T> {
  value: T
  label: string
  note?: string | undefined
  /** A CSS color. With it, the choice is shown as a swatch of the color, with its label as the tooltip. */
  swatch?: string
}

interface GroupProps<T> {
  legend: string
  hint?: string
  choices: Choice<T>[]
}

export const ChoiceGroup = <T extends string | null>({
  value,
  onChange,
  ...group
}: GroupProps<T> & { value: T; onChange: (value: T) => void }) => (
  <Group {...group} type="radio" isChosen={(one) => one === value} onChange={onChange} />
)

interface MultiChoiceGroupProps extends GroupProps<string | null> {
  values: readonly string[]
  onChange: (values: string[]) => void
}

/**
 * A group of which several choices can be chosen. The choice `null` is chosen while no other is. A group with that choice
 * alone is not shown.
 */
export const MultiChoiceGroup = ({ values, onChange, ...group }: MultiChoiceGroupProps) => {
  if (group.choices.length < 2) return null
  const toggle = (value: string | null) => {
    if (value === null) return onChange([])
    const others = values.filter((one) => one !== value)
    return onChange(others.length < values.length ? others : [...values, value])
  }
  return (
    <Group
      {...group}
      type="checkbox"
      isChosen={(one) => (one === null ? values.length === 0 : values.includes(one))}
      onChange={toggle}
    />
  )
}

const Group = <T extends string | null>({
  legend,
  hint,
  choices,
  type,
  isChosen,
  onChange,
}: GroupProps<T> & {
  type: 'radio' | 'checkbox'
  isChosen: (value: T) => boolean
  onChange: (value: T) => void
}) => {
  const id = useId()
  return (
    <fieldset class="group" aria-describedby={hint && `${id}-hint`}>
      <legend>{legend}</legend>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div class="choices">
        {choices.map((choice) => (
          <label
            key={choice.value}
            class={choice.swatch ? 'swatch' : 'chip'}
            title={choice.swatch && choice.label}
          >
            <input
              type={type}
              name={id}
              value={choice.value ?? ''}
              checked={isChosen(choice.value)}
              onChange={() => onChange(choice.value)}
            />
            {choice.swatch && <span class="paint" style={{ background: choice.swatch }} />}
            <span class={choice.swatch ? 'visually-hidden' : ''} dir="auto">
              {choice.label}
            </span>
            {choice.note && <small>{choice.note}</small>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
