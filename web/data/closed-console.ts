import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { continueTo, isChosen, keepChosen } from './chosen-product.ts'

type Profile = Pick<OutputOf<'wGetUserInfo'>, 'user_info' | 'user_status'>

/**
 * Says why the console's page at the address is closed to somebody, and where they go on. Whoever belongs to no company and has
 * chosen a product has it kept until their company is verified.
 */
export function closedConsole({ user_info, user_status }: Profile, address: string): { text: string; to: string } {
  if (user_info.company_name)
    return { text: '这里由企业管理员操作。需要购买或管理，请联系企业管理员', to: paths.personalDetails }
  if (!isChosen(address)) return { text: '您还不属于任何企业，这里由企业管理员操作', to: paths.personalDetails }
  keepChosen(address)
  return { text: `完成企业认证后${continueTo(address)}`, to: paths.realname(user_status === -1 ? 'yes' : 'no') }
}
