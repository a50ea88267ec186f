/**
 * A suffix of the names of everything that is stored in the browser. In the web page of the new tab, it is the path of
 * the site, because sites below different paths of one origin share the browser's storage. In the extension, it is empty.
 */
export const scope: string = import.meta.env.WXT_WEB ? new URL('..', document.baseURI).pathname : ''
