/** Where this site is, and how its pages link to each other. */
export interface Site {
  publicUrl: string
  /** Turns the path of a page, a file or a route into a link to it, which starts at the root of the host. */
  link(path: string): string
  /** Leaves out the origin of URLs of this site, so that pages also work under a host name other than that of `publicUrl`. */
  withoutOrigin(url: string): string
}

export const createSite = (publicUrl: string): Site => {
  const { origin, pathname } = new URL(publicUrl)
  const base = pathname.replace(/\/$/, '')
  return {
    publicUrl,
    link: (path) => `${base}${path}`,
    withoutOrigin: (url) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url),
  }
}
