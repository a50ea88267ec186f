/* Optional extras. Every page works without this script. */

/** Copy buttons are hidden unless the browser can copy. */
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

/** On a phone, each list of filters scrolls sideways. This scrolls the selected filter into view. */
for (const chosen of document.querySelectorAll('.filters [aria-current]')) {
  const { left, width } = chosen.getBoundingClientRect()
  chosen.closest('ul').scrollLeft += left + width / 2 - innerWidth / 2
}
