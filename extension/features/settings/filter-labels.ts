import { categoryNames } from '../../../shared/categories.ts'
import { colorNames } from '../../../shared/colors.ts'
import { t } from '../../platform/texts.ts'

/** A category as people of this language call it; one that only its catalogue knows, as it is there. */
export const toCategoryLabel = (name: string): string => {
  const known = categoryNames.find((category) => category === name)
  return known ? t(`category_${known}`) : capitalize(name)
}

export const toColorLabel = (name: string): string => {
  const known = colorNames.find((color) => color === name)
  return known ? t(`color_${known}`) : capitalize(name)
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
