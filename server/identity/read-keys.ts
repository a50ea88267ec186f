/**
 * What a key of a private server opens. `read`: pictures, lists and feeds. `hearts`: the same, and the favorites of
 * its owner. `share`: the share page of its owner and the pictures on it.
 */
export const keyScopes = ['read', 'hearts', 'share'] as const
export type KeyScope = (typeof keyScopes)[number]

export interface KeyHolder {
  userId: string
  scope: KeyScope
}

/** Port: finds the owner of a key. Returns `undefined` if the key is unknown or has ended, or its owner is blocked. */
export interface ReadKeys {
  find(key: string): Promise<KeyHolder | undefined>
}
