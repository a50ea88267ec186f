/** Reads names with their colors, such as `red FF0000 lime 00FF00`. */
export const readColors = (text: string): ReadonlyMap<string, string> =>
  new Map(Array.from(text.matchAll(/(\S+) (\S+)/g), ([, name = '', hex]) => [name, `#${hex}`]))

/**
 * The color that shows people what a color name means: the average of what pictures have under this name. It is quieter than
 * the CSS color of that name.
 */
export const colorTones = readColors(`
black 100F10 white F3F7F6 gray 585959 red D42924 blue 477ABB green 548549 yellow FBEA47
orange EF8438 purple 6E4691 pink F096B1 brown 704A2D cyan 48DBE4 silver C7C9CB gold DBAB2A
teal 327979 navy 13244F maroon 671016 olive 64652E lime 9AED2A aqua 48DBE4 magenta E424C1
beige DECBB1 ivory FCF8E7 khaki C9BC83`)
