import type { Config } from '#server/core/config.ts'
import { isSignature } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import type { Gateway } from './gateway.ts'
import { GatewayFailure, InvalidNotification } from './gateway-failure.ts'
import { signedNotice } from './sandbox-notify.ts'
import {
  closeTrade,
  findTrade,
  findTradeRefund,
  openTrade,
  refundTrade,
  tradeNotification,
  tradesOfDay,
} from './sandbox-trades.ts'

const tolerance = 300
const plainText = (status: number, body: string) => ({ status, type: 'text/plain; charset=utf-8', body })

/** The demonstration's gateway: the cashier at /demo/cashier takes no money, and notifies the portal as real gateways do. */
export function createSandbox(config: Config, system: Database): Gateway {
  if (config.mode !== 'demo') throw new Error('the sandbox pays for anybody: demo mode only')
  return {
    name: '沙箱收银台',
    about: '演示用，不会真的扣款；可以模拟失败、延迟、重复和丢失的通知',
    replies: { accepted: plainText(200, 'success'), rejected: plainText(401, 'failure') },

    async open(request) {
      await openTrade(system, request)
      return { payUrl: `/demo/cashier/${request.outTradeNo}`, codeUrl: null }
    },

    async query(outTradeNo) {
      const trade = await findTrade(system, outTradeNo)
      if (!trade) return { state: 'absent' }
      if (trade.state !== 'paid') return { state: trade.state === 'waiting' ? 'open' : trade.state }
      const { amount, trade_no: tradeNo, paid_at } = trade
      return {
        state: 'paid',
        payment: { outTradeNo, amount, tradeNo, paidAt: paid_at ?? new Date().toISOString() },
      }
    },

    async close(outTradeNo) {
      for (;;) {
        await closeTrade(system, outTradeNo)
        const trade = await findTrade(system, outTradeNo)
        if (!trade) return 'absent'
        // A waiting trade was opened between the two statements.
        if (trade.state !== 'waiting') return trade.state === 'paid' ? 'paid' : 'closed'
      }
    },

    async refund(request) {
      if (!(await refundTrade(system, request))) throw new GatewayFailure('沙箱：可退金额不足', false)
      return 'done'
    },

    async queryRefund({ outRefundNo }) {
      return (await findTradeRefund(system, outRefundNo)) ? 'done' : 'absent'
    },

    async bill(day) {
      const trades = await tradesOfDay(system, day)
      return trades.map(({ out_trade_no: outTradeNo, out_refund_no: outRefundNo, trade_no: tradeNo, amount }) => ({
        outTradeNo,
        outRefundNo,
        tradeNo,
        amount,
      }))
    },

    async parseNotification({ headers, body }) {
      const header = (name: string) => String(headers[`sandbox-${name}`] ?? '')
      const [time, text] = [header('time'), body.toString('utf8')]
      if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > tolerance)
        throw new InvalidNotification('时间不在允许范围内')
      const signed = signedNotice(time, header('nonce'), text)
      if (!isSignature(config, 'sandbox-cashier', signed, header('signature')))
        throw new InvalidNotification('签名不对')
      const parsed = tradeNotification.strict().safeParse(JSON.parse(text))
      if (!parsed.success) throw new InvalidNotification('内容不完整')
      const { out_trade_no: outTradeNo, trade_no: tradeNo, amount, state, paid_at } = parsed.data
      if (state === 'failed') return { kind: 'failed', outTradeNo }
      if (state !== 'paid' || !paid_at) return { kind: 'other' }
      return { kind: 'paid', payment: { outTradeNo, tradeNo, amount, paidAt: paid_at } }
    },
  }
}
