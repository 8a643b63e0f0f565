import type { ConfirmedPayment, IncomingNotification } from './gateway.ts'
import { InvalidNotification } from './gateway-failure.ts'

/** A transaction: encrypted in a payment notification, in plain text in the answer to a query. */
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
  /** WeChat Pay's keys by id: during a change of keys, both sign. */
  certs: Readonly<Record<string, string>>
  apiV3Key: string
}

type Sdk = Pick<typeof import('wechatpay-axios-plugin'), 'Rsa' | 'Formatter' | 'Aes'>

/** Seconds by which a notification's time may differ from the portal's: an old one is a replay. */
const tolerance = 300

/**
 * Decrypts a notification if its signature is valid; undefined if it does not concern a payment. WeChat Pay deliberately sends some
 * with a wrong signature, to check that they are refused.
 */
export function decryptNotification(
  { headers, body }: IncomingNotification,
  keys: Keys,
  { Rsa, Formatter, Aes }: Sdk,
): Transaction | undefined {
  const header = (name: string) => String(headers[`wechatpay-${name}`] ?? '')
  const publicKey = Object.hasOwn(keys.certs, header('serial')) ? keys.certs[header('serial')] : undefined
  if (!publicKey) throw new InvalidNotification('公钥不是所配置的')
  const timestamp = header('timestamp')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance)
    throw new InvalidNotification('时间不在允许范围内')
  const text = body.toString('utf8')
  if (!Rsa.verify(Formatter.response(timestamp, header('nonce'), text), header('signature'), publicKey))
    throw new InvalidNotification('签名不对')
  try {
    // The signature proves the sender, and the fields are checked individually below.
    const notification = JSON.parse(text) as {
      event_type?: string
      resource?: { ciphertext: string; nonce: string; associated_data?: string }
    }
    if (notification.event_type !== 'TRANSACTION.SUCCESS' || !notification.resource) return undefined
    const { ciphertext, nonce, associated_data } = notification.resource
    return JSON.parse(Aes.AesGcm.decrypt(ciphertext, keys.apiV3Key, nonce, associated_data ?? '')) as Transaction
  } catch {
    throw new InvalidNotification('内容无法解密')
  }
}

/** Throws InvalidNotification if the transaction is another merchant's, or is not a payment. */
export function toPayment(
  transaction: Transaction,
  { mchid, appid }: { mchid: string; appid: string },
): ConfirmedPayment {
  if (transaction.mchid !== mchid) throw new InvalidNotification('商户不是本站')
  if (transaction.appid !== appid) throw new InvalidNotification('应用不是本站的')
  const { out_trade_no: outTradeNo, transaction_id: tradeNo, amount, success_time } = transaction
  if (amount?.currency !== 'CNY' || !Number.isSafeInteger(amount.total)) throw new InvalidNotification('金额无法识别')
  if (transaction.trade_state !== 'SUCCESS' && transaction.trade_state !== 'REFUND')
    throw new InvalidNotification('交易没有成功')
  if (!outTradeNo || !tradeNo) throw new InvalidNotification('内容不完整')
  const paidAt = new Date(success_time ?? '')
  return {
    outTradeNo,
    tradeNo,
    // The amount was checked above to be a safe integer.
    amount: amount.total ?? 0,
    paidAt: (Number.isNaN(paidAt.getTime()) ? new Date() : paidAt).toISOString(),
  }
}
