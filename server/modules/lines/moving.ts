import type { movedAddressStates } from '#contract/operations/network-names.ts'
import { linePath } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { coolAddress, findBindable, lockLine, takeAddress } from './binding.sql.ts'
import { recordLineLog } from './line-log.ts'
import { LineProblem } from './operating.ts'
import { lengthen, replaceAddress, retireAddress } from './operations.sql.ts'
import type { Place } from './stock.sql.ts'
import { lockStock, reserveAddresses, unreserveAddresses } from './stock.ts'

interface Which {
  companyId: string
  lineId: string
  reason: string
}

interface Move extends Which {
  /** The address that the operator saw, because the answer to an earlier move may have been lost. */
  fromId: string | undefined
  addressId: string
  /** The new state of the line's present address. */
  old: (typeof movedAddressStates)[number]
}

type Needed = Pick<Services, 'config' | 'jobs' | 'system'>

/**
 * Gives a line another address of the same place. It locks stock, then the line, then addresses, as binding does, and does not
 * count among the company's own changes of the month. Triggers notify the clients.
 */
export async function moveLine(services: Needed, { companyId, lineId, fromId, addressId, old, reason }: Move) {
  const { system } = services
  // This can be read before the locks, since a line never changes its place.
  const place = await findBindable(system, companyId, lineId)
  if (!place) throw new LineProblem('没有这条专线')
  await lockStock(system, [place])
  const line = await lockLine(system, companyId, lineId)
  const from = line?.address_id
  if (!line || !from || !line.address) throw new LineProblem('这条专线没有地址，不能更换')
  // Guard: the line is moved again by an operator who does not know of the earlier move.
  if (fromId && fromId !== from) throw new LineProblem(`这条专线的地址已更换为 ${line.address}，请刷新后核对`)
  await takeUnpromised(system, place)
  // Guard: two operators choose the same address.
  if (!(await takeAddress(system, addressId, line))) throw new Refusal(-52002)
  const moved = await replaceAddress(system, { companyId, lineId }, { from, to: addressId })
  if (!moved) throw new LineProblem('这条专线的状态已变化，请刷新后重试')
  if (!(await (old === 'retired' ? retireAddress : coolAddress)(system, from)))
    throw new Error('the address of a line was not bound')
  const change = { from: line.address, to: moved.address }
  const detail = `${change.from} → ${change.to}（${reason}）`
  await recordLineLog(system, companyId, [{ line_id: lineId, action: 'moved', detail }])
  await recordAudit(system, {
    action: 'line.moved',
    target: `line:${lineId}`,
    before: { address: change.from },
    after: { address: change.to, old_address: old, reason },
  })
  await notify(system, services, {
    to: { managersOfCompany: companyId },
    kind: 'line_moved',
    subject: `line_moved:${lineId}:${addressId}:${Date.now()}`,
    title: '专线更换了地址',
    text: `${moved.name} 的地址由 ${change.from} 更换为 ${change.to}：${reason}。客户端会自动使用新地址；在其他系统登记过原地址的，请更新为新地址。`,
    link: linePath(lineId),
  })
  return change
}

/** Reserves a free, unreserved address for this line, and redeems the reservation. */
async function takeUnpromised(transaction: Database, place: Place): Promise<void> {
  try {
    await reserveAddresses(transaction, [{ ...place, count: 1 }])
  } catch (error) {
    if (error instanceof Refusal) throw new LineProblem('该地区与接入方式没有可更换的地址：空闲的都已承诺给订单或专线')
    throw error
  }
  await unreserveAddresses(transaction, [{ ...place, count: 1 }])
}

/** Extends a line, counted from its end or from now, and returns its new end. */
export async function extendLine(
  services: Needed,
  { companyId, lineId, reason, days }: Which & { days: number },
): Promise<string> {
  const { system } = services
  const line = await lengthen(system, companyId, lineId, days)
  if (!line) throw new LineProblem('没有这条专线，或它已释放、因退款而暂停，不能延期')
  const detail = `${days} 天，至 ${dayInChina(line.ends_at)}（${reason}）`
  await recordLineLog(system, companyId, [{ line_id: lineId, action: 'extended', detail }])
  await recordAudit(system, {
    action: 'line.extended',
    target: `line:${lineId}`,
    before: { ends_at: line.was },
    after: { ends_at: line.ends_at, days, reason },
  })
  await notify(system, services, {
    to: { managersOfCompany: companyId },
    kind: 'gift_received',
    subject: `line_extended:${lineId}:${Date.parse(line.ends_at)}`,
    title: '平台为专线延期',
    text: `平台为 ${line.name} 延期 ${days} 天，现至 ${dayInChina(line.ends_at)}：${reason}。`,
    link: linePath(lineId),
  })
  return line.ends_at
}
