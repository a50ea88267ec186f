/* Sends the example requests of the page. Without this script, people can still read and copy them. */

const calls = document.querySelectorAll('.route')
const tokens = document.querySelectorAll('[data-token]')

const toPath = (form) => {
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const { name, value, dataset } of form.querySelectorAll('[data-where]')) {
    if (dataset.where === 'path') path = path.replace(`{${name}}`, encode(value))
    else if (value !== '') query.set(name, value)
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/** Encodes the single quote as well, because it would end a quoted string in a shell. */
const encode = (text) => encodeURIComponent(text).replaceAll("'", '%27')

const toOneLine = (text) => {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

const update = (call) => {
  const form = call.querySelector('form')
  const body = form.querySelector('[data-body]')
  for (const place of call.querySelectorAll('[data-fill="url"]')) {
    place.dataset.server ??= place.textContent.slice(0, place.textContent.indexOf('/', 8))
    place.textContent = place.dataset.server + toPath(form)
  }
  for (const place of call.querySelectorAll('[data-fill="body"]')) {
    const text = toOneLine(body.value)
    const inShell = place.closest('.sample-curl')
    place.textContent = inShell ? text.replaceAll("'", String.raw`'\''`) : text
  }
}

const send = async (form) => {
  const body = form.querySelector('[data-body]')
  const headers = {}
  if (body) headers['Content-Type'] = 'application/json'
  const token = [...tokens].map(({ value }) => value).find(Boolean)
  if ('own' in form.dataset && token) headers.Authorization = `Bearer ${token}`
  const began = performance.now()
  const answer = await fetch(toPath(form), {
    method: form.dataset.method,
    headers,
    cache: 'no-store',
    // The page's security policy forbids requests to other servers, so redirects are shown as links.
    redirect: 'manual',
    ...(body && { body: body.value }),
  })
  const content = await answer.blob()
  return { answer, content, took: Math.round(performance.now() - began) }
}

const show = async (result, { answer, content, took }, path) => {
  const isElsewhere = answer.type === 'opaqueredirect'
  const code = isElsewhere ? '3xx' : String(answer.status)
  const status = element('span', { className: `status status-${code[0]}` }, code)
  const link = element('a', { href: path }, 'another address')
  const facts = [` ${took} ms, ${(content.size / 1000).toFixed(1)} kB`]
  const line = element(
    'p',
    { className: 'hint' },
    status,
    ...(isElsewhere ? [' It redirects to ', link, '.'] : facts),
  )
  const isPicture = isElsewhere
    ? /\/(images|main|cache)\//.test(path)
    : content.type.startsWith('image/')
  const picture = element('img', { src: path, alt: 'The picture in the response' })
  const body = isElsewhere ? '' : withLinks(await toText(content))
  result.replaceChildren(line, isPicture ? picture : body)
}

const withLinks = (text) => {
  const parts = text.split(/(https?:\/\/[^\s"<>\\]+)/)
  const linked = parts.map((part, at) => (at % 2 ? element('a', { href: part }, part) : part))
  return element('pre', { tabIndex: 0 }, element('code', {}, ...linked))
}

const maxShown = 20_000

const toText = async (content) => {
  const text = await content.text()
  const shown = /json/.test(content.type) ? JSON.stringify(JSON.parse(text), null, 2) : text
  return shown.length > maxShown ? `${shown.slice(0, maxShown)}\n…` : shown
}

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** After a sign-in, later calls use the new token. */
const keepToken = async ({ content }) => {
  if (!/json/.test(content.type)) return
  const { token } = JSON.parse(await content.text())
  if (typeof token === 'string') for (const field of tokens) field.value = token
}

const tryCall = async (call) => {
  const form = call.querySelector('form')
  const result = call.querySelector('.result')
  result.hidden = false
  result.setAttribute('aria-busy', 'true')
  try {
    const sent = await send(form)
    await show(result, sent, toPath(form))
    await keepToken(sent)
  } catch {
    result.replaceChildren(
      element('p', { className: 'hint' }, 'No answer. Is the server still running?'),
    )
  }
  result.removeAttribute('aria-busy')
}

for (const call of calls) {
  const form = call.querySelector('form')
  form.querySelector('button').hidden = false
  form.addEventListener('input', () => update(call))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void tryCall(call)
  })
}

for (const field of tokens) {
  const form = field.closest('.token')
  form.hidden = false
  form.addEventListener('submit', (event) => event.preventDefault())
  field.addEventListener('input', () => {
    for (const other of tokens) other.value = field.value
  })
}

/** Opens the description of a data type when a link leads to it. */
const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1))
  if (target instanceof HTMLDetailsElement) target.open = true
}
addEventListener('hashchange', openTarget)
openTarget()

/** On a small screen, the open list of routes would cover the content. */
if (matchMedia('(width < 64rem)').matches) {
  const contents = document.querySelector('.contents')
  const close = () => {
    contents.open = false
  }
  contents.querySelector('nav').addEventListener('click', close)
  close()
}
