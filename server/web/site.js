/* Optional extras. Every page works without this script. */

/** Copy buttons are hidden unless the browser can copy. */
for (const button of document.querySelectorAll('[data-copy]')) {
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

/** On a phone, each list of filters scrolls sideways. This scrolls the selected filter into view. */
for (const chosen of document.querySelectorAll('.filters [aria-current]')) {
  const { left, width } = chosen.getBoundingClientRect()
  chosen.closest('ul').scrollLeft += left + width / 2 - innerWidth / 2
}

// The pixels of this screen.
const [w, h] = [screen.width, screen.height].map((side) => Math.round(side * devicePixelRatio))

/** Turns the prepared link into a filter for wallpapers that are at least as large as this screen. */
for (const item of document.querySelectorAll('[data-screen]')) {
  const link = item.querySelector('a')
  const url = new URL(item.dataset.screen, location.href)
  url.searchParams.set('atleast', `${w}x${h}`)
  link.href = `${url.pathname}${url.search}`
  link.textContent = `This screen (${w} × ${h}) or larger`
  item.hidden = [...item.parentNode.querySelectorAll('a')].some(
    (other) => other !== link && other.textContent.startsWith(`${w} × ${h}`),
  )
}

/** Shows the link to a picture that fills the screen of this phone. */
if (matchMedia('(pointer: coarse)').matches)
  for (const item of document.querySelectorAll('[data-phone]')) {
    const link = item.querySelector('a')
    link.href += `&w=${w}&h=${h}`
    item.querySelector('span').textContent = `${w} × ${h}, JPG`
    item.hidden = false
    item.parentNode.prepend(item)
  }

/** Fills the size of this screen into the form of `/connect`. */
for (const button of document.querySelectorAll('[data-screen-size]')) {
  const { elements } = button.form
  button.textContent = `This screen (${w} × ${h})`
  button.hidden = false
  button.addEventListener('click', () => {
    elements.w.value = w
    elements.h.value = h
    button.form.requestSubmit()
  })
}

/** Sends a message to the extension that was built for this site. Resolves with false if the browser has none. */
const askExtension = (id, message) =>
  new Promise((resolve) => {
    const { runtime } = globalThis.chrome ?? {}
    if (!runtime?.sendMessage) resolve(false)
    else runtime.sendMessage(id, message, (answer) => resolve(!runtime.lastError && answer))
  })

/** Hands a link to one of the extensions that this site may have. Without any, the person gets the link. */
const handOver = async (ids, link) => {
  for (const id of ids.split(' ')) if (id && (await askExtension(id, { link }))) return ''
  const isCopied = await navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  )
  return `${isCopied ? 'The link is copied.' : `Copy this link: ${link}`} If you have Fresco, open a new tab, click the wallpaper and paste the link.`
}

/** Shows the wallpapers of this page on new tabs. */
for (const button of document.querySelectorAll('[data-show]')) {
  for (const tab of button.parentNode.querySelectorAll('[href$="/tab/?"]'))
    tab.search = location.search
  button.hidden = false
  button.addEventListener('click', async () => {
    const { show, extensions } = button.dataset
    const status = button.closest('.show').querySelector('[role=status]')
    status.textContent = await handOver(extensions, show || location.href)
  })
}

/**
 * Hearts. Those of a person who is not signed in stay in this browser, in the form in which `/tab/` stores its own
 * (`toHeartKey` in extension/features/favorites). A person who signs in says whether they become hearts of the account.
 */
