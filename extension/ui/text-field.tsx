import { useId } from './use-id.ts'

interface TextFieldProps {
  label: string
  name: string
  value: string
  onInput: (value: string) => void
  type?: 'text' | 'password' | 'email' | 'time'
  autocomplete: string
  inputMode?: 'numeric' | 'search' | 'text'
  hint?: string | undefined
  problem?: string | undefined
}

export const TextField = ({
  label,
  hint,
  problem,
  type = 'text',
  onInput,
  ...input
}: TextFieldProps) => {
  const id = useId()
  const note = problem ?? hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        // Preact's types accept a single input type here, but not a union of input types.
        type={type as 'text'}
        id={id}
        spellcheck={false}
        autocapitalize="none"
        aria-invalid={problem !== undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {note && (
        <p class="note" id={`${id}-note`} role={problem ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}
