import type { movedAddressStates } from '#contract/operations/network-names.ts'
import type { Database } from '../database/database.ts'
import { dayInChina } from '../hours/service-time.ts'
import { Refusal } from '../http/envelope.ts'
import { notify } from '../notices/notices.ts'
import { recordAudit } from '../operations/audit.ts'
import type { Services } from '../services.ts'
import { coolAddress, findBindable, lockLine, takeAddress } from './binding.sql.ts'
import { insertLineLog } from './delivery.sql.ts'
import { LineProblem, shownActor } from './operating.ts'
import { lengthen, otherAddress, retireAddress } from './operations.sql.ts'
import { lockStock, reserveAddresses, unreserveAddresses } from './stock.ts'

interface Which {
  companyId: string
  lineId: string
  /** As the audit names the operator; the company sees 平台. */
  actor: string
  reason: string
}

interface Move extends Which {
  ipId: string
  /** What becomes of the address the line has now. */
  old: (typeof movedAddressStates)[number]
}

type Needed = Pick<Services, 'config' | 'jobs' | 'system'>

/**
 * Gives a line another address of the same place. Locks stock, then the line, then addresses, as binding does; the company's
 * own changes of the month are not counted. Triggers tell the clients.
 */
export function moveLine(services: Needed, { companyId, lineId, ipId, old, actor, reason }: Move) {
  return services.system.transaction(async transaction => {
    // Where a line is never changes.
    const found = await findBindable(transaction, companyId, lineId)
    if (!found) throw new LineProblem('没有这条专线')
    const place = { regionId: found.region_id, accessWayId: found.access_way_id }
    await lockStock(transaction, [place])
    const line = await lockLine(transaction, companyId, lineId)
    const from = line?.ip_address_id
    if (!line || !from || !line.address) throw new LineProblem('这条专线没有地址，不能更换')
    await takeUnpromised(transaction, place)
    // The guard of two operators who choose the same address.
    if (!(await takeAddress(transaction, ipId, line)))
      throw new LineProblem('该地址刚刚被占用，或不属于这条专线的地区与接入方式，请另选一个')
    const moved = await otherAddress(transaction, companyId, lineId, from, ipId)
    if (!moved) throw new LineProblem('这条专线的状态已变化，请刷新后重试')
    if (!(await (old === 'retired' ? retireAddress : coolAddress)(transaction, from)))
      throw new Error('the address of a line was not bound')
    const change = { from: line.address, to: moved.address }
    await insertLineLog(transaction, companyId, [
      {
        line_id: lineId,
        action: 'moved',
        actor_name: shownActor,
        detail: `${change.from} → ${change.to}（${reason}）`,
      },
    ])
    await recordAudit(transaction, {
      actor,
      action: 'line.moved',
      target: `line:${lineId}`,
      before: { address: change.from },
      after: { address: change.to, old_address: old, reason },
    })
    await notify(transaction, services, {
      to: { managersOfCompany: companyId },
      kind: 'line_moved',
      subject: `line_moved:${lineId}:${ipId}:${Date.now()}`,
      title: '专线更换了地址',
      text: `${moved.name} 的地址由 ${change.from} 更换为 ${change.to}：${reason}。客户端会自动使用新地址；在其他系统登记过原地址的，请更新为新地址。`,
      link: `/control/managelinedetails?svp_id=${lineId}`,
    })
    return change
  })
}

/** A free address that nobody has been promised: promised to this line, and the promise redeemed. */
async function takeUnpromised(transaction: Database, place: { regionId: string; accessWayId: string }): Promise<void> {
  try {
    await reserveAddresses(transaction, [{ ...place, count: 1 }])
  } catch (error) {
    if (error instanceof Refusal) throw new LineProblem('该地区与接入方式没有可更换的地址：空闲的都已承诺给订单或专线')
    throw error
  }
  await unreserveAddresses(transaction, [{ ...place, count: 1 }])
}

/** Lets a line end later, from its end or from now; answers its new end. */
export function extendLine(
  system: Database,
  { companyId, lineId, actor, reason, days }: Which & { days: number },
): Promise<Date> {
  return system.transaction(async transaction => {
    const line = await lengthen(transaction, companyId, lineId, days)
    if (!line) throw new LineProblem('没有这条专线，或它已释放、因退款而暂停，不能延期')
    const detail = `${days} 天，至 ${dayInChina(line.ends_at)}（${reason}）`
    await insertLineLog(transaction, companyId, [
      { line_id: lineId, action: 'extended', actor_name: shownActor, detail },
    ])
    await recordAudit(transaction, {
      actor,
      action: 'line.extended',
      target: `line:${lineId}`,
      before: { ends_at: line.was },
      after: { ends_at: line.ends_at, days, reason },
    })
    return line.ends_at
  })
}
