import { z } from 'zod'
import type { testPortal } from '#server/testing/portal.ts'

/** Creates partners with their codes, the companies that signed up with them, and their orders of earlier months. */
export async function partnersOf({ system, make, operate }: Awaited<ReturnType<typeof testPortal>>) {
  const { token } = await make.operator('content')
  const finance = (await make.operator('finance')).token
  const starts_at = new Date(Date.now() - 60_000).toISOString()
  const window = { starts_at, ends_at: null, use_limit: null, coupon_type_id: null }
  let partners = 0
  async function partner() {
    partners += 1
    const input = {
      name: `伙伴${partners}`,
      greeting: '欢迎来到海易联',
      contact_name: '王小明',
      contact_phone: '13912345678',
    }
    const { data } = await operate('setChannel', input, { token })
    return { id: data.channel_id, ...input }
  }
  const addCode = (channel_id: string, fields: object = {}) =>
    operate('addPromotionCode', { channel_id, ...window, ...fields }, { token })
  const actions = async (target: string) =>
    (
      await system.rows(
        z.object({ action: z.string() }),
      )`select action from audit_entry where target = ${target} order by id`
    ).map(({ action }) => action)

  /** Creates a company that signed up with the code. */
  async function comer(code: string) {
    const company = await make.company()
    await system.change`update company set promotion_code = ${code} where id = ${company.id}`
    await system.change`update account set promotion_code = ${code} where id = ${company.owner.account.id}`
    return company
  }
  const refund = (orderId: string) =>
    system.change`
    update shop_order set state = 'refunded', returned_amount = payable, refunded_amount = payable, ended_at = now()
    where id = ${orderId}`

  return { token, finance, window, partner, addCode, actions, comer, refund }
}

/** Returns noon in China on a day of one of the last months. */
export const monthsAgo = (months: number, day = 10) => {
  const now = new Date(Date.now() + 8 * 3_600_000)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day, 4))
}
export const monthOf = (at: Date) => at.toISOString().slice(0, 7)
