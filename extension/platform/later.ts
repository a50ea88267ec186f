/**
 * Starts what the build keeps back in the page's `<template>`: files that are fetched while the picture
 * is on its way keep it waiting. In development nothing is kept back.
 */
export const startLater = (): void => {
  const later = document.querySelector('template')
  later?.replaceWith(later.content)
}
