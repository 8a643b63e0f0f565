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
