/* Optional extras. Every page works without this script. */

/** Copy buttons are hidden unless the browser can copy. */
const showCopyButtons = (part) => {
  for (const button of part.querySelectorAll('[data-copy]')) {
    if (!navigator.clipboard) break
    const label = button.textContent
    button.setAttribute('aria-live', 'polite')
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = label
      }, 2500)
    })
  }
}
showCopyButtons(document)

/** On a phone, each list of filters scrolls sideways. This scrolls the selected filter into view. */
for (const chosen of document.querySelectorAll('.filters [aria-current]')) {
  const { left, width } = chosen.getBoundingClientRect()
  chosen.closest('ul').scrollLeft += left + width / 2 - innerWidth / 2
}

const screenSides = [screen.width, screen.height].map((side) => Math.round(side * devicePixelRatio))

/** Turns the prepared link into a filter for wallpapers that are at least as large as this screen. */
for (const item of document.querySelectorAll('[data-screen]')) {
  const [width, height] = screenSides
  const link = item.querySelector('a')
  const url = new URL(item.dataset.screen, location.href)
  url.searchParams.set('atleast', `${width}x${height}`)
  link.href = `${url.pathname}${url.search}`
  link.textContent = `This screen (${width} × ${height}) or larger`
  item.hidden = [...item.parentNode.querySelectorAll('a')].some(
    (other) => other !== link && other.textContent.startsWith(`${width} × ${height}`),
  )
}

/** Shows the link to a picture that fills the screen of this phone. */
if (matchMedia('(pointer: coarse)').matches)
  for (const item of document.querySelectorAll('[data-phone]')) {
    const [w, h] = screenSides
    const link = item.querySelector('a')
    link.href += `&w=${w}&h=${h}`
    item.querySelector('span').textContent = `${w} × ${h}, JPG`
    item.hidden = false
    item.parentNode.prepend(item)
  }

/** Shows the button for another picture. A browser loads the same address only once in one page. */
const showAnotherButton = (part) => {
  const button = part.querySelector('[data-another]')
  const image = part.querySelector('.preview img')
  if (!button || !image) return
  button.hidden = false
  button.addEventListener('click', () => {
    const url = new URL(image.src)
    url.searchParams.set('n', String(Date.now()))
    image.src = url.href
  })
}
showAnotherButton(document)

/** Updates the recipes and the preview while a person changes the form. */
for (const form of document.querySelectorAll('[data-live-form]')) {
  const screenSize = form.querySelector('[data-screen-size]')
  let running = new AbortController()

  const update = async () => {
    if (!form.reportValidity()) return
    running.abort()
    running = new AbortController()
    const url = `${form.action}?${new URLSearchParams(new FormData(form))}`
    try {
      const answer = await fetch(url, { signal: running.signal })
      if (!answer.ok) throw new Error(answer.statusText)
      show(new DOMParser().parseFromString(await answer.text(), 'text/html'))
      history.replaceState(null, '', url)
    } catch (error) {
      // The server renders the page, or says what is wrong.
      if (error.name !== 'AbortError') form.submit()
    }
  }
  const show = (next) => {
    const open = [...document.querySelectorAll('.recipe[open]')].map(({ id }) => id)
    for (const part of document.querySelectorAll('[data-live]')) {
      const fresh = next.querySelector(`[data-live=${part.dataset.live}]`)
      // A frame that shows the same page must not start again.
      if (part.dataset.shown && part.dataset.shown === fresh.dataset.shown) continue
      part.dataset.shown = fresh.dataset.shown ?? ''
      part.replaceChildren(...fresh.childNodes)
      showCopyButtons(part)
      showAnotherButton(part)
    }
    for (const select of form.querySelectorAll('select')) {
      const { value } = select
      select.replaceChildren(...(next.getElementById(select.id) ?? select).childNodes)
      // While options move from one list to another, browsers select each of them.
      select.value = value
    }
    for (const id of open) document.getElementById(id)?.setAttribute('open', '')
  }

  screenSize.textContent = `This screen (${screenSides.join(' × ')})`
  screenSize.hidden = false
  screenSize.addEventListener('click', () => {
    form.elements.w.value = screenSides[0]
    form.elements.h.value = screenSides[1]
    return update()
  })
  form.querySelector('button:not([type])').hidden = true
  form.addEventListener('change', update)
}
