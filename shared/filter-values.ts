/** The categories that the API documents. A catalogue may have other categories, too. */
export const categoryNames = [
  'abstract',
  'amoled',
  'anime',
  'architecture',
  'art',
  'cars',
  'minimal',
  'nature',
  'tech',
] as const

/** The color names that the `color` filter accepts, in the documented order. */
export const colorNames = [
  'black',
  'white',
  'gray',
  'red',
  'blue',
  'green',
  'yellow',
  'orange',
  'purple',
  'pink',
  'brown',
  'cyan',
  'silver',
  'gold',
  'teal',
  'navy',
  'maroon',
  'olive',
  'lime',
  'aqua',
  'magenta',
  'beige',
  'ivory',
  'khaki',
] as const
export type ColorName = (typeof colorNames)[number]

/** The smallest width and height in pixels for each value of the `resolution` filter. */
export const resolutions = {
  '1080p': { width: 1920, height: 1080 },
  '1440p': { width: 2560, height: 1440 },
  '4k': { width: 3840, height: 2160 },
  '8k': { width: 7680, height: 4320 },
} as const

export const mostValues = 20
