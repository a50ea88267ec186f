import type { Hono } from 'hono'
import { z } from 'zod'
import {
  categoriesResponseSchema,
  colorsResponseSchema,
  tagsResponseSchema,
} from '../../../shared/catalogue-api.ts'
import { type Instance, instanceSchema } from '../../../shared/service-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { whenKnown } from '../../catalogue/snapshot-store.ts'
import { DomainError } from '../../domain-error.ts'
import { sendText } from '../answers/send.ts'
import { sendPrepared } from '../answers/send-prepared.ts'
import { json, refusal, tagged } from '../openapi/responses.ts'
import { routesOf } from '../route.ts'

interface CatalogueRoutesDeps {
  snapshot: CurrentSnapshot
  instance: Instance
}

export const addCatalogueRoutes = (app: Hono, { snapshot, instance }: CatalogueRoutesDeps) => {
  const quick = routesOf(app, 'Wallpapers', 'quick')
  quick.get('/api/colors', {
    id: 'getColors',
    summary: 'All colors',
    text: 'Lists the color names that you can filter by. A name that is not a CSS color has the value `#000000`.',
    answers: {
      200: json(
        'Every color name of the catalogue.',
        colorsResponseSchema,
        [{ name: 'darkslategray', hex: '#2F4F4F' }],
        tagged,
      ),
      500: refusal(
        'The catalogue cannot be read, or a setting of the server is missing.',
        'GitHub configuration missing',
      ),
    },
    handler: (c) => {
      const current = snapshot()
      return whenKnown(
        current instanceof Promise ? current.catch(explainMissing) : current,
        ({ catalogue }) => sendPrepared(c, catalogue.answers.colors),
      )
    },
  })

  quick.get('/api/categories', {
    id: 'getCategories',
    summary: 'All categories',
    text: 'Lists the categories that you can filter by.',
    answers: {
      200: json(
        'Every category and how many wallpapers it has, the largest first.',
        categoriesResponseSchema,
        [{ name: 'nature', count: 6 }],
        tagged,
      ),
    },
    handler: (c) =>
      whenKnown(snapshot(), ({ catalogue }) => sendPrepared(c, catalogue.answers.categories)),
  })

  quick.get('/api/tags', {
    id: 'getTags',
    summary: 'All tags',
    text: 'Lists the tags that you can filter by, in lower case.',
    answers: {
      200: json(
        'Every tag and how many wallpapers have it, the commonest first.',
        tagsResponseSchema,
        [{ name: 'lake', count: 12 }],
        tagged,
      ),
    },
    handler: (c) =>
      whenKnown(snapshot(), ({ catalogue }) => sendPrepared(c, catalogue.answers.tags)),
  })

  routesOf(app, 'Interchange', 'open').get('/tags.json', {
    id: 'getTagsFile',
    summary: 'The colors, next to `index.json`',
    text: 'The entries of the catalogue’s `tags.json`, from which `/api/colors` is made. Empty if the catalogue has none.',
    answers: {
      200: json(
        'All entries.',
        z.array(z.unknown()),
        [{ file_name: 'alpine-dawn', colors: ['blue', 'orange'] }],
        tagged,
      ),
    },
    handler: async (c) => sendPrepared(c, (await snapshot()).catalogue.answers.tagsFile),
  })

  routesOf(app, 'Server', 'open').get('/api/instance', {
    // This answer tells the extension how people sign in.
    entry: 'nothing',
    id: 'getInstance',
    summary: 'About this server',
    text: 'Tells a client which server this is, and how people sign in to it.',
    answers: {
      200: json(
        'The name and version of the server, and how people sign in.',
        instanceSchema,
        {
          name: 'Fresco',
          version: '0.1.0',
          identity: 'local',
          signUp: 'open',
          passwords: true,
          provider: { name: 'Example ID' },
        },
        tagged,
      ),
      500: undefined,
    },
    handler: (c) => {
      c.header('Cache-Control', 'public, max-age=60')
      return sendText(c, JSON.stringify(instance), 'application/json')
    },
  })
}

// `/api/colors` names the missing GitHub settings. All other routes hide them.
const explainMissing = (cause: unknown): never => {
  if (!(cause instanceof DomainError) || cause.code !== 'CONFIGURATION_MISSING') throw cause
  throw new DomainError('COLORS_UNAVAILABLE', 'GitHub configuration missing', { cause })
}
