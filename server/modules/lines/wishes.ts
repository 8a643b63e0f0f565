import { lineGroupLines } from '#contract/line-names.ts'
import { orderPath } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { recordingAccess } from './access-log.ts'
import { bindFirst, lockLine } from './binding.sql.ts'
import { redeemPromise } from './binding.ts'
import { placesOf } from './delivery.sql.ts'
import { contentOf, settle } from './group-change.ts'
import { lockGroup } from './groups.sql.ts'
import { recordLineLog } from './line-log.ts'
import { lockStock } from './stock.ts'
import { lockOpenWishes, type OpenWish, settleWishes } from './wishes.sql.ts'

/**
 * Binds and groups the lines of a paid order, as its buyer chose. It is not part of the payment, which no wish may undo or delay,
 * and which has locked other rows by then. Wishes that can't be fulfilled are named in the order and in a notice to the managers.
 */
export const applyLineChoices = (
  services: Pick<Services, 'system' | 'config' | 'jobs'>,
  { company_id: companyId, order_id }: { company_id: string; order_id: string },
): Promise<void> =>
  services.system.transaction(async transaction => {
    await lockAccess(transaction, companyId)
    const wishes = await lockOpenWishes(transaction, companyId, order_id)
    const [first] = wishes
    if (!first) return
    await lockStock(transaction, await placesOf(transaction, companyId, order_id))
    const lineIds = wishes.map(({ line_id }) => line_id)
    const act = { companyId, act: '新购专线', scope: { lineIds } }
    const apply = async () => {
      const unbound = await bindAll(transaction, companyId, wishes)
      const outside = await putIn(transaction, companyId, wishes)
      return wishes.map(({ position }) => ({
        position,
        unkept: [unbound.get(position), outside.get(position)].filter(Boolean).join('；'),
      }))
    }
    const unkept = await loggedAs(first.buyer_name, () => recordingAccess(transaction, act, apply))
    await settleWishes(transaction, companyId, order_id, unkept)
    const failed = unkept.filter(each => each.unkept)
    if (!failed.length) return
    await notify(transaction, services, {
      to: { managersOfCompany: companyId },
      kind: 'order_paid',
      subject: `order:${order_id}:wishes`,
      title: '有专线需要另选地址或专线组',
      text: `订单 ${first.order_number} 有 ${failed.length} 条专线没能按下单时的选择设置：${failed[0]?.unkept}。`,
      link: orderPath(order_id),
    })
  })

/** Returns, by position, why an address could not be bound. */
async function bindAll(transaction: Database, companyId: string, wishes: OpenWish[]): Promise<Map<number, string>> {
  const unkept = new Map<number, string>()
  for (const { position, line_id, address_id, address, order_number } of wishes) {
    const line = await lockLine(transaction, companyId, line_id)
    if (!address_id || !line || line.address_id) continue
    try {
      await transaction.transaction(async inner => {
        await redeemPromise(inner, line, address_id)
        if (!(await bindFirst(inner, companyId, line_id, address_id))) throw new Refusal(-52004)
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      unkept.set(
        position,
        error.code === -52002
          ? `下单时选的地址 ${address} 付款前已被占用，请另选`
          : `专线当时不能绑定，没有绑定 ${address}`,
      )
      continue
    }
    await recordLineLog(transaction, companyId, [
      { line_id, action: 'bound', detail: `${address}，订单 ${order_number}` },
    ])
  }
  return unkept
}

/** Returns, by position, why a line could not be put into its group. Groups are locked in the order of their ids. */
async function putIn(transaction: Database, companyId: string, wishes: OpenWish[]): Promise<Map<number, string>> {
  const unkept = new Map<number, string>()
  const byGroup = Map.groupBy(wishes, ({ group_id }) => group_id)
  for (const [groupId, some] of [...byGroup].sort(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1))) {
    if (!groupId) continue
    const tell = (text: string) => some.forEach(({ position }) => void unkept.set(position, text))
    const group = await lockGroup(transaction, companyId, groupId)
    if (!group) {
      tell('下单时选的专线组已被删除')
      continue
    }
    const before = await contentOf(transaction, companyId, groupId)
    const lineIds = [...new Set([...before.lineIds, ...some.map(({ line_id }) => line_id)])]
    if (lineIds.length > lineGroupLines) {
      tell(`下单时选的专线组「${group.name}」已满`)
      continue
    }
    const [{ order_number } = { order_number: '' }] = some
    const change = { before, after: { ...before, lineIds } }
    await settle(transaction, companyId, group, change, `（订单 ${order_number}）`)
  }
  return unkept
}
