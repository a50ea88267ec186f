import { z } from 'zod'
import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { imageQuerySchema } from '../../../shared/image-api.ts'
import { anyOrigin } from '../openapi/headers.ts'
import { busy, bytes, empty, failed, refusal } from '../openapi/responses.ts'

const tags = ['Pictures']
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'application/octet-stream']
const file = [
  ...anyOrigin,
  'Caching',
  'ETag',
  'Modified',
  'Ranges',
  'EverySite',
  'NoSniff',
] as const

/** What `server/http/answers/send-picture.ts` answers. */
const sentFile = {
  200: bytes('The picture.', types, file),
  206: bytes('The part of it that the header Range asks for.', types, [...file, 'Range']),
  302: empty('Its files are elsewhere; at Cloudinary it is led to the size that was asked for.', [
    ...anyOrigin,
    'Caching',
    'Location',
  ]),
  304: empty('Not changed since the answer with this ETag.', file),
  404: refusal('There is no such picture.', "Picture 'nowhere' not found"),
  416: {
    ...refusal(
      'The picture has no such part.',
      "Invalid range 'bytes=9-': the picture has 5 bytes",
    ),
    headers: bytes('', [], [...file, 'Range']).headers ?? {},
  } satisfies ZodOpenApiResponseObject,
  500: failed,
}

const tooMany = busy('Too many pictures are being resized: try again in a moment')
const named = (name: string, example: string, description: string) => ({
  path: z.object({ [name]: z.string().meta({ example, description }) }),
})

const sentAtAnySize = {
  ...sentFile,
  400: refusal(
    'A parameter cannot be understood.',
    "Invalid w '5': expected a whole number from 16 to 7680",
  ),
  503: tooMany,
}

/** `server/http/images/image-routes.ts` */
export const imagesPaths: ZodOpenApiPathsObject = {
  '/images/{id}': {
    get: {
      tags,
      operationId: 'getImage',
      summary: 'The picture at any size',
      description:
        'Without a size or a format it is the file itself. Sizes are rounded up by a few percent, to multiples of 10, 40 or 80; nothing is enlarged.',
      requestParams: {
        ...named('id', 'alpine-dawn', 'The id of a wallpaper.'),
        query: imageQuerySchema,
      },
      responses: sentAtAnySize,
    },
  },
  '/images/{id}/{version}': {
    get: {
      tags,
      operationId: 'getImageVersion',
      summary: 'The picture at any size, for ever',
      description:
        'The same with the version of the file in the address, as `image_url` has it once it is known: caches may keep the answer for ever.',
      requestParams: {
        path: z.object({
          id: z.string().meta({ example: 'alpine-dawn', description: 'The id of a wallpaper.' }),
          version: z.string().meta({ example: 'k3v9_Zp2Qx', description: 'As in `image_url`.' }),
        }),
        query: imageQuerySchema,
      },
      responses: sentAtAnySize,
    },
  },
  '/main/{file}': {
    get: {
      tags,
      operationId: 'getMainFile',
      summary: 'The full-resolution file',
      requestParams: named('file', 'alpine-dawn.jpg', 'As in the index: `file_main_name`.'),
      responses: sentFile,
    },
  },
  '/cache/{file}': {
    get: {
      tags,
      operationId: 'getPreviewFile',
      summary: 'The preview',
      description: 'About 600 pixels wide; it is made where the catalogue has none.',
      requestParams: named('file', 'alpine-dawn.webp', 'As in the index: `file_cache_name`.'),
      responses: { ...sentFile, 503: tooMany },
    },
  },
}
