/** The color names that filters accept by contract (spec §2.6), in the spec's order. */
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
