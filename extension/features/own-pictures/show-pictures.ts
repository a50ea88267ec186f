import { hasRatio, toTone } from '../../../shared/filter-rules.ts'
import type { OwnPicture } from './own-picture.ts'

export const shows = ['all', 'hearted', 'dark', 'light', 'landscape', 'portrait'] as const
export type Show = (typeof shows)[number]

export const listShown = (
  pictures: readonly OwnPicture[],
  show: Show,
  isHearted: (picture: OwnPicture) => boolean,
): readonly OwnPicture[] => {
  switch (show) {
    case 'all':
      return pictures
    case 'hearted':
      return pictures.filter(isHearted)
    case 'dark':
    case 'light':
      return pictures.filter(({ luminance }) => toTone(luminance) === show)
    case 'landscape':
    case 'portrait':
      return pictures.filter((picture) => hasRatio(picture, show))
  }
}
