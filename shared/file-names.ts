/** Whether Fresco can show a file, by its name. Windows and Chrome save JPEG files as `.jfif`. */
export const isPictureName = (path: string): boolean =>
  /\.(?:jpe?g|jpe|jfif|png|webp|avif)$/i.test(path)

/** Whether a file is a picture in a format that Fresco cannot show, by its name. */
export const isOtherPictureName = (path: string): boolean =>
  /\.(?:gif|hei[cf]|hif|jxl|jp2|tiff?|bmp|svg|psd|ico|dng|raw|cr[23]|nef|arw|orf|raf|rw2|pef|srw)$/i.test(
    path,
  )

/** Whether a file is a picture, as an index may name it. GIF files count, too. */
export const isIndexedPictureName = (path: string): boolean =>
  isPictureName(path) || /\.gif$/i.test(path)

export const withoutPictureExtension = (path: string): string =>
  isIndexedPictureName(path) ? path.slice(0, path.lastIndexOf('.')) : path

// Files that NAS systems, computers and programs put beside a person's own files, in lower case. Names with a dot are
// listed because a link may lead to them.
const systemFolders: ReadonlySet<string> = new Set([
  // Deleted files: Synology, QNAP, Samba, Windows, Linux, macOS, Buffalo, Nextcloud
  ...['#recycle', '@recycle', '.recycle', '$recycle.bin', 'recycler', 'recycled', '.trash'],
  ...['.trashes', 'network trash folder', 'trashbox', 'files_trashbin'],
  // Thumbnails: Synology, QNAP, freedesktop.org
  ...['@eadir', '.@__thumb', '@__thumb', '@transcode', '.thumbnails'],
  // Earlier versions: Synology, QNAP, NetApp, Btrfs, ZFS, Syncthing, Nextcloud
  ...['#snapshot', '@sharesnap', '@recently-snapshot', '~snapshot', '.snapshot', '.snapshots'],
  ...['.zfs', '.stversions', 'files_versions'],
  // The system's own: Windows, Linux, Synology, macOS
  ...['system volume information', 'found.000', 'lost+found', '@tmp', '@synoresource', '@sharebin'],
  ...['temporary items', '__macosx'],
])

/** Whether files in a folder of this name were put there by a system or a program, such as a recycle bin. */
export const isSystemFolder = (name: string): boolean =>
  systemFolders.has(name.toLowerCase()) || /^\.trash-/i.test(name)
