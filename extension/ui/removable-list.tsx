interface Removable {
  key: string
  label: string
  note?: string | undefined
  /** Says what a click does. */
  action: string
  remove: () => void
}

/** A list of which a click removes an entry. */
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
