import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { refund } from '#contract/records/refund.ts'
import { gatewayNames, refundKindNames } from '#contract/shop.ts'
import { formatTimeInChina, money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { pdfDocument } from '#server/engines/documents/document.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import type { Services } from '#server/engines/services.ts'
import { itemsOfRefund } from './part-refunds.sql.ts'
import { backBy } from './refunds.sql.ts'

const noted = refund.schema
  .pick({
    company_id: true,
    refund_id: true,
    out_refund_no: true,
    kind: true,
    amount: true,
    reason: true,
    note: true,
    gateway: true,
    order_number: true,
    subject: true,
  })
  .extend({
    credit_number: z.string(),
    credit_name: z.string(),
    done_at: instant,
    /** Fen that were paid, and those that were refunded including this refund. */
    paid: z.int(),
    back: z.int(),
  })

/** Returns the refund of this id, as its document shows it; undefined while it is not paid. */
export const findNoted = (database: Database, companyId: string, refundId: string) =>
  database.row(noted)`
    select refund.company_id, refund.id as refund_id, refund.out_refund_no, refund.kind, refund.amount, refund.reason,
      refund.note, refund.credit_number, refund.credit_name, refund.done_at, ${backBy} as gateway,
      shop_order.number as order_number, shop_order.subject, coalesce(payment.arrived_amount, payment.amount) as paid,
      (select sum(earlier.amount) from refund earlier
        where earlier.company_id = ${companyId} and earlier.payment_id = refund.payment_id and earlier.state = 'done'
          and (earlier.done_at, earlier.id) <= (refund.done_at, refund.id))::bigint as back
    from refund
    join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
    join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
    where refund.company_id = ${companyId} and refund.id = ${refundId} and refund.credit_number is not null`

type Noted = z.output<typeof noted>

/** Writes the document of a refund (退款凭证) and keeps it for a short while. Its content never changes. */
export async function writeCreditNote(
  services: Pick<Services, 'config' | 'system' | 'storage'>,
  database: Database,
  noted: Noted,
): Promise<{ url: string; file_name: string }> {
  const { brandName } = services.config
  const items = await itemsOfRefund(database, noted)
  const content = await pdfDocument({
    title: '退款凭证',
    facts: factsOf(noted),
    blocks: [
      ...(items.length
        ? [
            { heading: '收回的内容' },
            {
              table: {
                columns: [
                  { title: '内容', share: 4 },
                  { title: '天数', share: 1, align: 'right' as const },
                  { title: '金额', share: 2, align: 'right' as const },
                ],
                rows: items.map(({ name, days, amount }) => [name, String(days), money(amount)]),
              },
            },
          ]
        : []),
      { text: '本凭证记载已退回的款项。订单开过发票的，以红字发票为准。' },
    ],
    foot: `${brandName} · ${noted.credit_number}`,
  })
  const fileName = `退款凭证-${noted.credit_number}.pdf`
  return { url: await keepExport(services, { content, fileName, type: 'pdf' }), file_name: fileName }
}

const factsOf = ({ paid, back, ...noted }: Noted): [string, string][] => [
  ['凭证编号', noted.credit_number],
  ['企业', noted.credit_name],
  ['订单', `${noted.order_number}（${noted.subject}）`],
  ['退款方式', refundKindNames[noted.kind]],
  ['退款金额', money(noted.amount)],
  ['原付款金额', money(paid)],
  ['累计已退', money(back)],
  ['退回渠道', `${gatewayNames[noted.gateway]}${noted.note ? `（${noted.note}）` : ''}`],
  ['退款编号', noted.out_refund_no],
  ['原因', noted.reason],
  ['退回时间', formatTimeInChina(noted.done_at)],
]
