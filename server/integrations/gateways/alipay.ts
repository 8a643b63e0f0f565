import type { AlipaySdkCommonResult } from 'alipay-sdk'
import type { Config } from '#server/core/config.ts'
import { formatTimeInChina, parseTimeInChina, parseYuan, yuan } from '#server/core/yuan.ts'
import { readAlipayBill } from './alipay-bill.ts'
import { alipayTrust } from './alipay-trust.ts'
import { download } from './download.ts'
import type { ConfirmedPayment, Gateway, TradeStatus } from './gateway.ts'
import { GatewayFailure, gatewayTimeout, InvalidNotification, withTimeout } from './gateway-failure.ts'

type Settings = Parameters<typeof alipayTrust>[0] & Pick<Config, 'alipaySellerId' | 'publicUrl'>

/** Alipay documents these codes as its own faults; any other refusal is final, however often the request is repeated. */
const temporary = /SYSTEM_ERROR|unknow-error|SYSTEM_BUSY|TOO_MANY|isp\./i
const settled = new Set<unknown>(['TRADE_SUCCESS', 'TRADE_FINISHED'])
const tradeNotFound = 'ACQ.TRADE_NOT_EXIST'
const noBill = 'isp.bill_not_exist'
/** Alipay repeats a notification for about a day until it reads exactly `success`. */
const plainText = (body: string) => ({ status: 200, type: 'text/plain; charset=utf-8', body })

