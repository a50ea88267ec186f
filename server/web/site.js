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

/** Turns the prepared link into a filter for wallpapers that are at least as large as this screen. */
for (const item of document.querySelectorAll('[data-screen]')) {
  const [width, height] = [screen.width, screen.height].map((side) =>
    Math.round(side * devicePixelRatio),
  )
  const link = item.querySelector('a')
  const url = new URL(item.dataset.screen, location.href)
  url.searchParams.set('atleast', `${width}x${height}`)
  link.href = `${url.pathname}${url.search}`
  link.textContent = `This screen (${width} × ${height}) or larger`
  item.hidden = [...item.parentNode.querySelectorAll('a')].some(
    (other) => other !== link && other.textContent.startsWith(`${width} × ${height}`),
  )
}
