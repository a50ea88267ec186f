import { useEffect, useRef } from 'preact/hooks'

interface FileButtonProps {
  label: string
  accept: string
  isPrimary?: boolean
  multiple?: boolean
  isFolder?: boolean
  onChosen: (files: File[]) => void
}

export const FileButton = (props: FileButtonProps) => {
  const { label, accept, isPrimary, multiple, isFolder = false, onChosen } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.webkitdirectory = isFolder
  }, [isFolder])
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'primary' : ''}
        onClick={() => input.current?.click()}
      >
        {label}
      </button>
      <input
        ref={input}
        type="file"
        class={isFolder ? 'folder' : 'files'}
        hidden
        {...{ accept, multiple }}
        onChange={({ currentTarget }) => {
          onChosen([...(currentTarget.files ?? [])])
          // Without this, choosing the same files again would cause no `change` event.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
