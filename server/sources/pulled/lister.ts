import type { PictureFacts } from '../../adapters/folder/parse-facts.ts'
import type { Config } from '../../config/config.ts'
import type { NamedAddress } from '../../config/settings.ts'

/**
 * Sends a request to a source, or to the address of one of its pictures, and reads the whole answer.
 * @throws DomainError `NOT_FOUND` when this address has nothing that can be used
 * @throws DomainError `CATALOGUE_UNAVAILABLE` when a later attempt or another setting may help
 */
export type Ask = (address: string, request?: AskedRequest) => Promise<Response>

export type AskedRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

export interface ListedPicture {
  /** Identifies the picture in its source, and never changes. */
  key: string
  /** Changes whenever the file changes. */
  version: string
  address: string
  /** The name of the file, if the source says one. It need not be unique. */
  name?: string | undefined
  facts: PictureFacts
}

export interface Lister {
  /** Names the source in messages, and its folder in `DATA_DIR/sources/`. It is also the value of the filter `source`. */
  name: string
  /** The setting to correct if the source refuses to answer. */
  setting: string
  /** The origin that gets `headers` and that may be in a private network. */
  origin: string
  /** The headers that authorize requests. Only `origin` gets them. */
  headers?: Readonly<Record<string, string>>
  /** Set if the list has only some of the pictures. A picture that is no longer listed stays while there is room. */
  isWindow?: boolean
  /**
   * Lists all pictures, or returns `undefined` if the list is the same as before.
   * @throws DomainError that says what is wrong, without secrets
   */
  list(ask: Ask, signal: AbortSignal): Promise<readonly ListedPicture[] | undefined>
}

/** A kind of source. It has a line in `open-pulled.ts`. */
export type ListerKind = (config: Config) => readonly Lister[]

/** A source without a name is called like its host. */
export const nameOf = ({ name, url }: NamedAddress): string =>
  name ?? url.hostname.replace(/^www\./, '')
