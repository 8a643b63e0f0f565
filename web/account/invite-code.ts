import { promotionCodePattern } from '#contract/rules.ts'
import { keys, read, write } from '#web/storage.ts'

/** Keeps `?code=` of the address for a later registration. */
export function keepInviteCode(search: string): void {
  const code = new URLSearchParams(search).get('code') ?? ''
  if (promotionCodePattern.test(code)) write(keys.inviteCode, code)
}

export const inviteCode = () => read(keys.inviteCode) ?? ''
