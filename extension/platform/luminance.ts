export type Rgb = readonly [red: number, green: number, blue: number]

/** Relative luminance, 0 to 1 (WCAG 2.2), of a color with parts from 0 to 255. */
export const toLuminance = ([red, green, blue]: Rgb): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

/** The linear part (0 to 1) of an sRGB channel from 0 to 255. */
export const toLinear = (value: number): number => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
