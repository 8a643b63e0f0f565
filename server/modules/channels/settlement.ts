import { hash } from 'node:crypto'
import type { OperationParsed } from '#contract/operations/index.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { removeUnlessWritten } from '#server/engines/files/remove-unless-written.ts'
import { newKey } from '#server/engines/files/uploads.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { requirePartner } from './partners.calls.ts'
import { lockPartner } from './partners.sql.ts'
import {
  carriedFor,
  type DueRow,
  dueRows,
  insertSettlement,
  insertSettlementFile,
  type Sums,
  standingOf,
} from './settlement.sql.ts'
import { writeSettlement } from './write-settlement.ts'

const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function sumsOf(rows: DueRow[], carried: number): Sums {
  const sum = (name: 'paid' | 'refunded' | 'base' | 'commission') => rows.reduce((all, row) => all + row[name], 0)
  const corrections = rows.filter(({ kind }) => kind === 'correction').length
  return {
    orders: rows.length - corrections,
    corrections,
    paid: sum('paid'),
    refunded: sum('refunded'),
    base: sum('base'),
    commission: sum('commission'),
    carried,
  }
}

/** Throws -53513 when the month is not over, and -53514 when it or a later one is settled. */
export async function requireUnsettled(database: Database, channelId: string, month: string): Promise<void> {
  const standing = await standingOf(database, channelId, month)
  if (!standing?.over) throw new Refusal(-53513)
  if (standing.settled) throw new Refusal(-53514)
}

/**
 * Settles a month with a partner. Its file is stored as made, with every order that it covers. The file is made before anything is
 * locked, so its rows are compared with the present ones once the partner is locked.
 */
export async function settleMonth(
  { system, services, operator }: Pick<OperatorContext, 'system' | 'services' | 'operator'>,
  channelId: string,
  { month, shown }: Pick<OperationParsed<'settleChannel'>, 'month' | 'shown'>,
): Promise<{ settlement_id: string; file_id: string; file_name: string }> {
  const { name } = await requirePartner(system, channelId)
  await requireUnsettled(system, channelId, month)
  const rows = await dueRows(system, channelId, month)
  if (!rows.length) {
    // Another operator may have settled it between the two reads.
    await requireUnsettled(system, channelId, month)
    throw new Refusal(-53515)
  }
  const carried = await carriedFor(system, channelId)
  const sums = sumsOf(rows, carried)
  // A settlement can't be made anew, so it must be what the operator saw.
  if (sums.commission !== shown.commission || carried !== shown.carried) throw new Refusal(-53022)
  const content = await writeSettlement(channelId, rows, sums)
  const sha256 = hash('sha256', content, 'hex')
  const fileName = `结算单-${name.replaceAll(/[\\/:*?"<>|]/g, '_')}-${month}.xlsx`
  const key = newKey('settlement', 'xlsx')
  await services.storage.put(key, content, { contentType, size: content.length })
  return removeUnlessWritten({ system, storage: services.storage }, key, written =>
    system.transaction(async transaction => {
      written()
      const { commission_percent: percent } = await requirePartner(transaction, channelId, lockPartner)
      // Of two concurrent settlements, the second sees the first.
      await requireUnsettled(transaction, channelId, month)
      const now = await dueRows(transaction, channelId, month)
      if (JSON.stringify(now) !== JSON.stringify(rows) || (await carriedFor(transaction, channelId)) !== carried)
        throw new Refusal(-53022)
      const fileId = await insertSettlementFile(transaction, {
        size: content.length,
        sha256,
        key,
        fileName,
        contentType,
      })
      const settlement = { ...sums, channelId, month, percent, fileId, sha256, operatorId: operator.id, rows }
      const settlementId = await insertSettlement(transaction, settlement)
      await recordAudit(transaction, {
        action: 'channel.settled',
        target: `channel:${channelId}`,
        after: { name, month, settlement: settlementId, commission_percent: percent, ...sums, file_sha256: sha256 },
      })
      return { settlement_id: settlementId, file_id: fileId, file_name: fileName }
    }),
  ).catch(refuseViolation(constraint => (constraint === 'one_settlement_a_month' ? new Refusal(-53514) : undefined)))
}