const startHearts = async (root) => {
  const { href, pathname } = new URL(root, location.href)
  const owner = `@${href.replace(/\/$/, '')}`
  const prefix = `fresco${pathname} favorites.hearts/${encodeURIComponent(owner)}/favorites//`
  const toKey = (id) => prefix + encodeURIComponent(id)
  /** A damaged entry counts as no heart. */
  const readKept = (text) => {
    try {
      const { wanted, favorite } = JSON.parse(text)
      return wanted && favorite.id ? [{ ...favorite, text }] : []
    } catch {
      return []
    }
  }
  const listKept = () => {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
      return keys.flatMap((key) => readKept(localStorage.getItem(key)))
    } catch {
      return []
    }
  }
  const read = (path) =>
    fetch(root + path)
      .then((answer) => (answer.ok ? answer.json() : {}))
      .catch(() => ({}))
  let { favorites = null, userId, isElsewhere } = await read('hearts')

  const buttons = document.querySelectorAll('[data-heart]')
  document.querySelector('form:has(.heart)')?.remove()
  const show = () => {
    const on = new Set(favorites ?? listKept().map(({ id }) => id))
    for (const button of buttons) {
      button.hidden = false
      button.setAttribute('aria-pressed', on.has(button.dataset.heart))
    }
  }
  const make = (tag, values) => Object.assign(document.createElement(tag), values)
  const note = make('p', { className: 'heart-note', role: 'status' })
  document.body.append(note)
  let isAsking = false
  const say = (...content) => {
    isAsking = false
    note.replaceChildren(...content)
  }
  const toButton = (textContent, onclick, style = 'quiet') =>
    make('button', { textContent, onclick, className: `button ${style}` })
  const toButtons = (...all) => {
    const row = make('span', { className: 'buttons' })
    row.append(...all)
    return row
  }
  const back = new URLSearchParams({ back: location.pathname + location.search })
  const signIn = make('a', { textContent: 'Sign in', href: `${root}account?${back}` })
  const sayKept = () => {
    show()
    if (listKept().length === 0) return say()
    const link = `${href}favorites/#${listKept().map(({ id }) => encodeURIComponent(id))}`
    const named = [...document.querySelectorAll('[data-extensions]')]
    const ids = named.map(({ dataset }) => dataset.extensions).join(' ')
    const hand = async () => say(await handOver(ids, link))
    const how = isElsewhere
      ? ['To have it on all your devices, hand it to the Fresco extension and sign in there.']
      : [signIn, ' to have it on all your devices.']
    const button = toButton('Hand it to the extension', hand, 'quiet on-desktops')
    say('Kept in this browser. ', ...how, toButtons(button))
  }

  const keep = (button, isWanted) => {
    const { heart: id } = button.dataset
    const name = button.closest('li')?.querySelector('.caption') ?? document.querySelector('h1')
    try {
      const favorite = { id, title: name.textContent, color: null, preview_url: '' }
      const heart = JSON.stringify({ owner, wanted: true, at: Date.now(), favorite })
      if (isWanted) localStorage.setItem(toKey(id), heart)
      else localStorage.removeItem(toKey(id))
    } catch {
      const full = 'This heart is lost, because the storage of this browser is full or blocked.'
      return say(full, ...(isElsewhere ? [] : [' ', signIn, ', then click it again.']))
    }
    if (isWanted) sayKept()
    else say('Removed from this browser.')
  }
  /** Resolves with false if nobody is signed in. The server refuses the change if somebody else has signed in meanwhile. */
  const sendOnce = async (id, isWanted) => {
    const answer = await fetch(`${root}api/favorites`, {
      method: 'PATCH',
      // The request is sent even if the page is closed.
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ wallpaperId: id, action: isWanted ? 'add' : 'remove', userId }),
    }).catch(() => Response.error())
    const { error } = await answer.json().catch(() => ({ error: 'The server does not answer' }))
    const isOver = answer.status === 401
    if (isOver ? !isWanted : !answer.ok)
      throw new Error(isOver ? 'You are signed out' : error, { cause: answer.status || 502 })
    // Answers may come in another order than their requests, so the list of each may lack another heart of this page.
    const others = favorites?.filter((other) => other !== id)
    favorites = isOver || !others ? null : isWanted ? [...others, id] : others
    show()
    return answer.ok
  }
  /** The changes of each wallpaper that have no answer yet. */
  const sending = new Map()
  const send = async (id, isWanted) => {
    const earlier = sending.get(id)
    const first = sendOnce(id, isWanted)
    const all = Promise.allSettled([earlier, first])
    sending.set(id, all)
    await all
    const isLast = sending.get(id) === all && sending.delete(id)
    // Requests and answers may overtake one another, so the last change is sent again after all others.
    return earlier && isLast && favorites ? send(id, isWanted) : first
  }
  const change = async (button) => {
    const isWanted = button.getAttribute('aria-pressed') !== 'true'
    try {
      const isSent = favorites !== null && (await send(button.dataset.heart, isWanted))
      if (!isSent) keep(button, isWanted)
    } catch ({ message, cause }) {
      // What a later click brings is what counts.
      if (sending.has(button.dataset.heart)) return
      if (cause < 500) say(`Nothing has changed: ${message}`)
      else say(`${message}. Reload the page to see whether this change was stored.`)
    }
    show()
  }

  const toCount = (hearts) => `${hearts.length} ${hearts.length === 1 ? 'heart' : 'hearts'}`
  // Isolated, each title runs in its own direction.
  const toTitle = ({ id, title }) => `\u2068${title || id}\u2069`
  const toTitles = (hearts) => {
    const [few, others] = [hearts.slice(0, 3).map(toTitle), hearts.length - 3]
    return new Intl.ListFormat('en').format(others > 0 ? [...few, `${others} more`] : few)
  }
  /** Asks the person who has signed in what to do with the hearts of this browser, which may be somebody else's. */
  const ask = (name) => {
    const kept = listKept()
    const news = kept.filter(({ id }) => !favorites?.includes(id))
    if (news.length === 0 || sessionStorage.getItem(prefix) === name) return say()
    const wait = () => {
      sessionStorage.setItem(prefix, name)
      say()
    }
    const discard = () => {
      for (const { id } of kept) localStorage.removeItem(toKey(id))
      say()
    }
    const given = `This browser has ${toCount(news)} without an account: ${toTitles(news)}.`
    const add = toButton(`Add to ${name}’s favorites`, () => addAll(name, kept), '')
    say(given, toButtons(add, toButton('Discard', discard), toButton('Not now', wait)))
    isAsking = true
  }
  const addAll = async (name, kept) => {
    say()
    const refused = []
    for (const heart of kept) {
      const key = toKey(heart.id)
      // Another tab may have removed the heart meanwhile, or given it again, which is another question.
      if (localStorage.getItem(key) !== heart.text) continue
      try {
        if (!(await send(heart.id, true))) return sayKept()
        localStorage.removeItem(key)
      } catch ({ message }) {
        refused.push({ ...heart, message })
      }
    }
    show()
    const left = `${toCount(refused)} stayed in this browser: ${toTitles(refused)}. ${refused[0]?.message}.`
    if (refused.length > 0) return say(left)
    if (document.querySelector('#favorites')) location.reload()
    else say(`The hearts are in ${name}’s favorites now.`)
  }

  for (const button of buttons) button.addEventListener('click', () => change(button))
  show()
  const mayAsk = favorites && listKept().length > 0
  const { user } = mayAsk ? await read('api/auth/session') : {}
  const name = user?.username ?? user?.name
  // Somebody else may have signed in since the hearts were read.
  if (user?.id === userId && name) ask(name)
  addEventListener('storage', () => {
    show()
    if (isAsking) ask(name)
  })
}

const hearts = document.querySelector('meta[name=hearts]')
if (hearts) void startHearts(hearts.content)
