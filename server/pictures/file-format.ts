/** File format by extension: `jpg`, `png`, `webp` … ; `unknown` without one. */
export const toFileFormat = (file: string): string => {
  const extension = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase() ?? 'unknown'
  return extension === 'jpeg' ? 'jpg' : extension
}
