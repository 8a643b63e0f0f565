import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { frozenText } from '#contract/people.ts'
import { continueTo, isChosen, keepChosen } from './chosen-product.ts'

type Profile = Pick<OutputOf<'wGetUserInfo'>, 'user_info' | 'user_status'>

/** What somebody reads whose company is frozen and who would manage it otherwise: they have no manager to ask. */
export const frozenNote = (info: Pick<Profile['user_info'], 'frozen_reason'> | undefined): string | undefined =>
  // An older version stored none.
  typeof info?.frozen_reason === 'string' ? frozenText(info.frozen_reason) : undefined

/**
 * Says why the console's page at the address is closed to somebody, and where they go on. Whoever belongs to no company and has
 * chosen a product has it kept until their company is verified.
 */
export function closedConsole({ user_info, user_status }: Profile, address: string): { text: string; to: string } {
  const frozen = frozenNote(user_info)
  if (user_info.company_name)
    return { text: frozen ?? '这里由企业管理员操作。需要购买或管理，请联系企业管理员', to: paths.personalDetails }
  if (!isChosen(address)) return { text: '您还不属于任何企业，这里由企业管理员操作', to: paths.personalDetails }
  keepChosen(address)
  return { text: `完成企业认证后${continueTo(address)}`, to: paths.realname(user_status === -1 ? 'yes' : 'no') }
}
