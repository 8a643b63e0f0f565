import type { OperationOutput } from '#contract/operations/index.ts'
import { recordOf } from '#contract/typed-keys.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requirePartner } from './partners.calls.ts'
import { resultsOf } from './results.sql.ts'
import {
  carriedFor,
  countSettlements,
  dueRows,
  markPaid,
  revokePaid,
  type SettlementRow,
  settlementFile,
  settlementsOf,
} from './settlement.sql.ts'
import { requireUnsettled, settleMonth, sumsOf } from './settlement.ts'

/** The most codes that are listed; the sums cover all. */
const shownCodes = 500
const names = [
  'registrations',
  'companies',
  'paying_companies',
  'orders',
  'paid',
  'refunded',
  'revenue',
  'commission',
] as const satisfies (keyof OperationOutput<'getChannelResults'>['all'])[]

const withPayment = ({ paid_at, paid_by, bank_reference, ...settlement }: SettlementRow) => ({
  ...settlement,
  payment: paid_at && paid_by && bank_reference ? { reference: bank_reference, operator: paid_by, paid_at } : null,
})

export const resultOperations = {
  async getChannelResults({ system }, { channel_id, ...span }) {
    await requirePartner(system, channel_id)
    const codes = await resultsOf(system, channel_id, span)
    // A company signs up with one code, so the sums count none twice.
    return {
      all: recordOf(names, name => codes.reduce((all, code) => all + code[name], 0)),
      codes: codes.slice(0, shownCodes),
    }
  },

  async previewSettlement({ system }, { channel_id, month }) {
    const { commission_percent } = await requirePartner(system, channel_id)
    await requireUnsettled(system, channel_id, month)
    const [rows, carried] = [await dueRows(system, channel_id, month), await carriedFor(system, channel_id)]
    return { ...sumsOf(rows, carried), commission_percent }
  },

  async settleChannel(context, { channel_id, month, shown }) {
    const { file_id, ...settled } = await settleMonth(context, channel_id, { month, shown })
    return { ...settled, url: signedAddress(context.services.config, file_id) }
  },

  async getSettlementList({ system }, { channel_id, page, page_size }) {
    const [rows, total] = await together(system, database => [
      settlementsOf(database, channel_id, pageOf({ page, page_size })),
      countSettlements(database, channel_id),
    ])
    return { list: rows.map(withPayment), total }
  },

  async getSettlementFile({ system, services }, { settlement_id }) {
    const file = orRefuse(await settlementFile(system, settlement_id), -53021)
    await recordAudit(system, {
      action: 'channel.settlement_downloaded',
      target: `channel:${file.channel_id}`,
      after: { settlement: settlement_id, month: file.month },
    })
    return { url: signedAddress(services.config, file.file_id), file_name: file.file_name }
  },

  async markSettlementPaid({ system, operator }, { settlement_id, reference }) {
    if (!(await settlementFile(system, settlement_id))) throw new Refusal(-53021)
    const marked = await markPaid(system, settlement_id, { operatorId: operator.id, reference })
    if (!marked) throw new Refusal(-53517)
    const { channel_id, ...paid } = marked
    await recordAudit(system, {
      action: 'channel.settlement_paid',
      target: `channel:${channel_id}`,
      before: { settlement: settlement_id, paid: false },
      after: { settlement: settlement_id, ...paid, reference },
    })
  },

  async revokeSettlementPaid({ system }, { settlement_id, reference, reason }) {
    if (!(await settlementFile(system, settlement_id))) throw new Refusal(-53021)
    const revoked = orRefuse(await revokePaid(system, settlement_id, reference), -53022)
    const { channel_id, ...paid } = revoked
    await recordAudit(system, {
      action: 'channel.settlement_payment_revoked',
      target: `channel:${channel_id}`,
      before: { settlement: settlement_id, ...paid, reference },
      after: { settlement: settlement_id, paid: false, reason },
    })
  },
} satisfies SomeOperations
