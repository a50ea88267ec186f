/**
 * Part of the name of everything stored. Sites below paths of one origin, such as the GitHub Pages of one person, share
 * all that browsers store for the web page of the new tab. So it is the path of the site there. An extension has an
 * origin of its own.
 */
export const scope: string = import.meta.env.WXT_WEB ? new URL('..', document.baseURI).pathname : ''
