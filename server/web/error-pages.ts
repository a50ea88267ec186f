import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Site } from '../http/site.ts'
import { type Html, page } from './layout.ts'
import { setPageHeaders } from './page-route.ts'

export interface Message {
  title: string
  text: Html | string | ((site: Site) => Html)
  /** By default, a button that leads to the home page. */
  button?: { url: string; text: string }
}

export const messagePage = (message: Message, site: Site): Html => {
  const { title, text, button = { url: site.link('/'), text: 'See the wallpapers' } } = message
  return page({
    site,
    title,
    description: title,
    unlisted: true,
    body: html`<main id="main" class="wide message">
      <div>
        <h1>${title}</h1>
        <p class="lead">${typeof text === 'function' ? text(site) : text}</p>
        <p><a class="button" href="${button.url}">${button.text}</a></p>
      </div>
    </main>`,
  })
}

const messages: Readonly<Record<number, Message>> = {
  403: {
    title: 'We have changed nothing',
    text: 'This form came from another site, or somebody else has signed in since you opened the page. Go back, reload the page and try again.',
  },
  404: {
    title: 'There is nothing here',
    text: 'This page does not exist, or it has been removed.',
  },
  405: { title: 'This does not work here', text: 'You can only view this page.' },
  409: {
    title: 'Your list of favorites is full',
    text: (site) =>
      html`Nothing was added. Remove a favorite on <a href="${site.link('/account')}">your account page</a>, then try again.`,
  },
  413: { title: 'That was too much', text: 'The form you sent is larger than we accept.' },
  429: {
    title: 'That was a lot at once',
    text: 'You have opened very many pages and pictures in a short time. Please wait a minute, then try again.',
  },
  503: { title: 'We are very busy right now', text: 'Please try again in a moment.' },
}

const failed: Message = {
  title: 'Something went wrong',
  text: 'It is our fault, not yours. Please try again in a moment.',
}

// Paths that programs request. Their errors are JSON, whatever the `Accept` header says.
const forPrograms = /^\/(?:api|main|cache|images)(?:\/|$)/

export const isForPeople = (c: Context): boolean =>
  !forPrograms.test(c.req.path) && (c.req.header('Accept') ?? '').includes('text/html')

export const withErrorPages =
  <T extends unknown[]>(
    handler: (...args: [...T, Context]) => Response | Promise<Response>,
    site: Site,
  ): ((...args: [...T, Context]) => Promise<Response>) =>
  async (...args) => {
    const c = args.at(-1) as Context
    const answer = await handler(...args)
    if (!isForPeople(c)) return answer
    setPageHeaders(c)
    c.header('Vary', 'Accept', { append: true })
    return c.html(
      messagePage(messages[answer.status] ?? failed, site),
      answer.status as ContentfulStatusCode,
    )
  }

export const sendNothingHere = async (c: Context, message: Message, site: Site) => {
  c.header('Cache-Control', 'no-store')
  return c.html(messagePage(message, site), 404)
}
