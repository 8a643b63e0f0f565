import { Forged, type Paid, type Received } from './gateway.ts'

/** What a payment notification holds sealed, and a query answers openly. */
export interface Transaction {
  mchid?: string
  appid?: string
  out_trade_no?: string
  transaction_id?: string
  trade_state?: string
  success_time?: string
  amount?: { total?: number; currency?: string }
}

interface Keys {
  keyId: string
  publicKey: string
  apiV3Key: string
}

type Sdk = Pick<typeof import('wechatpay-axios-plugin'), 'Rsa' | 'Formatter' | 'Aes'>

/** Seconds a notification's time may differ from ours: an old one is a replay. */
const tolerance = 300

/**
 * Opens a notification once its signature holds; undefined when it tells of no payment. They send some with a wrong
 * signature on purpose, to see them refused.
 */
export function sealedBy(
  { headers, body }: Received,
  keys: Keys,
  { Rsa, Formatter, Aes }: Sdk,
): Transaction | undefined {
  const of = (name: string) => String(headers[`wechatpay-${name}`] ?? '')
  if (of('serial') !== keys.keyId) throw new Forged('公钥不是所配置的')
  const timestamp = of('timestamp')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance)
    throw new Forged('时间不在允许范围内')
  const text = body.toString('utf8')
  if (!Rsa.verify(Formatter.response(timestamp, of('nonce'), text), of('signature'), keys.publicKey))
    throw new Forged('签名不对')
  try {
    // Signed by them; the fields below are checked one by one.
    const told = JSON.parse(text) as {
      event_type?: string
      resource?: { ciphertext: string; nonce: string; associated_data?: string }
    }
    if (told.event_type !== 'TRANSACTION.SUCCESS' || !told.resource) return undefined
    const { ciphertext, nonce, associated_data } = told.resource
    return JSON.parse(Aes.AesGcm.decrypt(ciphertext, keys.apiV3Key, nonce, associated_data ?? '')) as Transaction
  } catch {
    throw new Forged('内容无法解密')
  }
}

/** The payment that a transaction tells of; throws Forged when it is another merchant's, or is none. */
export function readTransaction(told: Transaction, { mchid, appid }: { mchid: string; appid: string }): Paid {
  if (told.mchid !== mchid) throw new Forged('商户不是本站')
  if (told.appid !== appid) throw new Forged('应用不是本站的')
  const { out_trade_no: outTradeNo, transaction_id: tradeNo, amount, success_time } = told
  if (amount?.currency !== 'CNY' || !Number.isSafeInteger(amount.total)) throw new Forged('金额无法识别')
  if (told.trade_state !== 'SUCCESS' && told.trade_state !== 'REFUND') throw new Forged('交易没有成功')
  if (!outTradeNo || !tradeNo) throw new Forged('内容不完整')
  const paidAt = new Date(success_time ?? '')
  return {
    outTradeNo,
    tradeNo,
    // A safe integer by now.
    amount: amount.total ?? 0,
    paidAt: Number.isNaN(paidAt.getTime()) ? new Date() : paidAt,
  }
}
