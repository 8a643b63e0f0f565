import { unzipSync } from 'fflate'
import { readBillAmount, readBillTable } from './bill-table.ts'
import type { BillEntry } from './gateway.ts'
import { GatewayFailure } from './gateway-failure.ts'

const name = '支付宝'
/** Bytes of all tables, unpacked. */
const longestTables = 128 * 1024 * 1024
const shape = {
  name,
  headings: ['支付宝交易号', '商户订单号', '业务类型', '订单金额（元）', '退款批次号/请求号'],
  end: '#',
}

/**
 * Reads Alipay's bill of trades: an archive with a table of the trades and one of the sums, in GBK.
 * See https://opendocs.alipay.com/open/02hjxm.
 */
export function readAlipayBill(archive: Uint8Array): BillEntry[] {
  // The file names are not in UTF-8, so the table is recognized by its headings.
  const [table] = Object.values(unpack(archive)).flatMap(content => readBillTable(content, shape) ?? [])
  if (!table) throw new GatewayFailure(`${name}的账单不是约定的格式`, false)
  return table.rows.flatMap(read => {
    const kind = read('业务类型')
    if (kind !== '交易' && kind !== '退款') return []
    return {
      outTradeNo: read('商户订单号'),
      outRefundNo: kind === '退款' ? read('退款批次号/请求号') : null,
      tradeNo: read('支付宝交易号'),
      amount: readBillAmount(name, read('订单金额（元）')),
    }
  })
}

function unpack(archive: Uint8Array): Record<string, Uint8Array> {
  let size = 0
  try {
    return unzipSync(archive, {
      filter({ originalSize }) {
        size += originalSize
        if (size > longestTables) throw new GatewayFailure(`${name}的账单过大`, false)
        return true
      },
    })
  } catch (error) {
    if (error instanceof GatewayFailure) throw error
    throw new GatewayFailure(`${name}的账单不是压缩文件`, true)
  }
}
