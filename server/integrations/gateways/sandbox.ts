import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { sandboxSignature } from '../../demo/sandbox-notify.ts'
import { closeTrade, findTrade, findTradeRefund, openTrade, refundTrade } from '../../demo/sandbox-trades.ts'
import { sameBytes } from '../../security/seal.ts'
import { Forged, type Gateway, GatewayFailure } from './gateway.ts'

const tolerance = 300
const plain = (status: number, body: string) => ({ status, type: 'text/plain; charset=utf-8', body })
const told = z.strictObject({
  out_trade_no: z.string(),
  trade_no: z.string(),
  amount: z.int(),
  state: z.enum(['waiting', 'paid', 'failed', 'closed']),
  paid_at: z.iso.datetime().nullable(),
})

/** The demonstration's gateway: the cashier at /demo/cashier, which takes no money and tells of it as real ones do. */
export function createSandbox(config: Config, system: Database): Gateway {
  if (config.mode !== 'demo') throw new Error('the sandbox pays for anybody: demo mode only')
  return {
    name: '沙箱收银台',
    about: '演示用，不会真的扣款；可以模拟失败、延迟、重复和丢失的通知',
    answers: { taken: plain(200, 'success'), refused: plain(401, 'failure') },

    async open(wanted) {
      await openTrade(system, wanted)
      return { payUrl: `/demo/cashier/${wanted.outTradeNo}`, codeUrl: null }
    },

    async query(outTradeNo) {
      const trade = await findTrade(system, outTradeNo)
      if (!trade) return { state: 'absent' }
      if (trade.state !== 'paid') return { state: trade.state === 'waiting' ? 'open' : trade.state }
      const { amount, trade_no: tradeNo, paid_at: paidAt } = trade
      return { state: 'paid', paid: { outTradeNo, amount, tradeNo, paidAt: paidAt ?? new Date() } }
    },

    async close(outTradeNo) {
      await closeTrade(system, outTradeNo)
      const trade = await findTrade(system, outTradeNo)
      return trade ? (trade.state === 'paid' ? 'paid' : 'closed') : 'absent'
    },

    async refund(wanted) {
      if (!(await refundTrade(system, wanted))) throw new GatewayFailure('沙箱：可退金额不足', false)
      return 'done'
    },

    async queryRefund({ outRefundNo }) {
      return (await findTradeRefund(system, outRefundNo)) ? 'done' : 'absent'
    },

    async readNotification({ headers, body }) {
      const of = (name: string) => String(headers[`sandbox-${name}`] ?? '')
      const [time, text] = [of('time'), body.toString('utf8')]
      if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > tolerance)
        throw new Forged('时间不在允许范围内')
      const expected = sandboxSignature(config, time, of('nonce'), text)
      if (!sameBytes(Buffer.from(of('signature')), Buffer.from(expected))) throw new Forged('签名不对')
      const parsed = told.safeParse(JSON.parse(text))
      if (!parsed.success) throw new Forged('内容不完整')
      const { out_trade_no: outTradeNo, trade_no: tradeNo, amount, state, paid_at } = parsed.data
      if (state === 'failed') return { kind: 'failed', outTradeNo }
      if (state !== 'paid' || !paid_at) return { kind: 'other' }
      return { kind: 'paid', paid: { outTradeNo, tradeNo, amount, paidAt: new Date(paid_at) } }
    },
  }
}
