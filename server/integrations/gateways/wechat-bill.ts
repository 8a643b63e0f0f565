import { readBillAmount, readBillTable } from './bill-table.ts'
import type { BillEntry } from './gateway.ts'
import { GatewayFailure } from './gateway-failure.ts'

const name = '微信支付'
const shape = {
  name,
  headings: ['微信订单号', '商户订单号', '交易状态', '商户退款单号', '退款金额', '订单金额'],
  end: '总交易单数',
}

/** Reads WeChat Pay's bill of trades, see https://pay.weixin.qq.com/doc/v3/merchant/4013071236. */
export function readWechatBill(content: Uint8Array): BillEntry[] {
  const table = readBillTable(content, shape)
  if (!table) throw new GatewayFailure(`${name}的账单不是约定的格式`, false)
  // The line below the end has the sums in the order of its headings.
  if (Number(table.below[1]?.[0]) !== table.rows.length) throw new GatewayFailure(`${name}的账单笔数与合计不符`, true)
  return table.rows.flatMap(read => {
    const state = read('交易状态')
    const refunded = state === 'REFUND'
    // REVOKED is a payment at a till that was reversed immediately; this portal takes none.
    if (!refunded && state !== 'SUCCESS') return []
    return {
      outTradeNo: read('商户订单号'),
      outRefundNo: refunded ? read('商户退款单号') : null,
      tradeNo: read('微信订单号'),
      amount: readBillAmount(name, read(refunded ? '退款金额' : '订单金额')),
    }
  })
}
