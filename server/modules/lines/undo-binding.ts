import { Refusal } from '#server/core/refusal.ts'
import { bindBefore, findBindable, freeUnused, lockLine, takeCooling, wasUsed } from './binding.sql.ts'
import { recordLineLog } from './line-log.ts'
import { lockStock, reserveAddresses } from './stock.ts'
import { bindingUndo } from './undo.ts'

const changed = () => new Refusal(-54004, '专线此后又有变动')

/** Locks stock, then the line, then addresses, as binding does. Nobody has used the address that is given back. */
bindingUndo.carryOut(async (company, { membership, payload, system, changedSince }) => {
  const { companyId } = membership
  const { line_id: lineId, before, after, rebinds, rebind_month: month, bound_at: boundAt } = payload
  const place = await findBindable(company, companyId, lineId)
  if (!place) throw changed()
  await lockStock(system, [place])
  const line = await lockLine(company, companyId, lineId)
  if (line?.address_id !== after || (await changedSince([lineId])).size) throw changed()
  if (await wasUsed(company, companyId, lineId)) throw new Refusal(-54004, '新的地址已经有人连接过')
  if (before && !(await takeCooling(system, before))) throw new Refusal(-54004, '原来的地址已不能再用')
  if (!(await bindBefore(company, companyId, lineId, { before, after, rebinds, month, boundAt }))) throw changed()
  if (!(await freeUnused(system, after))) throw new Error('the address of a line was not bound')
  // A line without an address has one reserved: the one that it gives back now.
  if (!before) await reserveAddresses(system, [{ ...place, count: 1 }])
  const now = await findBindable(company, companyId, lineId)
  const action = before ? ('rebound' as const) : ('unbound' as const)
  const detail = before ? `${line.address} → ${now?.address}（撤销更换）` : `${line.address}（撤销绑定）`
  await recordLineLog(company, companyId, [{ line_id: lineId, action, detail }])
})
