/**
 * Starts what the build keeps back in the page's `<template>`: files that are fetched while the picture
 * is on its way keep it waiting. In development nothing is kept back.
 */
export const startLater = async (): Promise<void> => {
  // A page without store and pictures has nothing to wait for: then this comes before the template.
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  }
  const later = document.querySelector('template')
  later?.replaceWith(later.content)
}
