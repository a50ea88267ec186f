/* Makes a few things handier; every page works without it. */

/** Buttons that copy are of use only where copying works. */
for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) break
  const { copy, done } = button.dataset
  const label = button.textContent
  button.setAttribute('aria-live', 'polite')
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(copy)
    button.textContent = done
    setTimeout(() => {
      button.textContent = label
    }, 2500)
  })
}

/** On a phone the choices are one line that can be pushed aside: what is chosen begins in sight. */
for (const chosen of document.querySelectorAll('.filters [aria-current]')) {
  const { left, width } = chosen.getBoundingClientRect()
  chosen.closest('ul').scrollLeft += left + width / 2 - innerWidth / 2
}
