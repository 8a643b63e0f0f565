import { zipSync } from 'fflate'
import { yuan } from '#server/core/yuan.ts'
import type { BillEntry } from '#server/integrations/gateways/gateway.ts'
import { toGbk } from './gbk.ts'

const alipayHead =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

/** Creates a bill as Alipay documents it: a table of the trades and one of the sums, zipped, in GBK. */
export function alipayBill(entries: readonly BillEntry[]): Buffer {
  const rows = entries.map(({ outTradeNo, outRefundNo, tradeNo, amount }) => {
    const money = `${yuan(outRefundNo === null ? amount : -amount)}`
    const kind = outRefundNo === null ? '交易' : '退款'
    const times = '2026-11-20 09:30:00,2026-11-20 09:30:05'
    const first = `${tradeNo}\t,${outTradeNo}\t,${kind}      ,"时长，30天, 员工",${times},,,,,买家(bu***@example.com)`
    return `${first},${money},${money},0.00,0.00,0.00,0.00,0.00,,0.00,0.00,${outRefundNo ?? ''}\t,-0.01,0.00,`
  })
  const trades = [
    '#支付宝业务明细查询',
    '#账号：[20880000000000010156]',
    '#起始日期：[2026年11月20日 00:00:00]   终止日期：[2026年11月21日 00:00:00]',
    '#-----------------------------------------业务明细列表----------------------------------------',
    alipayHead,
    ...rows,
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${entries.length}笔`,
    '#导出时间：[2026年11月21日 10:03:11]',
  ]
  const sums = ['#支付宝业务汇总查询', '门店编号,门店名称,交易订单总笔数', `合计,,${entries.length}`, '#结束']
  const file = (lines: string[]) => toGbk(`${lines.join('\r\n')}\r\n`)
  return Buffer.from(zipSync({ 'yewu.csv': file(trades), 'huizong.csv': file(sums) }))
}

const wechatHead =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'

/** Creates a bill as WeChat Pay documents it: a backtick before each value, and two lines of sums. */
export function wechatBill(entries: readonly BillEntry[]): string {
  const rows = entries.map(({ outTradeNo, outRefundNo, tradeNo, amount }) => {
    const paid = yuan(outRefundNo === null ? amount : 0)
    const refunded = yuan(outRefundNo === null ? 0 : amount)
    const state = outRefundNo === null ? 'SUCCESS' : 'REFUND'
    const cells = [
      ...['2026-11-20 09:30:00', 'wx0000000000000001', '1900000001', '0', '', tradeNo, outTradeNo, 'oUser', 'NATIVE'],
      ...[state, 'OTHERS', 'CNY', paid, '0.00', '50000', outRefundNo ?? '0', refunded, '0.00', 'ORIGINAL', 'SUCCESS'],
      ...['海易联-时长', '', '0.00000', '0.60%', paid, refunded, ''],
    ]
    return cells.map(cell => `\`${cell}`).join(',')
  })
  const sums = ['总交易单数,应结订单总金额,退款总金额', `\`${entries.length},\`0.00,\`0.00`]
  return `\ufeff${[wechatHead, ...rows, ...sums].join('\r\n')}\r\n`
}
