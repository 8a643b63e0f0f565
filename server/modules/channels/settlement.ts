import { createHash } from 'node:crypto'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { violatedConstraint } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { removeUnlessWritten } from '#server/engines/files/remove-unless-written.ts'
import { newKey } from '#server/engines/files/uploads.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { writeSheets } from '#server/engines/sheets/sheets.ts'
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

const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const rowsAtOnce = 2_000

const columns: { title: string; width: number; value: (row: DueRow) => string | number }[] = [
  { title: '类型', width: 10, value: ({ kind, late }) => (kind === 'correction' ? '更正' : late ? '补结' : '结算') },
  { title: '企业', width: 36, value: row => row.company_name },
  { title: '订单号', width: 24, value: row => row.number },
  { title: '推广码', width: 10, value: row => row.promotion_code },
  { title: '付款日期', width: 14, value: row => dayInChina(row.paid_at) },
  { title: '实付（元）', width: 14, value: row => row.paid },
  { title: '退款（元）', width: 14, value: row => row.refunded },
  { title: '计佣金额（元）', width: 16, value: row => row.base },
  { title: '佣金比例', width: 10, value: row => `${row.commission_percent}%` },
  { title: '佣金（元）', width: 14, value: row => row.commission },
]

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

function write(channelId: string, rows: DueRow[], carried: number): Promise<Buffer> {
  const { paid, refunded, base, commission } = sumsOf(rows, carried)
  const total = ['合计', `${rows.length} 行`, '', '', '', paid, refunded, base, '', commission]
  const blank = Array<string>(columns.length - 3).fill('')
  const offset = [
    ['结转', '以前的结算单未抵完', ...blank, carried],
    ['应付', commission + carried > 0 ? '' : '不付款，余下的由下一次抵扣', ...blank, Math.max(0, commission + carried)],
  ]
  function* batches() {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      yield {
        sheet: 0,
        rows: rows.slice(from, from + rowsAtOnce).map(row => columns.map(({ value }) => value(row))),
      }
    yield { sheet: 0, rows: carried ? [total, ...offset] : [total] }
  }
  return writeSheets(
    channelId,
    [{ name: '结算单', columns: columns.map(({ title, width }) => ({ title, width })) }],
    batches(),
  )
}

/**
 * Settles a month with a partner. Its file is stored as made, with every order that it covers. The file is made before anything is
 * locked, so its rows are compared with the present ones once the partner is locked.
 */
export async function settleMonth(
  { system, services, operator, actor }: Pick<OperatorContext, 'system' | 'services' | 'operator' | 'actor'>,
  channelId: string,
  month: string,
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
  const content = await write(channelId, rows, carried)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const fileName = `结算单-${name.replaceAll(/[\\/:*?"<>|]/g, '_')}-${month}.xlsx`
  const key = newKey('settlement', 'xlsx')
  await services.storage.put(key, content, { contentType, size: content.length })
  try {
    return await removeUnlessWritten({ system, storage: services.storage }, key, written =>
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
        const sums = sumsOf(rows, carried)
        const settlement = { ...sums, channelId, month, percent, fileId, sha256, operatorId: operator.id, rows }
        const settlementId = await insertSettlement(transaction, settlement)
        await recordAudit(transaction, {
          actor,
          action: 'channel.settled',
          target: `channel:${channelId}`,
          after: { name, month, settlement: settlementId, commission_percent: percent, ...sums, file_sha256: sha256 },
        })
        return { settlement_id: settlementId, file_id: fileId, file_name: fileName }
      }),
    )
  } catch (error) {
    throw violatedConstraint(error) === 'one_settlement_a_month' ? new Refusal(-53514) : error
  }
}
