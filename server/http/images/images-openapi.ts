import { z } from 'zod'
import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { imageQuerySchema } from '../../../shared/image-api.ts'
import { anyOrigin, busy, bytes, empty, failed, refusal } from '../openapi/responses.ts'

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

const sentFile = {
  200: bytes('The picture.', types, file),
  206: bytes('The part of the picture that the `Range` header asks for.', types, [
    ...file,
    'Range',
  ]),
  302: empty(
    'The picture is on another host. At Cloudinary, the address includes the requested size.',
    [...anyOrigin, 'Caching', 'Location'],
  ),
  304: empty('The picture has not changed since the response with this ETag.', file),
  404: refusal('The picture does not exist.', "Picture 'nowhere' not found"),
  416: {
    ...refusal(
      'The picture does not have the requested range.',
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
  400: refusal('A parameter is invalid.', "Invalid w '5': expected a whole number from 16 to 7680"),
  503: tooMany,
}

export const imagesPaths: ZodOpenApiPathsObject = {
  '/images/{id}': {
    get: {
      tags,
      operationId: 'getImage',
      summary: 'A picture at any size',
      description:
        'Without a size or format, the response is the original file. Sizes are rounded up by a few percent, to multiples of 10, 40 or 80. Pictures are never enlarged.',
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
      summary: 'A picture at any size, cached forever',
      description:
        'Like `/images/{id}`, with the version of the file in the address. Caches may keep the response forever. `image_url` has this form if the server knows the version.',
      requestParams: {
        path: z.object({
          id: z.string().meta({ example: 'alpine-dawn', description: 'The id of a wallpaper.' }),
          version: z
            .string()
            .meta({ example: 'k3v9_Zp2Qx', description: 'The version from `image_url`.' }),
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
      requestParams: named('file', 'alpine-dawn.jpg', 'The `file_main_name` of the index row.'),
      responses: sentFile,
    },
  },
  '/cache/{file}': {
    get: {
      tags,
      operationId: 'getPreviewFile',
      summary: 'The preview file',
      description: 'About 600 pixels wide. The server creates it if the catalogue has none.',
      requestParams: named('file', 'alpine-dawn.webp', 'The `file_cache_name` of the index row.'),
      responses: { ...sentFile, 503: tooMany },
    },
  },
}
