import { createRequire } from 'node:module'
import type { Config } from '../../config.ts'
import { Forged, type Found, type Gateway, GatewayFailure, gatewayTimeout, inTime, type Paid } from './gateway.ts'
import { readTransaction, sealedBy, type Transaction } from './wechat-notification.ts'

type Settings = Pick<
  Config,
  | 'wechatMchid'
  | 'wechatAppId'
  | 'wechatSerial'
  | 'wechatPrivateKey'
  | 'wechatPublicKeyId'
  | 'wechatPublicKey'
  | 'wechatApiV3Key'
  | 'wechatBaseUrl'
  | 'publicUrl'
  | 'brandName'
>

const absent = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'])
const answer = (status: number, code: string, message: string) => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ code, message }),
})

/** The answer's own refusal: HTTP status and their code. */
class Refused extends GatewayFailure {
  readonly code: string
  constructor(code: string, status: number) {
    super(`微信支付 ${code}（HTTP ${status}）`, status >= 500 || status === 429 || code === 'SYSTEM_ERROR')
    this.code = code
  }
}

/** WeChat Pay Native: the buyer scans. The SDK is loaded here and not with the portal. */
export async function createWechat(settings: Settings): Promise<Gateway> {
  // CommonJS whose classes `import` does not see; the type is what `require` gives.
  const sdk = createRequire(import.meta.url)('wechatpay-axios-plugin') as typeof import('wechatpay-axios-plugin')
  const { wechatMchid: mchid = '', wechatAppId: appid = '', wechatPublicKeyId: keyId = '', publicUrl } = settings
  const publicKey = settings.wechatPublicKey ?? ''
  const client = new sdk.Decorator({
    mchid,
    serial: settings.wechatSerial ?? '',
    privateKey: settings.wechatPrivateKey ?? '',
    certs: { [keyId]: publicKey },
    baseURL: settings.wechatBaseUrl,
    timeout: gatewayTimeout,
    // Which of the keys they shall answer with; the library does not say so by itself.
    headers: { 'Wechatpay-Serial': keyId },
  })

  async function ask<Answer>(method: 'GET' | 'POST', path: string, data?: object): Promise<Answer> {
    try {
      const answer = await inTime(Promise.resolve(client.request<Answer>(path, method, data)))
      return answer.data
    } catch (error) {
      throw failureOf(error)
    }
  }

  async function query(outTradeNo: string): Promise<Found> {
    const found = await ask<Transaction>('GET', `v3/pay/transactions/out-trade-no/${outTradeNo}?mchid=${mchid}`).catch(
      unlessAbsent,
    )
    if (!found) return { state: 'absent' }
    // A genuine answer about another trade, sent in this one's place.
    if (found.out_trade_no !== outTradeNo) throw new GatewayFailure('微信支付应答的不是所问的订单', true)
    switch (found.trade_state) {
      case 'SUCCESS':
      // Paid, and given back since.
      case 'REFUND':
        return { state: 'paid', paid: ours(found) }
      case 'CLOSED':
      case 'REVOKED':
        return { state: 'closed' }
      // One try to pay that failed: the code can be scanned again until the trade is closed.
      case 'PAYERROR':
      case 'NOTPAY':
      case 'USERPAYING':
        return { state: 'open' }
      default:
        throw new GatewayFailure('微信支付应答的状态无法识别', true)
    }
  }

  function ours(found: Transaction): Paid {
    try {
      return readTransaction(found, { mchid, appid })
    } catch (error) {
      throw new GatewayFailure(
        error instanceof Forged ? `微信支付应答：${error.message}` : '微信支付应答无法识别',
        true,
      )
    }
  }

  return {
    name: '微信支付',
    about: '用微信扫描二维码付款',
    answers: { taken: answer(200, 'SUCCESS', '成功'), refused: answer(401, 'FAIL', '验签失败') },

    async open({ outTradeNo, amount, subject, expiresAt }) {
      const opened = await ask<{ code_url?: string }>('POST', 'v3/pay/transactions/native', {
        appid,
        mchid,
        description: withinBytes(`${settings.brandName}-${subject}`, 127),
        out_trade_no: outTradeNo,
        time_expire: `${expiresAt.toISOString().slice(0, 19)}+00:00`,
        notify_url: `${publicUrl}/notify/wechat`,
        amount: { total: amount, currency: 'CNY' },
      })
      if (!opened.code_url) throw new GatewayFailure('微信支付没有给出二维码', true)
      return { payUrl: null, codeUrl: opened.code_url }
    },

    query,

    async close(outTradeNo) {
      try {
        await ask('POST', `v3/pay/transactions/out-trade-no/${outTradeNo}/close`, { mchid })
        return 'closed'
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (absent.has(error.code)) return 'absent'
        if (error.code === 'ORDER_CLOSED' || error.code === 'ORDERCLOSED') return 'closed'
        if (error.code === 'ORDER_PAID' || error.code === 'ORDERPAID') return 'paid'
        throw error
      }
    },

    async refund({ outTradeNo, outRefundNo, amount, total, reason }) {
      const refund = await ask<Refund>('POST', 'v3/refund/domestic/refunds', {
        out_trade_no: outTradeNo,
        out_refund_no: outRefundNo,
        reason: withinBytes(reason, 80),
        amount: { refund: amount, total, currency: 'CNY' },
      })
      return stateOf(refund, outRefundNo, amount)
    },

    async queryRefund({ outRefundNo, amount }) {
      const refund = await ask<Refund>('GET', `v3/refund/domestic/refunds/${outRefundNo}`).catch(unlessAbsent)
      return refund ? stateOf(refund, outRefundNo, amount) : 'absent'
    },

    async readNotification(received) {
      const opened = sealedBy(received, { keyId, publicKey, apiV3Key: settings.wechatApiV3Key ?? '' }, sdk)
      return opened ? { kind: 'paid', paid: readTransaction(opened, { mchid, appid }) } : { kind: 'other' }
    },
  }
}

interface Refund {
  out_refund_no?: string
  status?: string
  amount?: { refund?: number }
}

function stateOf({ out_refund_no, status, amount }: Refund, outRefundNo: string, wanted: number) {
  if (out_refund_no !== outRefundNo || amount?.refund !== wanted)
    throw new GatewayFailure('微信支付应答的不是所问的退款', true)
  if (status === 'SUCCESS') return 'done'
  return status === 'PROCESSING' ? 'sending' : 'failed'
}

function unlessAbsent(error: unknown): undefined {
  if (error instanceof Refused && absent.has(error.code)) return undefined
  throw error
}

/** Of the SDK's error the code alone: the rest repeats request and keys. */
function failureOf(error: unknown): GatewayFailure {
  if (error instanceof GatewayFailure) return error
  const { code = '', response } = error as { code?: string; response?: { status: number; data?: { code?: string } } }
  // An answer whose signature, time or key is not right, whatever it says.
  if (code.startsWith('EV3_')) return new GatewayFailure(`微信支付应答的签名不对 ${code}`, true)
  if (!response) return new GatewayFailure(`微信支付没有可用的应答 ${code}`.trim(), true)
  return new Refused(String(response.data?.code ?? 'HTTP'), response.status)
}

/** Their limits count bytes; no character is cut in two. */
function withinBytes(text: string, max: number): string {
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > max) break
    kept += character
  }
  return kept
}
