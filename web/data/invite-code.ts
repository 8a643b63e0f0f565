import { promotionCodePattern } from '#contract/rules.ts'
import { keys, read, write } from './storage.ts'

/** Stores the address's `?code=` for a later registration. */
export function storeInviteCode(search: string): void {
  const code = new URLSearchParams(search).get('code') ?? ''
  if (promotionCodePattern.test(code)) write(keys.inviteCode, code)
}

export const inviteCode = () => read(keys.inviteCode) ?? ''
