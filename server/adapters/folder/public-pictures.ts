import { DomainError } from '../../domain-error.ts'
import { createPictureBytes, DamagedPictureError } from '../../metadata/picture-bytes.ts'
import { findPublicPicture, type PublicPictures } from '../../metadata/public-parts.ts'
import { createFileFacts } from './file-versions.ts'

type Picture = Parameters<PublicPictures['find']>[2]

export const createPublicPictures = (): PublicPictures => ({
  find: createFileFacts(
    (_path, { size }, { type, read }: Picture) =>
      findPublicPicture(type, createPictureBytes(size, read)).catch(throwDamaged),
    { maxEntries: 50_000, maxWaiting: 256 },
  ),
})

const throwDamaged = (cause: Error): never => {
  // A read past the end of a damaged box throws a RangeError.
  if (!(cause instanceof DamagedPictureError || cause instanceof RangeError)) throw cause
  const text = 'The picture is not sent because its metadata could not be removed'
  throw new DomainError('NOT_FOUND', text, { cause })
}
