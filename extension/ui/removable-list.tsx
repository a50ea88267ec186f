interface Removable {
  key: string
  label: string
  note?: string | undefined
  action: string
  remove: () => void
}

export const RemovableList = ({ entries }: { entries: Removable[] }) =>
  entries.length > 0 && (
    <ul class="choices removable">
      {entries.map(({ key, label, note, action, remove }) => (
        <li key={key}>
          <button type="button" title={action} onClick={remove}>
            <span dir="auto">{label}</span>
            {note && <small aria-hidden="true">{note}</small>}
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  )
