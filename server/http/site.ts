/** Where this site is, and how its pages link to each other. */
export interface Site {
  publicUrl: string
  name: string
  /** Whether only people with an account, and programs with a read key, see the pictures. */
  isPrivate: boolean
  /** Set for a site of plain files, which no server answers. */
  plainFiles: PlainFiles | undefined
  /** Returns the absolute URL of a page, a file or a route. */
  url(path: string): string
  /** Returns a link to a page, a file or a route, which starts at the root of the host. */
  link(path: string): string
  /** Leaves out the origin of URLs of this site, so that pages also work under a host name other than that of `publicUrl`. */
  withoutOrigin(url: string): string
}

export interface PlainFiles {
  /** The script that filters and searches in the browser. */
  script: string
}

export const createSite = (
  publicUrl: string,
  plainFiles?: PlainFiles,
  { name = 'Fresco', isPrivate = false } = {},
): Site => {
  const { origin } = new URL(publicUrl)
  const withoutOrigin = (url: string) =>
    url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
  const url = (path: string) => publicUrl + (plainFiles ? toFolder(path) : path)
  return {
    publicUrl,
    name,
    isPrivate,
    plainFiles,
    url,
    link: (path) => withoutOrigin(url(path)),
    withoutOrigin,
  }
}

// A page of plain files is `index.html` in a folder of its own, because every host serves that.
const toFolder = (path: string) => path.replace(/^[^.?#]*[^.?#/](?=[?#]|$)/, '$&/')

/** Whether only the machine that runs the server can open an address with this host. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
