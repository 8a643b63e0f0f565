import type { AuditAction } from '#contract/operations/audit-names.ts'
import type { AddressChange } from '#contract/operations/network-names.ts'
import { type AddressState, addressStateNames } from '#contract/records/address-fields.ts'
import { listHosts } from '#server/core/address-range.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { insertAddresses } from '#server/modules/catalogue/import-stock.sql.ts'
import { canonicalAddress, isHost } from '#server/modules/catalogue/import-stock.ts'
import { lockStock } from '#server/modules/lines/stock.ts'
import { type Chosen, chosenAddresses, isPlace, lockAddresses, setGateways, setStates } from './addresses.sql.ts'

/** Explains to the operator why the addresses were not changed. */
class AddressProblem extends OperatorProblem {}

/** The state that each change leads to, and the states from which it is possible. */
const changes: Record<
  AddressChange,
  { to: AddressState; from: readonly AddressState[]; word: string; action: AuditAction }
> = {
  hold: { to: 'held', from: ['free'], word: '保留', action: 'address.held' },
  free: { to: 'free', from: ['held', 'cooling', 'retired'], word: '放回空闲', action: 'address.freed' },
  retire: { to: 'retired', from: ['free', 'held', 'cooling'], word: '停用', action: 'address.retired' },
}

interface Selection {
  ids: readonly string[]
}

const summary = (addresses: readonly Chosen[]) =>
  `${addresses
    .slice(0, 3)
    .map(({ address, state }) => `${address}（${addressStateNames[state]}）`)
    .join('、')}${addresses.length > 3 ? ` 等 ${addresses.length} 个` : ''}`

/** Locks stock first, then addresses, as all code does. If one can't be changed, none is. */
async function lockAll(transaction: Database, ids: readonly string[]): Promise<Chosen[]> {
  const unique = [...new Set(ids)]
  const found = await chosenAddresses(transaction, unique)
  await lockStock(transaction, found)
  const locked = await lockAddresses(transaction, unique)
  if (locked.length < unique.length) throw new AddressProblem('所选地址中有的已不存在，请刷新后重试')
  return locked
}

/** A single address is the target, so that the audit log can be searched for it. */
const targetOf = (addresses: readonly Chosen[]) =>
  addresses.length === 1 ? `address:${addresses[0]?.address}` : 'addresses'

const promised = (error: unknown) =>
  typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === 'no_more_than_free'

/** Holds back, frees or retires addresses without a line. Addresses that are reserved for orders and lines stay. */
export async function changeAddresses(
  system: Database,
  { ids, change, reason }: Selection & { change: AddressChange; reason: string },
): Promise<number> {
  const { to, from, word, action } = changes[change]
  try {
    return await system.transaction(async transaction => {
      const addresses = await lockAll(transaction, ids)
      const unfit = addresses.filter(({ state }) => !from.includes(state))
      if (unfit.some(({ state }) => state === 'bound'))
        throw new AddressProblem(
          `不能${word}：${summary(unfit)}。已绑定的地址请先在专线详情中更换，原地址会随之停用或冷却`,
        )
      if (unfit.length) throw new AddressProblem(`不能${word}：${summary(unfit)}`)
      const changed = await setStates(transaction, [...new Set(ids)], from, to)
      await recordAudit(transaction, {
        action,
        target: targetOf(addresses),
        before: addresses.map(({ address, state }) => ({ address, state })),
        after: { state: to, reason },
      })
      return changed
    })
  } catch (error) {
    // The database itself checks this, as nobody with a reservation may find none.
    if (promised(error))
      throw new AddressProblem(`不能${word}：其中有已承诺给待支付订单或待绑定专线的地址，请少选一些或先补充地址`)
    throw error
  }
}

/** Returns how many addresses have another gateway now. Triggers notify the clients of their lines. */
export async function changeGateway(
  system: Database,
  { ids, gateway, maxBound }: Selection & { gateway: string; maxBound: number | undefined },
): Promise<number> {
  const host = requireHost(gateway)
  const addresses = await lockAll(system, ids)
  // The operator was shown how many lines are affected; a locked address is bound to no line meanwhile.
  const bound = addresses.filter(({ state }) => state === 'bound')
  if (maxBound !== undefined && bound.length > maxBound)
    throw new Refusal(
      -53020,
      bound.length,
      `没有修改：其中 ${bound.length} 个现在正被专线使用，多于所说明的 ${maxBound} 个：${summary(bound)}`,
    )
  const changed = await setGateways(system, [...new Set(ids)], host)
  await recordAudit(system, {
    action: 'address.gateway_changed',
    target: targetOf(addresses),
    before: addresses.map(({ address, gateway: old }) => ({ address, gateway: old })),
    after: { gateway: host },
  })
  return changed
}

function requireHost(gateway: string): string {
  if (!isHost(gateway)) throw new Refusal(-41003, 'gateway', '请输入网关的域名或地址')
  return gateway.toLowerCase()
}

export interface Range {
  regionId: string
  accessWayId: string
  range: string
  gateway: string
  /** The limit counts addresses. */
  most: number
}

/** Adds a range to the stock. Addresses that exist already stay as they are, and are counted. */
export async function addRange(
  system: Database,
  { regionId, accessWayId, range, gateway, most }: Range,
): Promise<{ added: number; known: number }> {
  const host = requireHost(gateway)
  const hosts = listHosts(range, most)
  if (hosts === 'too many') throw new Refusal(-41003, 'range', `一次最多添加 ${most} 个地址，请分成几段`)
  if (!hosts) throw new Refusal(-41003, 'range', '请写单个地址、CIDR（203.0.113.0/24）或起始-结束')
  const unusable = hosts.find(address => canonicalAddress(address) === undefined)
  if (unusable) throw new Refusal(-41003, 'range', `${unusable} 不是可以分给企业的地址`)
  if (!(await isPlace(system, regionId, accessWayId))) throw new Refusal(-53021)
  const existing = await insertAddresses(
    system,
    hosts.map(address => ({ regionId, accessWayId, address, gateway: host })),
  )
  const added = hosts.length - existing.length
  if (!added) throw new AddressProblem('这些地址都已在库中')
  await recordAudit(system, {
    action: 'stock.added',
    target: 'stock',
    after: { range, gateway: host, region: regionId, access_way: accessWayId, added, known: existing.length },
  })
  return { added, known: existing.length }
}
