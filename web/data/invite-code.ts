import { promotionCodePattern } from '#contract/rules.ts'
import { keys, read, write } from './storage.ts'

/** Stores a code from the address for a later registration. */
export function storeInviteCode(code: string): void {
  if (promotionCodePattern.test(code)) write(keys.inviteCode, code)
}

export const inviteCode = () => read(keys.inviteCode) ?? ''
