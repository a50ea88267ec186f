import type { ImageQuery } from '../../../shared/image-api.ts'
import type { RenditionRequest } from '../../pictures/renditions.ts'
import { toRung } from '../../pictures/renditions.ts'

/** `undefined` when nothing is asked for but the original file. */
export const toRenditionRequest = ({
  w,
  h,
  fit,
  format,
}: ImageQuery): RenditionRequest | undefined =>
  w === undefined && h === undefined && format === undefined
    ? undefined
    : { width: w && toRung(w), height: h && toRung(h), fit, format: format ?? 'jpeg' }
