import { isSigned, keyOfLetters } from './connection-chain.ts'

/** A former public key of the portal, vouched for by its successor. */
export interface FormerKey {
  key: string
  /** When it was replaced. */
  until: string
  by: string
  /** The signature of `formerKeyText` by that key. */
  signature: string
}

export const formerKeyText = ({ key, until, by }: Omit<FormerKey, 'signature'>): string =>
  ['haiyilian-passport-key-1', key, until, by].join('\n')

/** Returns these keys and all former keys that one of them vouches for, directly or through another former key. */
export function withFormer(keys: readonly string[], former: readonly FormerKey[]): ReadonlySet<string> {
  const accepted = new Set(keys)
  // The loop also visits keys added during the iteration.
  for (const by of accepted)
    for (const each of former)
      if (each.by === by && isSigned(keyOfLetters(by), formerKeyText(each), each.signature)) accepted.add(each.key)
  return accepted
}
