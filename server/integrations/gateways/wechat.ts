import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Config } from '#server/core/config.ts'
import { download } from './download.ts'
import type { ConfirmedPayment, Gateway, TradeStatus } from './gateway.ts'
import { GatewayFailure, gatewayTimeout, InvalidNotification, withTimeout } from './gateway-failure.ts'
import { readWechatBill } from './wechat-bill.ts'
import { decryptNotification, type Transaction, toPayment } from './wechat-notification.ts'

type Settings = Pick<
  Config,
  | 'wechatMchid'
  | 'wechatAppId'
  | 'wechatSerial'
  | 'wechatPrivateKey'
  | 'wechatPublicKeyId'
  | 'wechatPublicKey'
  | 'wechatOtherKeyId'
  | 'wechatOtherKey'
  | 'wechatApiV3Key'
  | 'wechatBaseUrl'
  | 'publicUrl'
  | 'brandName'
>

const notFoundCodes = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'])
const noBillCodes = new Set(['NO_STATEMENT_EXIST', 'STATEMENT_CREATING'])
const reply = (status: number, code: string, message: string) => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ code, message }),
})

/** WeChat Pay refused the request with an HTTP status and a code of its own. */
class WechatRefusal extends GatewayFailure {
  readonly code: string
  constructor(code: string, status: number) {
    super(`微信支付 ${code}（HTTP ${status}）`, status >= 500 || status === 429 || code === 'SYSTEM_ERROR')
    this.code = code
  }
}

/** WeChat Pay Native: the buyer scans a code. Its SDK is loaded on first use, not with the portal. */
export async function createWechat(settings: Settings, timeout = gatewayTimeout): Promise<Gateway> {
  // `import` does not expose this CommonJS module's classes; the type is what `require` returns.
  const sdk = createRequire(import.meta.url)('wechatpay-axios-plugin') as typeof import('wechatpay-axios-plugin')
  const { wechatMchid: mchid = '', wechatAppId: appid = '', wechatPublicKeyId: keyId = '', publicUrl } = settings
  // During a change from certificates to a key, or from one to the next, WeChat Pay chooses which of both signs.
  const { wechatOtherKeyId, wechatOtherKey } = settings
  const certs = {
    [keyId]: settings.wechatPublicKey ?? '',
    ...(wechatOtherKeyId && wechatOtherKey && { [wechatOtherKeyId]: wechatOtherKey }),
  }
  const client = new sdk.Decorator({
    mchid,
    serial: settings.wechatSerial ?? '',
    privateKey: settings.wechatPrivateKey ?? '',
    certs,
    baseURL: settings.wechatBaseUrl,
    timeout,
    // This header selects the key that signs the answer; the library does not send it by itself.
    headers: { 'Wechatpay-Serial': keyId },
  })

  async function request<Answer>(method: 'GET' | 'POST', path: string, data?: object): Promise<Answer> {
    try {
      const answer = await withTimeout(Promise.resolve(client.request<Answer>(path, method, data)), timeout)
      return answer.data
    } catch (error) {
      throw toGatewayFailure(error)
    }
  }

  function authorize(method: string, { pathname, search }: URL): string {
    const [nonce, time] = [sdk.Formatter.nonce(), sdk.Formatter.timestamp()]
    const text = sdk.Formatter.request(method, `${pathname}${search}`, time, nonce)
    const signature = sdk.Rsa.sign(text, settings.wechatPrivateKey ?? '')
    return sdk.Formatter.authorization(mchid, nonce, signature, time, settings.wechatSerial ?? '')
  }

  async function query(outTradeNo: string): Promise<TradeStatus> {
    const transaction = await request<Transaction>(
      'GET',
      `v3/pay/transactions/out-trade-no/${outTradeNo}?mchid=${mchid}`,
    ).catch(ignoreNotFound)
    if (!transaction) return { state: 'absent' }
    // An attacker may replay a genuine answer about another trade.
    if (transaction.out_trade_no !== outTradeNo) throw new GatewayFailure('微信支付应答的不是所问的订单', true)
    switch (transaction.trade_state) {
      case 'SUCCESS':
      // It was paid and later refunded.
      case 'REFUND':
        return { state: 'paid', payment: parsePayment(transaction) }
      case 'CLOSED':
      case 'REVOKED':
        return { state: 'closed' }
      // One attempt failed: the code can be scanned again until the trade is closed.
      case 'PAYERROR':
      case 'NOTPAY':
      case 'USERPAYING':
        return { state: 'open' }
      default:
        throw new GatewayFailure('微信支付应答的状态无法识别', true)
    }
  }

  function parsePayment(transaction: Transaction): ConfirmedPayment {
    try {
      return toPayment(transaction, { mchid, appid })
    } catch (error) {
      throw new GatewayFailure(
        error instanceof InvalidNotification ? `微信支付应答：${error.message}` : '微信支付应答无法识别',
        true,
      )
    }
  }

  return {
    name: '微信支付',
    about: '用微信扫描二维码付款',
    replies: { accepted: reply(200, 'SUCCESS', '成功'), rejected: reply(401, 'FAIL', '验签失败') },

    async open({ outTradeNo, amount, subject, expiresAt }) {
      const opened = await request<{ code_url?: string }>('POST', 'v3/pay/transactions/native', {
        appid,
        mchid,
        description: withinBytes(`${settings.brandName}-${subject}`, 127),
        out_trade_no: outTradeNo,
        time_expire: `${expiresAt.slice(0, 19)}+00:00`,
        notify_url: `${publicUrl}/notify/wechat`,
        amount: { total: amount, currency: 'CNY' },
      })
      if (!opened.code_url) throw new GatewayFailure('微信支付没有给出二维码', true)
      return { payUrl: null, codeUrl: opened.code_url }
    },

    query,

    async close(outTradeNo) {
      try {
        await request('POST', `v3/pay/transactions/out-trade-no/${outTradeNo}/close`, { mchid })
        return 'closed'
      } catch (error) {
        if (!(error instanceof WechatRefusal)) throw error
        if (notFoundCodes.has(error.code)) return 'absent'
        if (error.code === 'ORDER_CLOSED' || error.code === 'ORDERCLOSED') return 'closed'
        if (error.code === 'ORDER_PAID' || error.code === 'ORDERPAID') return 'paid'
        throw error
      }
    },

    async refund({ outTradeNo, outRefundNo, amount, total, reason }) {
      const refund = await request<Refund>('POST', 'v3/refund/domestic/refunds', {
        out_trade_no: outTradeNo,
        out_refund_no: outRefundNo,
        reason: withinBytes(reason, 80),
        amount: { refund: amount, total, currency: 'CNY' },
      })
      return toRefundState(refund, outRefundNo, amount)
    },

    async queryRefund({ outRefundNo, amount }) {
      const refund = await request<Refund>('GET', `v3/refund/domestic/refunds/${outRefundNo}`).catch(ignoreNotFound)
      return refund ? toRefundState(refund, outRefundNo, amount) : 'absent'
    },

    async bill(day) {
      const bill = await request<Bill>('GET', `v3/bill/tradebill?bill_date=${day}&bill_type=ALL`).catch(ignoreNoBill)
      if (!bill) return undefined
      const url = new URL(bill.download_url ?? '', settings.wechatBaseUrl)
      // Requests signed with the merchant's key are sent only to WeChat Pay.
      if (url.origin !== new URL(settings.wechatBaseUrl).origin)
        throw new GatewayFailure('微信支付的账单不在微信支付的网址', false)
      const content = await download('微信支付', url, {
        authorization: authorize('GET', url),
        'wechatpay-serial': keyId,
      })
      // The file itself is not signed; its hash is part of the signed answer.
      if (bill.hash_type !== 'SHA1' || createHash('sha1').update(content).digest('hex') !== bill.hash_value)
        throw new GatewayFailure('微信支付的账单与它的摘要不符', true)
      return readWechatBill(content)
    },

    async parseNotification(incoming) {
      const transaction = decryptNotification(incoming, { certs, apiV3Key: settings.wechatApiV3Key ?? '' }, sdk)
      return transaction ? { kind: 'paid', payment: toPayment(transaction, { mchid, appid }) } : { kind: 'other' }
    },
  }
}

