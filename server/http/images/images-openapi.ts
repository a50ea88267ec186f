import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { imageQuerySchema } from '../../../shared/image-api.ts'
import {
  busy,
  bytes,
  cached,
  empty,
  failed,
  otherVersion,
  pathOf,
  refusal,
  routesOf,
} from '../openapi/responses.ts'

const { get } = routesOf('Pictures')
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const file = [...cached, 'ETag', 'Modified', 'Ranges', 'EverySite', 'NoSniff'] as const

const sentFile = {
  200: bytes('The picture.', types, file),
  206: bytes('The part of the picture that the `Range` header asks for.', types, [
    ...file,
    'Range',
  ]),
  302: empty(
    'The picture is on another host. At Cloudinary, the address includes the requested size.',
    [...cached, 'Location'],
  ),
  304: empty('The picture has not changed since the response with this ETag.', file),
  404: refusal(
    'There is no such picture, or the server cannot open it as a picture.',
    "Picture 'nowhere' not found",
  ),
  412: otherVersion(file),
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

const sentAtAnySize = {
  ...sentFile,
  400: refusal('A parameter is invalid.', "Invalid w '5': expected a whole number from 16 to 7680"),
  503: tooMany,
}

export const imagesPaths: ZodOpenApiPathsObject = {
  '/images/{id}': get('getImage', 'A picture at any size', {
    description:
      'Without a size or format, the response is the original file. `.jpg` or `.webp` after the id asks for that format. Sizes are exact, but pictures are never enlarged: an original that is too small to fill the box gives a smaller picture of the same shape.',
    requestParams: {
      ...pathOf('wallpaper'),
      query: imageQuerySchema,
    },
    responses: sentAtAnySize,
  }),
  '/images/{id}/{version}': get('getImageVersion', 'A picture at any size, cached forever', {
    description:
      'Returns the same picture as `/images/{id}`. The address contains the version of the picture, so caches may keep the response forever. `image_url` is such an address if the server knows the version.',
    requestParams: {
      ...pathOf('wallpaper', 'version'),
      query: imageQuerySchema,
    },
    responses: sentAtAnySize,
  }),
  '/main/{file}': get('getMainFile', 'The full-resolution file', {
    description: 'Returns the original file. Its address is `url` wherever wallpapers are listed.',
    requestParams: pathOf('mainFile'),
    responses: { ...sentFile, 503: tooMany },
  }),
  '/cache/{file}': get('getPreviewFile', 'The preview file', {
    description:
      'Returns a preview that is about 600 pixels wide. If the catalogue has no preview of the wallpaper, the server makes one.',
    requestParams: pathOf('cacheFile'),
    responses: { ...sentFile, 503: tooMany },
  }),
}
