/**
 * A color in the color space OKLab (https://bottosson.github.io/posts/oklab/), where equal distances look equally
 * different.
 */
export type Lab = readonly [l: number, a: number, b: number]

/** Converts a channel of an sRGB color, 0 to 1, to linear light, 0 to 1 (IEC 61966-2-1). */
export const decodeLight = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

export const encodeLight = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055

/** The relative luminance (WCAG 2.2) of a color in linear light, from 0 (black) to 1 (white). */
export const linearToLuminance = (red: number, green: number, blue: number): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Converts one channel of an sRGB color from a byte to linear light. */
export const toLinear = (byte: number): number => linearOfByte[byte] ?? 0

const toByte = (linear: number): number =>
  Math.round(255 * encodeLight(Math.min(1, Math.max(0, linear))))

const linearOfByte = /* @__PURE__ */ Float64Array.from({ length: 256 }, (_, byte) =>
  decodeLight(byte / 255),
)

export const labAt = (rgb: ArrayLike<number>, at: number): Lab =>
  toLab(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0)

const labsOfPixels = new WeakMap<Uint8Array, Float64Array>()

/**
 * The colors of RGB bytes, with three numbers for each as in `Lab`. They are computed once, because several measurements of
 * a picture begin with them.
 */
export const labsOf = (pixels: Uint8Array): Float64Array => {
  const known = labsOfPixels.get(pixels)
  if (known !== undefined) return known
  const labs = new Float64Array(pixels.length - (pixels.length % 3))
  for (let at = 0; at < labs.length; at += 3)
    [labs[at], labs[at + 1], labs[at + 2]] = labAt(pixels, at)
  labsOfPixels.set(pixels, labs)
  return labs
}

export const toLab = (red: number, green: number, blue: number): Lab =>
  linearToLab(toLinear(red), toLinear(green), toLinear(blue))

export const linearToLab = (red: number, green: number, blue: number): Lab => {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

export const labToLinear = ([lightness, a, b]: Lab): readonly [number, number, number] => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

export const labToHex = (lab: Lab): string => linearToHex(...labToLinear(lab))

/**
 * Measures the average of pixels in linear light: its color as `#RRGGBB`, and its relative luminance (WCAG 2.2) from 0
 * (black) to 1 (white).
 * @param channels the bytes of each pixel, of which the first three are red, green and blue
 */
export const measureAverage = (pixels: ArrayLike<number>, channels: 3 | 4) => {
  let [red, green, blue] = [0, 0, 0]
  for (let at = 0; at + 2 < pixels.length; at += channels) {
    red += toLinear(pixels[at] ?? 0)
    green += toLinear(pixels[at + 1] ?? 0)
    blue += toLinear(pixels[at + 2] ?? 0)
  }
  const count = pixels.length / channels
  const average = [red / count, green / count, blue / count] as const
  const luminance = Number(linearToLuminance(...average).toFixed(3))
  return { color: linearToHex(...average), luminance }
}

const linearToHex = (red: number, green: number, blue: number): string =>
  `#${[red, green, blue].map((value) => toByte(value).toString(16).padStart(2, '0')).join('')}`.toUpperCase()

export const hexToLab = (hex: string): Lab => {
  const value = Number.parseInt(hex.slice(1), 16)
  return toLab(value >> 16, (value >> 8) & 255, value & 255)
}

export const distance = (one: Lab, other: Lab): number =>
  (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2
