import { useId } from 'preact/hooks'

interface SliderProps {
  label: string
  value: number
  max: number
  step: number
  /** The value as people read it. */
  text: string
  /** While it is moved. */
  onInput: (value: number) => void
  /** When it is let go of. */
  onChange: (value: number) => void
}

/** A labelled value from nothing to `max`. */
export const Slider = ({ label, text, onInput, onChange, ...input }: SliderProps) => {
  const id = useId()
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        type="range"
        min={0}
        aria-valuetext={text}
        onInput={(event) => onInput(event.currentTarget.valueAsNumber)}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <output for={id}>{text}</output>
    </div>
  )
}