interface Refund {
  out_refund_no?: string
  status?: string
  amount?: { refund?: number }
}

function toRefundState({ out_refund_no, status, amount }: Refund, outRefundNo: string, expectedAmount: number) {
  if (out_refund_no !== outRefundNo || amount?.refund !== expectedAmount)
    throw new GatewayFailure('微信支付应答的不是所问的退款', true)
  if (status === 'SUCCESS') return 'done'
  return status === 'PROCESSING' ? 'sending' : 'failed'
}

interface Bill {
  download_url?: string
  hash_type?: string
  hash_value?: string
}

function ignoreNoBill(error: unknown): undefined {
  if (error instanceof WechatRefusal && noBillCodes.has(error.code)) return undefined
  throw error
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof WechatRefusal && notFoundCodes.has(error.code)) return undefined
  throw error
}

/** Keeps only the code of the SDK's error: the rest repeats the request and keys. */
function toGatewayFailure(error: unknown): GatewayFailure {
  if (error instanceof GatewayFailure) return error
  const { code = '', response } = error as { code?: string; response?: { status: number; data?: { code?: string } } }
  // The answer's signature, time or key is wrong, so its content does not matter.
  if (code.startsWith('EV3_')) return new GatewayFailure(`微信支付应答的签名不对 ${code}`, true)
  if (!response) return new GatewayFailure(`微信支付没有可用的应答 ${code}`.trim(), true)
  return new WechatRefusal(String(response.data?.code ?? 'HTTP'), response.status)
}

/** WeChat Pay's limits count bytes; no character is cut in two. */
function withinBytes(text: string, max: number): string {
  let bytes = 0
  let result = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > max) break
    result += character
  }
  return result
}
