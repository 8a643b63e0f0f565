import { statementMegabytes } from '#contract/operations/sales-names.ts'
import { sentence } from '#contract/rules.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { withApproval } from '#server/engines/approvals/with-approval.ts'
import { recordViewing } from '#server/engines/audit/viewing.ts'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import { requireSize } from '#server/engines/files/uploads.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { countTransfers, openTransfersOf, transferRows, transfersOf, voucherOf } from './operations-transfers.sql.ts'
import { countTroubles, troubleRows } from './operations-troubles.sql.ts'
import { returnWrongAmount, settleWrongAmount } from './refund-requests.ts'
import { codesIn, readStatement } from './statement.ts'
import { judge } from './statement-judgement.ts'
import { suggest } from './statement-suggestions.ts'
import { partsOf } from './transfer-parts.sql.ts'
import { giveUpParts, recordTransferPart } from './transfer-parts.ts'
import { requestTransfer } from './transfer-requests.ts'
import { recordSurplus } from './transfer-surplus.ts'
import { recordWrongAmount, rejectTransfer, sameCompany } from './transfers.ts'

const shown = ({ content_type, ...transfer }: Awaited<ReturnType<typeof transferRows>>[number]) => ({
  ...withApproval(transfer),
  payer_matches: transfer.payer_name === null ? null : sameCompany(transfer.payer_name, transfer.company_name),
  voucher: content_type === null ? null : { content_type },
})

/** The page asks for the password and repeats the whole call. */
const lacksProof = (error: Error) => error instanceof Refusal && error.code === -41022

/** The code is shown beside each reason, so the reason need not begin with it. */
function refusedRow(remark_code: string, error: Refusal | OperatorProblem) {
  const reason = sentence({ msg: error.message, data: error instanceof Refusal ? error.data : null })
  return { remark_code, reason: reason.startsWith(`${remark_code} `) ? reason.slice(remark_code.length + 1) : reason }
}

export const transfersOperations = {
  async getTransferList({ system }, { page, page_size, ...filter }) {
    const [rows, counted] = await together(system, database => [
      transferRows(database, filter, listedPage({ page, page_size })),
      countTransfers(database, filter, countedRows),
    ])
    return { list: rows.map(shown), ...listedTotal(counted) }
  },

  async openVoucher({ system, services }, { payment_id }) {
    const found = orRefuse(await voucherOf(system, payment_id), -53021)
    const { file_id, ...after } = found
    await recordViewing(system, { action: 'payment.voucher_viewed', target: `payment:${payment_id}`, after })
    return { url: signedAddress(services.config, file_id) }
  },

  async requestTransfer(context, { remark_code, amount }) {
    return requestTransfer(context, { remarkCode: remark_code, amount })
  },

  async rejectTransferVoucher({ services }, { remark_code, reason }) {
    await rejectTransfer(services, { remarkCode: remark_code, reason })
  },

  async recordWrongTransfer({ services }, { remark_code, amount }) {
    await recordWrongAmount(services, { remarkCode: remark_code, amount })
  },

  async previewStatement({ system, operator, upload }) {
    requireSize(upload, statementMegabytes)
    const rows = await readStatement(operator.id, upload.content)
    const codes = [...new Set(rows.flatMap(({ remark }) => codesIn(remark)))]
    const transferByCode = new Map((await transfersOf(system, codes)).map(transfer => [transfer.remark_code, transfer]))
    const named = judge(rows, transferByCode, await partsOf(system, codes))
    const unnamed = rows.flatMap(({ amount }, index) => (named[index]?.verdict === 'none' && amount ? [amount] : []))
    const judged = unnamed.length ? suggest(rows, named, await openTransfersOf(system, unnamed)) : named
    return {
      rows: rows.map((row, index) => {
        const { verdict = 'none', transfer, reference = '' } = judged[index] ?? {}
        return {
          ...row,
          verdict,
          remark_code: transfer?.remark_code ?? null,
          order_number: transfer?.order_number ?? null,
          company_name: transfer?.company_name ?? null,
          due: transfer?.amount ?? null,
          reference,
        }
      }),
    }
  },

  async requestStatement(context, { matches }) {
    const refused: { remark_code: string; reason: string }[] = []
    let done = 0
    // Each is confirmed separately, because one that changed since the preview must not hold up the others.
    for (const { remark_code, amount, reference } of matches)
      try {
        if ((await requestTransfer(context, { remarkCode: remark_code, amount, reference })).result) done += 1
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof OperatorProblem) || lacksProof(error)) throw error
        refused.push(refusedRow(remark_code, error))
      }
    // Nothing was changed, so there is nothing to log.
    if (refused.length === matches.length)
      throw new OperatorProblem(`没有一笔能提交：${refused[0]?.remark_code} ${refused[0]?.reason}`)
    return { requested: matches.length - refused.length - done, done, refused }
  },

  async recordTransferParts(context, { parts }) {
    const { services } = context
    const refused: { remark_code: string; reason: string }[] = []
    let recorded = 0
    let requested = 0
    let done = 0
    // Each is recorded separately, because one that changed since the preview must not hold up the others.
    for (const { remark_code: remarkCode, amount, reference } of parts)
      try {
        const { complete, due } = await recordTransferPart(services, { remarkCode, amount, reference })
        recorded += 1
        if (!complete) continue
        if ((await requestTransfer(context, { remarkCode, amount: due })).result) done += 1
        else requested += 1
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof OperatorProblem) || lacksProof(error)) throw error
        // A typed one is refused with its own message, at the faulty field.
        if (parts.length === 1 && !recorded) throw error
        refused.push(refusedRow(remarkCode, error))
      }
    if (!recorded) throw new OperatorProblem(`没有一笔能登记：${refused[0]?.remark_code} ${refused[0]?.reason}`)
    return { recorded, requested, done, refused }
  },

  async returnTransferParts({ services }, { remark_code }) {
    await giveUpParts(services, { remarkCode: remark_code })
  },

  async recordTransferSurplus({ services }, { remark_code: remarkCode, ...row }) {
    await recordSurplus(services, { remarkCode, ...row })
  },

  async getTroubleList({ system }, { kind, page, page_size }) {
    const [rows, counted] = await together(system, database => [
      troubleRows(database, kind, listedPage({ page, page_size })),
      countTroubles(database, kind, countedRows),
    ])
    return { list: rows.map(row => withApproval(row)), ...listedTotal(counted) }
  },

  async returnWrongPayment(context, { out_trade_no }) {
    return returnWrongAmount(context.system, context, out_trade_no)
  },

  async settleWrongPayment({ system }, { out_trade_no: outTradeNo, ...input }) {
    await settleWrongAmount(system, { outTradeNo, ...input })
  },
} satisfies SomeOperations