/** Alipay's page pay. Its SDK is loaded on first use, not with the portal. */
export async function createAlipay(settings: Settings, timeout = gatewayTimeout): Promise<Gateway> {
  const { alipayAppId: appId = '', alipaySellerId: sellerId = '', publicUrl } = settings
  const { sdk, signed } = await alipayTrust(settings, timeout)

  async function request(method: string, bizContent: Record<string, string>): Promise<AlipaySdkCommonResult> {
    // Without `validateSign` the SDK trusts any answer.
    const answer = await withTimeout(sdk.exec(method, { bizContent }, { validateSign: true }), timeout).catch(error => {
      if (error instanceof GatewayFailure) throw error
      // The error's text repeats request and answer, so it must not be passed on.
      const text = String(error?.message)
      if (text.includes('另一张证书'))
        throw new GatewayFailure('支付宝用另一张证书签名，请下载新的支付宝公钥证书填入 ALIPAY_OTHER_CERT', true)
      throw new GatewayFailure(text.includes('验签') ? '支付宝应答的签名不对' : '支付宝没有可用的应答', true)
    })
    const { outTradeNo } = answer
    // An attacker may replay a genuine answer about another trade.
    if (answer.code === '10000' && outTradeNo !== undefined && outTradeNo !== bizContent.outTradeNo)
      throw new GatewayFailure('支付宝应答的不是所问的订单', true)
    return answer
  }
  const failure = ({ code, subCode }: AlipaySdkCommonResult) =>
    new GatewayFailure(`支付宝 ${subCode ?? code}`, code === '20000' || temporary.test(String(subCode)))

  async function query(outTradeNo: string): Promise<TradeStatus> {
    const answer = await request('alipay.trade.query', { outTradeNo })
    if (answer.subCode === tradeNotFound) return { state: 'absent' }
    if (answer.code !== '10000') throw failure(answer)
    if (answer.tradeStatus === 'WAIT_BUYER_PAY') return { state: 'open' }
    if (answer.tradeStatus === 'TRADE_CLOSED') return { state: 'closed' }
    if (!settled.has(answer.tradeStatus)) throw failure(answer)
    return { state: 'paid', payment: toPayment({ ...answer, outTradeNo, at: answer.sendPayDate ?? answer.gmtPayment }) }
  }

  return {
    name: '支付宝',
    about: '跳转到支付宝付款，支持扫码与账号登录',
    replies: { accepted: plainText('success'), rejected: plainText('failure') },

    async open({ outTradeNo, amount, subject, expiresAt, returnPath }) {
      const payUrl = sdk.pageExecute('alipay.trade.page.pay', 'GET', {
        bizContent: {
          outTradeNo,
          productCode: 'FAST_INSTANT_TRADE_PAY',
          totalAmount: yuan(amount),
          // Alipay refuses these characters.
          subject: subject.replaceAll(/[/=&]/g, ' ').slice(0, 128),
          timeExpire: formatTimeInChina(expiresAt),
        },
        notifyUrl: `${publicUrl}/notify/alipay`,
        returnUrl: `${publicUrl}${returnPath}`,
      })
      return { payUrl, codeUrl: null }
    },

    query,

    async close(outTradeNo) {
      const answer = await request('alipay.trade.close', { outTradeNo })
      if (answer.code === '10000') return 'closed'
      if (answer.subCode === tradeNotFound) return 'absent'
      // Alipay answers the same for a closed and for a paid trade.
      if (answer.subCode !== 'ACQ.TRADE_STATUS_ERROR' && answer.subCode !== 'ACQ.REASON_TRADE_STATUS_INVALID')
        throw failure(answer)
      const { state } = await query(outTradeNo)
      if (state === 'open') throw failure(answer)
      return state === 'paid' || state === 'absent' ? state : 'closed'
    },

    async refund({ outTradeNo, outRefundNo, amount, reason }) {
      const answer = await request('alipay.trade.refund', {
        outTradeNo,
        outRequestNo: outRefundNo,
        refundAmount: yuan(amount),
        refundReason: reason.slice(0, 128),
      })
      if (answer.code !== '10000') throw failure(answer)
      // N: this request moved no money. An earlier one with the same number may have, which only a query can show.
      return answer.fundChange === 'Y' ? 'done' : 'sending'
    },

    async queryRefund({ outTradeNo, outRefundNo, amount }) {
      const answer = await request('alipay.trade.fastpay.refund.query', { outTradeNo, outRequestNo: outRefundNo })
      if (answer.subCode === tradeNotFound) return 'absent'
      if (answer.code !== '10000') throw failure(answer)
      // For a refund that it does not know, Alipay answers a success without these fields.
      if (answer.outRequestNo !== outRefundNo || answer.refundStatus !== 'REFUND_SUCCESS') return 'absent'
      if (parseYuan(String(answer.refundAmount)) !== amount) throw new GatewayFailure('支付宝退款金额与所求不符', false)
      return 'done'
    },

    async bill(billDate) {
      const answer = await request('alipay.data.dataservice.bill.downloadurl.query', { billType: 'trade', billDate })
      if (answer.subCode === noBill) return undefined
      if (answer.code !== '10000' || typeof answer.billDownloadUrl !== 'string') throw failure(answer)
      return readAlipayBill(await download('支付宝', new URL(answer.billDownloadUrl)))
    },

    async parseNotification({ body }) {
      const notification = Object.fromEntries(new URLSearchParams(body.toString('utf8')))
      // RSA alone would mean SHA-1.
      if (notification.sign_type !== 'RSA2') throw new InvalidNotification('签名方式不是 RSA2')
      if (!signed(notification)) throw new InvalidNotification('签名不对')
      if (notification.app_id !== appId) throw new InvalidNotification('应用不是本站的')
      if (notification.seller_id !== sellerId) throw new InvalidNotification('收款方不是本站')
      if (!settled.has(notification.trade_status)) return { kind: 'other' }
      // A refund also triggers a notification of the trade's state; only a payment's own notification has no refund fields.
      if (notification.refund_fee !== undefined || notification.gmt_refund !== undefined) return { kind: 'other' }
      const { out_trade_no: outTradeNo, trade_no: tradeNo, total_amount: totalAmount, gmt_payment: at } = notification
      try {
        return { kind: 'paid', payment: toPayment({ outTradeNo, tradeNo, totalAmount, at }) }
      } catch {
        throw new InvalidNotification('内容不完整')
      }
    },
  }
}

function toPayment(fields: {
  outTradeNo?: unknown
  tradeNo?: unknown
  totalAmount?: unknown
  at?: unknown
}): ConfirmedPayment {
  const amount = parseYuan(String(fields.totalAmount))
  const { outTradeNo, tradeNo } = fields
  if (typeof outTradeNo !== 'string' || typeof tradeNo !== 'string' || amount === undefined)
    throw new GatewayFailure('支付宝的应答缺少内容', true)
  return { outTradeNo, tradeNo, amount, paidAt: parseTimeInChina(String(fields.at)) ?? new Date().toISOString() }
}
