import { z } from 'zod'
import { orderStateNames } from '#contract/shop.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { money, parseYuan } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import type { Evidence, EvidenceOf } from '#server/engines/approvals/evidence.ts'
import { companyEvidence } from '#server/modules/accounts/company-evidence.ts'
import { bankLinesOf, voucherOfPayment } from './evidence.sql.ts'
import { findByNumber, type Payment, viewPayment } from './payments.sql.ts'
import { sameCompany } from './transfers.ts'

/** Returns the payer of a transfer, its voucher, and its rows in the bank's statement; nothing for a payment of another kind. */
export async function voucherEvidence(
  database: Database,
  which: Pick<Payment, 'company_id' | 'payment_id'>,
): Promise<Evidence[]> {
  const found = await voucherOfPayment(database, which)
  if (!found) return []
  const { payer_name, company_name, voucher_at, file_id, content_type } = found
  const differs = payer_name !== null && !sameCompany(payer_name, company_name)
  return [
    payer_name === null
      ? { label: '付款户名', value: '企业没有提交凭证', tone: 'warning' }
      : {
          label: '付款户名',
          value: differs ? `${payer_name}（与认证企业名称不同）` : payer_name,
          ...(differs && { tone: 'warning' as const }),
        },
    ...(file_id && content_type
      ? [
          {
            label: '凭证',
            value: voucher_at ? `${dayInChina(voucher_at)} 提交` : '已提交',
            file: { file_id, content_type, target: `payment:${which.payment_id}` },
          },
        ]
      : []),
    ...(await recordedLines(database, which)),
  ]
}

const recordedLines = async (database: Database, which: Pick<Payment, 'company_id' | 'payment_id'>) =>
  (await bankLinesOf(database, which)).map(({ amount, reference, created_at }) => ({
    label: '银行流水',
    value: `${bankLine(amount, reference)}，${dayInChina(created_at)} 登记`,
  }))

/** A statement's row is identified by its day, amount and position among equal rows (`judge`), which must not be repeated. */
function bankLine(amount: number, reference: string): string {
  const [, at, written = '', place] = /^(\S.*) ¥([\d.]+) #(\d+)$/.exec(reference) ?? []
  const ofRow = parseYuan(written)
  if (ofRow === undefined) return `${money(amount)}，${reference}`
  return `${at} ${money(ofRow)}${place === '1' ? '' : `，当天第 ${place} 笔`}`
}

/** The payload of a request to confirm a transfer. */
const request = z.object({ remark_code: z.string().min(1), amount: z.int(), reference: z.string().optional() })

/** Returns the company, the payer, the bank's row and the order of a transfer. */
export const transferEvidence: EvidenceOf<unknown> = async (database, payload) => {
  const { remark_code, amount: arrived, reference } = request.parse(payload)
  const existing = await findByNumber(database, remark_code)
  const payment = existing && (await viewPayment(database, existing.company_id, existing.payment_id))
  if (!payment) return []
  const { amount, received, order_number, order_state, problem } = payment
  return [
    ...(await companyEvidence(database, existing.company_id)),
    { label: '订单', value: `${order_number}，${orderStateNames[order_state]}`, link: { page: 'order', order_number } },
    { label: '应付', value: received ? `${money(amount)}，分次到账合计 ${money(received)}` : money(amount) },
    { label: '备注码', value: remark_code },
    ...(problem ? [{ label: '问题', value: problem, tone: 'warning' } as const] : []),
    ...(await voucherEvidence(database, existing)),
    // The row is recorded only once the request is confirmed, and the parts of a sum are recorded before.
    ...(!received
      ? [{ label: '银行流水', value: reference ? bankLine(arrived, reference) : '没有导入，由申请人手工填写' }]
      : []),
  ]
}
