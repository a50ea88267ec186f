export const saveFile = (name: string, content: string | Blob, type = 'application/json'): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  // The address of the file is released later, because Firefox reads it only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
