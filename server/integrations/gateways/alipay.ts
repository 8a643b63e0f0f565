import { isDeepStrictEqual } from 'node:util'
import type { AlipaySdkCommonResult } from 'alipay-sdk'
import type { Config } from '../../config.ts'
import { Forged, type Found, type Gateway, GatewayFailure, gatewayTimeout, inTime, type Paid } from './gateway.ts'
import { fenOf, instantOf, timeInChina, yuan } from './yuan.ts'

type Settings = Pick<
  Config,
  'alipayAppId' | 'alipayPrivateKey' | 'alipayPublicKey' | 'alipaySellerId' | 'alipayGateway' | 'publicUrl'
>

/** What their documentation calls a fault of theirs; any other refusal stays the same however often it is asked. */
const temporary = /SYSTEM_ERROR|unknow-error|SYSTEM_BUSY|TOO_MANY|isp\./i
const settled = new Set<unknown>(['TRADE_SUCCESS', 'TRADE_FINISHED'])
const notThere = 'ACQ.TRADE_NOT_EXIST'
/** Reads like a success of theirs or it is told again, for about a day. */
const plain = (body: string) => ({ status: 200, type: 'text/plain; charset=utf-8', body })

/** Alipay's page pay. The SDK is loaded here and not with the portal. */
export async function createAlipay(settings: Settings): Promise<Gateway> {
  const { AlipaySdk } = await import('alipay-sdk')
  const { alipayAppId: appId = '', alipaySellerId: sellerId = '', publicUrl } = settings
  const sdk = new AlipaySdk({
    appId,
    privateKey: settings.alipayPrivateKey ?? '',
    // What `privatePem` makes of any key.
    keyType: 'PKCS8',
    alipayPublicKey: settings.alipayPublicKey ?? '',
    gateway: settings.alipayGateway,
    timeout: gatewayTimeout,
  })

  // It checks the first object under the answer's name and reads the last: a second one behind the signature would be
  // believed (4.14.0). Here what is checked has to be what is read.
  const signedText = sdk.getSignStr.bind(sdk)
  sdk.getSignStr = (raw, name) => {
    const text = signedText(raw, name)
    if (!isDeepStrictEqual(JSON.parse(text), JSON.parse(raw)[name])) throw new Error('验签失败')
    return text
  }

  async function ask(method: string, bizContent: Record<string, string>): Promise<AlipaySdkCommonResult> {
    // Without `validateSign` an answer of anybody's is believed.
    const answer = await inTime(sdk.exec(method, { bizContent }, { validateSign: true })).catch(error => {
      if (error instanceof GatewayFailure) throw error
      // Its text repeats what was sent and answered, so no more of it is told.
      const checked = String(error?.message).includes('验签')
      throw new GatewayFailure(checked ? '支付宝应答的签名不对' : '支付宝没有可用的应答', true)
    })
    const { outTradeNo } = answer
    // A genuine answer about another trade, sent in this one's place.
    if (answer.code === '10000' && outTradeNo !== undefined && outTradeNo !== bizContent.outTradeNo)
      throw new GatewayFailure('支付宝应答的不是所问的订单', true)
    return answer
  }
  const failure = ({ code, subCode }: AlipaySdkCommonResult) =>
    new GatewayFailure(`支付宝 ${subCode ?? code}`, code === '20000' || temporary.test(String(subCode)))

  async function query(outTradeNo: string): Promise<Found> {
    const answer = await ask('alipay.trade.query', { outTradeNo })
    if (answer.subCode === notThere) return { state: 'absent' }
    if (answer.code !== '10000') throw failure(answer)
    if (answer.tradeStatus === 'WAIT_BUYER_PAY') return { state: 'open' }
    if (answer.tradeStatus === 'TRADE_CLOSED') return { state: 'closed' }
    if (!settled.has(answer.tradeStatus)) throw failure(answer)
    return { state: 'paid', paid: paidOf({ ...answer, outTradeNo, at: answer.sendPayDate ?? answer.gmtPayment }) }
  }

  return {
    name: '支付宝',
    about: '跳转到支付宝付款，支持扫码与账号登录',
    answers: { taken: plain('success'), refused: plain('failure') },

    async open({ outTradeNo, amount, subject, expiresAt, returnPath }) {
      const payUrl = sdk.pageExecute('alipay.trade.page.pay', 'GET', {
        bizContent: {
          outTradeNo,
          productCode: 'FAST_INSTANT_TRADE_PAY',
          totalAmount: yuan(amount),
          // They refuse these characters.
          subject: subject.replaceAll(/[/=&]/g, ' ').slice(0, 128),
          timeExpire: timeInChina(expiresAt),
        },
        notifyUrl: `${publicUrl}/notify/alipay`,
        returnUrl: `${publicUrl}${returnPath}`,
      })
      return { payUrl, codeUrl: null }
    },

    query,

    async close(outTradeNo) {
      const answer = await ask('alipay.trade.close', { outTradeNo })
      if (answer.code === '10000') return 'closed'
      if (answer.subCode === notThere) return 'absent'
      // Closed or paid already: they say the same of both.
      if (answer.subCode !== 'ACQ.TRADE_STATUS_ERROR' && answer.subCode !== 'ACQ.REASON_TRADE_STATUS_INVALID')
        throw failure(answer)
      const { state } = await query(outTradeNo)
      if (state === 'open') throw failure(answer)
      return state === 'paid' || state === 'absent' ? state : 'closed'
    },

    async refund({ outTradeNo, outRefundNo, amount, reason }) {
      const answer = await ask('alipay.trade.refund', {
        outTradeNo,
        outRequestNo: outRefundNo,
        refundAmount: yuan(amount),
        refundReason: reason.slice(0, 128),
      })
      if (answer.code !== '10000') throw failure(answer)
      // N: nothing moved by this request. An earlier one with the same number may have done it: asking tells.
      return answer.fundChange === 'Y' ? 'done' : 'sending'
    },

    async queryRefund({ outTradeNo, outRefundNo, amount }) {
      const answer = await ask('alipay.trade.fastpay.refund.query', { outTradeNo, outRequestNo: outRefundNo })
      if (answer.subCode === notThere) return 'absent'
      if (answer.code !== '10000') throw failure(answer)
      // Of a refund they do not know they answer a success without its fields.
      if (answer.outRequestNo !== outRefundNo || answer.refundStatus !== 'REFUND_SUCCESS') return 'absent'
      if (fenOf(String(answer.refundAmount)) !== amount) throw new GatewayFailure('支付宝退款金额与所求不符', false)
      return 'done'
    },

    async readNotification({ body }) {
      const told = Object.fromEntries(new URLSearchParams(body.toString('utf8')))
      // RSA alone would be SHA-1.
      if (told.sign_type !== 'RSA2') throw new Forged('签名方式不是 RSA2')
      // The older check decodes values once more and trips over a `%` in the subject.
      if (!sdk.checkNotifySignV2(told)) throw new Forged('签名不对')
      if (told.app_id !== appId) throw new Forged('应用不是本站的')
      if (told.seller_id !== sellerId) throw new Forged('收款方不是本站')
      if (!settled.has(told.trade_status)) return { kind: 'other' }
      // The first news of a payment names no refund; what a refund sends repeats the trade's state.
      if (told.refund_fee !== undefined || told.gmt_refund !== undefined) return { kind: 'other' }
      const { out_trade_no: outTradeNo, trade_no: tradeNo, total_amount: totalAmount, gmt_payment: at } = told
      try {
        return { kind: 'paid', paid: paidOf({ outTradeNo, tradeNo, totalAmount, at }) }
      } catch {
        throw new Forged('内容不完整')
      }
    },
  }
}

function paidOf(given: { outTradeNo?: unknown; tradeNo?: unknown; totalAmount?: unknown; at?: unknown }): Paid {
  const amount = fenOf(String(given.totalAmount))
  const { outTradeNo, tradeNo } = given
  if (typeof outTradeNo !== 'string' || typeof tradeNo !== 'string' || amount === undefined)
    throw new GatewayFailure('支付宝的应答缺少内容', true)
  return { outTradeNo, tradeNo, amount, paidAt: instantOf(String(given.at)) ?? new Date() }
}
