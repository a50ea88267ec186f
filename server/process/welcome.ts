/** What `npm start` tells a newcomer: the address, and how to load the extension. */
export const toWelcome = (address: string) => `
Fresco is ready at ${address}
Chrome:  open chrome://extensions, switch on "Developer mode", "Load unpacked", choose dist/chrome-mv3
Firefox: open about:debugging#/runtime/this-firefox, "Load Temporary Add-on", choose dist/firefox-mv3/manifest.json
`
