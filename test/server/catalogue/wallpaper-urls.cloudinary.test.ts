import { describe, expect, it } from 'vitest'
import { toCloudinarySteps } from '../../../server/catalogue/wallpaper-urls.ts'
import { makeWallpaper } from '../../builders.ts'

const known = makeWallpaper({ width: 4000, height: 2000, focalPoint: { x: 1, y: 0.25 } })
// A picture of unknown size is never enlarged.
const unknown = { ...known, height: undefined }

describe('toCloudinarySteps', () => {
  it.each([
    [known, { width: 1920 }, 'c_scale,h_960,w_1920/f_jpg,q_auto'],
    [known, { height: 500, format: 'webp' }, 'c_scale,h_500,w_1000/f_webp,q_auto'],
    [known, { width: 1000, height: 1000, fit: 'contain' }, 'c_scale,h_500,w_1000/f_jpg,q_auto'],
    [
      known,
      { width: 1080, height: 1920 },
      'c_scale,h_1920,w_3840/c_crop,g_north_west,h_1920,w_1080,x_2760,y_0/f_jpg,q_auto',
    ],
    [
      known,
      { width: 2000, height: 500 },
      'c_scale,h_1000,w_2000/c_crop,g_north_west,h_500,w_2000,x_0,y_125/f_jpg,q_auto',
    ],
    [
      known,
      { width: 7680, height: 7680 },
      'c_scale,h_2000,w_4000/c_crop,g_north_west,h_2000,w_2000,x_2000,y_0/f_jpg,q_auto',
    ],
    [known, { width: 7680 }, 'c_scale,h_2000,w_4000/f_jpg,q_auto'],
    [known, { format: 'webp' }, 'f_webp,q_auto'],
    [unknown, { width: 1920 }, 'c_limit,w_1920/f_jpg,q_auto'],
    [unknown, { width: 800, height: 600 }, 'c_lfill,h_600,w_800/f_jpg,q_auto'],
    [unknown, { width: 800, height: 600, fit: 'contain' }, 'c_limit,h_600,w_800/f_jpg,q_auto'],
    [unknown, { format: 'webp' }, 'f_webp,q_auto'],
  ] as const)(
    'asks for the rendition of %o with %j that this server would make itself',
    (picture, box, steps) => {
      const request = { fit: 'cover', format: 'jpeg', ...box } as const
      expect(toCloudinarySteps(picture, request)).toBe(steps)
    },
  )
})
