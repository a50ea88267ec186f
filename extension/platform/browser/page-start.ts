/**
 * Starts the page's module, which the build puts into a `<template>`. Loading its files earlier would delay the
 * picture. In development there is no template.
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
