import { isSigned, keyOfLetters } from './connection-chain.ts'

/** A public key that the portal signed with before, vouched for by the one that took its place. */
export interface FormerKey {
  key: string
  /** When it had been replaced. */
  until: string
  by: string
  /** The signature of `formerKeyText` by that key. */
  signature: string
}

export const formerKeyText = ({ key, until, by }: Omit<FormerKey, 'signature'>): string =>
  ['haiyilian-passport-key-1', key, until, by].join('\n')

/** Returns these keys and all that one of them vouches for, be it by way of another former key. */
export function withFormer(keys: readonly string[], former: readonly FormerKey[]): ReadonlySet<string> {
  const accepted = new Set(keys)
  // The loop also reaches the keys that are added meanwhile.
  for (const by of accepted)
    for (const each of former)
      if (each.by === by && isSigned(keyOfLetters(by), formerKeyText(each), each.signature)) accepted.add(each.key)
  return accepted
}
