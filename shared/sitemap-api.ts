import { z } from 'zod'
import { wholeNumber } from './query.ts'

/** Query of `GET /sitemap.xml`: which part of a large catalogue; without it, where the parts are. */
export const sitemapQuerySchema = z.object({
  page: wholeNumber({ name: 'page', min: 1, max: 50_000, outside: 'fail' }).optional(),
})
