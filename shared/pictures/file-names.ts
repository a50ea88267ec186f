// What NAS systems, computers and programs put beside a person's own files, in lower case. Names with a dot are listed
// because a link may lead to them.
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
