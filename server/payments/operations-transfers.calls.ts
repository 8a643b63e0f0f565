import { statementMegabytes } from '#contract/operations/sales-names.ts'
import { countedRows, listedPage, listedTotal } from '../database/listed.ts'
import { Refusal } from '../http/envelope.ts'
import { shownWaiting } from '../operations/asked-second.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { OperatorProblem } from '../operations/problem.ts'
import { recordViewing } from '../operations/viewing.ts'
import { signedAddress } from '../uploads/signed-address.ts'
import {
  countTransfers,
  countTroubles,
  transferRows,
  transfersOf,
  troubleRows,
  voucherOf,
} from './operations-transfers.sql.ts'
import { returnWrongAmount, settleWrongAmount } from './refund-requests.ts'
import { codesIn, judge, readStatement } from './statement.ts'
import { requestTransfer } from './transfer-requests.ts'
import { recordWrongAmount, rejectTransfer, sameCompany, transferOf } from './transfers.ts'

export const transfersOperations: OperationHandlersFor<
  | 'getTransferList'
  | 'openVoucher'
  | 'requestTransfer'
  | 'rejectTransferVoucher'
  | 'recordWrongTransfer'
  | 'previewStatement'
  | 'requestStatement'
  | 'getTroubleList'
  | 'returnWrongPayment'
  | 'settleWrongPayment'
> = {
  async getTransferList({ system }, { page, page_size, ...filter }) {
    const [rows, counted] = await Promise.all([
      transferRows(system, filter, listedPage({ page, page_size })),
      countTransfers(system, filter, countedRows),
    ])
    const list = rows.map(row => {
      const { content_type, requested_by, requested_at, ...transfer } = row
      return {
        ...transfer,
        payer_matches: row.payer_name === null ? null : sameCompany(row.payer_name, row.company_name),
        voucher: content_type === null ? null : { content_type },
        voucher_at: row.voucher_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        paid_at: row.paid_at?.toISOString() ?? null,
        approval: shownWaiting({ requested_by, requested_at }),
      }
    })
    return { list, ...listedTotal(counted) }
  },

  async openVoucher({ system, services, actor }, { payment_id }) {
    const found = await voucherOf(system, payment_id)
    if (!found) throw new Refusal(-53021)
    const { file_id, ...after } = found
    await recordViewing(system, { actor, action: 'payment.voucher_viewed', target: `payment:${payment_id}`, after })
    return { url: signedAddress(services.config, file_id) }
  },

  async requestTransfer(context, { remark_code, amount }) {
    await context.system.transaction(transaction =>
      requestTransfer(transaction, context, { remarkCode: remark_code, amount }),
    )
    return {}
  },

  async rejectTransferVoucher({ services, actor }, { remark_code, reason }) {
    await rejectTransfer(services, { remarkCode: remark_code, reason, actor })
    return {}
  },

  async recordWrongTransfer({ system, services, actor }, { remark_code, amount }) {
    if ((await transferOf(system, remark_code)).amount === amount) throw new Refusal(-53201)
    await recordWrongAmount(services, { remarkCode: remark_code, amount, actor })
    return {}
  },

  async previewStatement({ system, upload }) {
    if (upload.truncated || upload.content.length > statementMegabytes * 1024 * 1024)
      throw new Refusal(-45002, statementMegabytes)
    const rows = readStatement(upload.content)
    const codes = [...new Set(rows.flatMap(({ remark }) => codesIn(remark)))]
    const known = new Map((await transfersOf(system, codes)).map(transfer => [transfer.remark_code, transfer]))
    const judged = judge(rows, known)
    return {
      rows: rows.map((row, index) => {
        const { verdict = 'none', transfer } = judged[index] ?? {}
        return {
          ...row,
          verdict,
          remark_code: transfer?.remark_code ?? null,
          order_number: transfer?.order_number ?? null,
          company_name: transfer?.company_name ?? null,
          due: transfer?.amount ?? null,
        }
      }),
    }
  },

  async requestStatement(context, { matches }) {
    const refused: { remark_code: string; reason: string }[] = []
    // Each by itself: one that changed since the preview must not hold up the others.
    for (const { remark_code, amount } of matches)
      try {
        await context.system.transaction(transaction =>
          requestTransfer(transaction, context, { remarkCode: remark_code, amount }),
        )
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof OperatorProblem)) throw error
        const more = error instanceof Refusal && typeof error.data === 'string' ? error.data : ''
        refused.push({ remark_code, reason: `${error.message}${more}` })
      }
    // Nothing was done, so there is nothing that the log could tell.
    if (refused.length === matches.length)
      throw new OperatorProblem(`没有一笔能提交：${refused[0]?.remark_code} ${refused[0]?.reason}`)
    return { requested: matches.length - refused.length, refused }
  },

  async getTroubleList({ system }, { kind, page, page_size }) {
    const [rows, counted] = await Promise.all([
      troubleRows(system, kind, listedPage({ page, page_size })),
      countTroubles(system, kind, countedRows),
    ])
    const list = rows.map(({ since, requested_by, requested_at, ...row }) => ({
      ...row,
      since: since.toISOString(),
      approval: shownWaiting({ requested_by, requested_at }),
    }))
    return { list, ...listedTotal(counted) }
  },

  async returnWrongPayment(context, { out_trade_no }) {
    await context.system.transaction(transaction => returnWrongAmount(transaction, context, out_trade_no))
    return {}
  },

  async settleWrongPayment({ system, actor }, { out_trade_no, reason }) {
    await system.transaction(transaction => settleWrongAmount(transaction, { outTradeNo: out_trade_no, reason, actor }))
    return {}
  },
}
