import { useId } from 'preact/hooks'

export interface Choice<T> {
  value: T
  label: string
  note?: string | undefined
  /** A CSS color. With it, the choice is shown as a swatch of the color, with its label as the tooltip. */
  swatch?: string
}

interface ChoiceGroupProps<T> {
  legend: string
  hint?: string
  choices: Choice<T>[]
  value: T
  onChange: (value: T) => void
}

export const ChoiceGroup = <T extends string | null>({
  legend,
  hint,
  choices,
  value,
  onChange,
}: ChoiceGroupProps<T>) => {
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
              type="radio"
              name={id}
              value={choice.value ?? ''}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.swatch && <span class="paint" style={{ background: choice.swatch }} />}
            <span class={choice.swatch ? 'visually-hidden' : ''}>{choice.label}</span>
            {choice.note && <small>{choice.note}</small>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
