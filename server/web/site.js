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

/** Sends a message to the extension that was built for this site. Resolves with false if the browser has none. */
const askExtension = (id, message) =>
  new Promise((resolve) => {
    const { runtime } = globalThis.chrome ?? {}
    if (!runtime?.sendMessage) resolve(false)
    else runtime.sendMessage(id, message, (answer) => resolve(!runtime.lastError && answer))
  })

/** Asks each of the extensions that this site may have, until one answers. */
const askExtensions = async (ids, message) => {
  for (const id of ids.split(' ')) if (id && (await askExtension(id, message))) return true
  return false
}

/** Shows the wallpapers of this page on new tabs. Without the extension, the person gets the link to paste there. */
for (const button of document.querySelectorAll('[data-show]')) {
  const { extensions } = button.dataset
  const show = button.dataset.show || location.href
  const tab = button.parentNode.querySelector('[href$="/tab/?"]')
  if (tab) tab.search = location.search
  button.hidden = false
  button.addEventListener('click', async () => {
    if (await askExtensions(extensions, { link: show })) return
    const isCopied = await navigator.clipboard?.writeText(show).then(
      () => true,
      () => false,
    )
    button
      .closest('.show')
      .querySelector(
        '[role=status]',
      ).textContent = `${isCopied ? 'The link is copied.' : `Copy this link: ${show}`} If you have Fresco, open a new tab, click the wallpaper and paste the link.`
  })
}

/**
 * Hearts. Those of a person who is not signed in stay in this browser, in the form in which `/tab/` stores its own
 * (`toHeartKey` in extension/features/favorites). After the sign-in, they are added to the account.
 */
const startHearts = async (root) => {
  const { href, pathname } = new URL(root, location.href)
  const owner = `@${href.replace(/\/$/, '')}`
  const prefix = `fresco${pathname} favorites.hearts/${encodeURIComponent(owner)}/favorites//`
  const toKey = (id) => prefix + encodeURIComponent(id)
  const listKept = () => {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => JSON.parse(localStorage.getItem(key)))
        .filter(({ wanted }) => wanted)
        .map(({ favorite }) => favorite.id)
    } catch {
      return []
    }
  }
  const readAccount = async () => {
    const answer = await fetch(`${root}hearts`).catch(() => undefined)
    return answer?.ok ? (await answer.json()).favorites : null
  }
  let favorites = await readAccount()

  const buttons = document.querySelectorAll('[data-heart]')
  document.querySelector('a.heart')?.remove()
  const show = () => {
    const on = new Set([...(favorites ?? []), ...listKept()])
    for (const button of buttons) {
      button.hidden = false
      button.setAttribute('aria-pressed', on.has(button.dataset.heart))
    }
  }
  const note = document.createElement('p')
  note.className = 'heart-note'
  note.setAttribute('role', 'status')
  document.body.append(note)
  const say = (text) => note.replaceChildren(text)
  const offerAccount = (text) => {
    const link = document.createElement('a')
    link.href = `${root}account?${new URLSearchParams({ back: location.pathname + location.search })}`
    link.textContent = 'Sign in'
    note.replaceChildren(`${text} `, link, ' to have it on all your devices.', ...offerExtension())
  }
  const offerExtension = () => {
    if (!globalThis.chrome?.runtime?.sendMessage || listKept().length === 0) return []
    const button = document.createElement('button')
    button.className = 'button quiet'
    button.textContent = 'Hand it to the extension'
    button.addEventListener('click', async () => {
      const link = `${href}favorites/#${listKept().map(encodeURIComponent).join()}`
      const named = [...document.querySelectorAll('[data-extensions]')]
      const ids = named.map(({ dataset }) => dataset.extensions).join(' ')
      if (!(await askExtensions(ids, { link })))
        say('The extension of this site is not in this browser.')
    })
    return [' ', button]
  }

  const keep = (id, isWanted) => {
    try {
      const favorite = { id, title: '', color: null, preview_url: '' }
      const heart = JSON.stringify({ owner, wanted: true, at: Date.now(), favorite })
      if (isWanted) localStorage.setItem(toKey(id), heart)
      else localStorage.removeItem(toKey(id))
      offerAccount(isWanted ? 'Kept in this browser.' : 'Removed from this browser.')
    } catch {
      offerAccount('This browser has no room for it.')
    }
  }
  /** Resolves with false if nobody is signed in. */
  const send = async (id, isWanted) => {
    const answer = await fetch(`${root}api/favorites`, {
      method: 'PATCH',
      // The request is sent even if the page is closed.
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ wallpaperId: id, action: isWanted ? 'add' : 'remove' }),
    })
    const { favorites: list = null, error } = await answer.json()
    if (answer.status !== 401 && !answer.ok) throw new Error(error)
    favorites = list
    return answer.ok
  }
  const change = async (button) => {
    const { heart } = button.dataset
    const isWanted = button.getAttribute('aria-pressed') !== 'true'
    try {
      const isSent = favorites !== null && (await send(heart, isWanted))
      if (!isSent) keep(heart, isWanted)
      // A full account refused it, so it stayed in this browser.
      else if (!isWanted && listKept().includes(heart)) localStorage.removeItem(toKey(heart))
    } catch (error) {
      say(`Nothing has changed: ${error.message}`)
    }
    show()
  }
  const addKept = async () => {
    for (const id of listKept()) {
      const kept = localStorage.getItem(toKey(id))
      const putBack = () => localStorage.setItem(toKey(id), kept)
      // It is removed first, so that it never becomes the heart of somebody who signs in later.
      localStorage.removeItem(toKey(id))
      const isSent = await send(id, true).catch((error) => {
        putBack()
        throw error
      })
      if (!isSent) return putBack()
    }
    // The server has made the heart of this page before.
    if (document.querySelector('form .heart')) location.reload()
    else say('The hearts of this browser are in your account now.')
  }

  for (const button of buttons)
    button.addEventListener('click', (event) => {
      event.preventDefault()
      return change(button)
    })
  addEventListener('storage', show)
  show()
  if (favorites && listKept().length > 0)
    await addKept().catch((error) => say(`Some hearts stay in this browser: ${error.message}`))
  show()
}

const hearts = document.querySelector('meta[name=hearts]')
if (hearts) void startHearts(hearts.content)
