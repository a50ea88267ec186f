/**
 * Starts the module of the new tab. The build puts its script into a `<template>`, because loading the module's
 * files earlier would delay the picture. `wxt dev` builds the page without the template.
 */
export const startModule = async (): Promise<void> => {
  await whenParsed()
  const template = document.querySelector('template')
  template?.replaceWith(template.content)
}

export const whenParsed = async (): Promise<void> => {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
}
