import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { frozenText } from '#contract/people.ts'
import { continueTo, isChosen, keepChosen } from './chosen-product.ts'

type Profile = Pick<OutputOf<'wGetUserInfo'>, 'user_info' | 'user_status'>

/** The message for a user who would manage the company if it were not frozen, and so has no manager to ask. */
export const frozenNote = (info: Pick<Profile['user_info'], 'frozen_reason'> | undefined): string | undefined =>
  // An older version stored no reason.
  typeof info?.frozen_reason === 'string' ? frozenText(info.frozen_reason) : undefined

/**
 * Explains why the console page at the address is closed to a user, and where to go instead. For a user without a company, a chosen
 * product is stored until their company is verified.
 */
export function closedConsole({ user_info, user_status }: Profile, address: string): { text: string; to: string } {
  const frozen = frozenNote(user_info)
  if (user_info.company_name)
    return { text: frozen ?? '这里由企业管理员操作。需要购买或管理，请联系企业管理员', to: paths.personalDetails }
  if (!isChosen(address)) return { text: '您还不属于任何企业，这里由企业管理员操作', to: paths.personalDetails }
  keepChosen(address)
  return { text: `完成企业认证后${continueTo(address)}`, to: paths.realname(user_status === -1 ? 'yes' : 'no') }
}
