import { useId } from 'preact/hooks'

interface SliderProps {
  label: string
  value: number
  max: number
  step: number
  text: string
  onInput: (value: number) => void
  onChange: (value: number) => void
}

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
