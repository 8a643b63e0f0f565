import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { yuan } from '#server/core/yuan.ts'
import type { HealthCheck, HealthGround } from '#server/engines/health/health-check.ts'
import { notifiedAndLost, paidAndLost } from './lost-payments.sql.ts'
import { moneyQueue } from './queues.ts'

/** The most lost payments that are counted. */
const shownLost = 200

const counted = z.object({ count: z.int() })

async function count({ database }: HealthGround, statement: Sql) {
  const row = await database.row(counted)`select (${statement})::integer as count`
  return [{ value: row?.count ?? 0 }]
}

export const paymentChecks: readonly HealthCheck[] = [
  {
    name: 'payments_unsettled',
    group: 'payments',
    title: '过期后仍未查清的支付',
    metric: { name: 'portal_payments_unsettled', help: 'Online payments that are open 15 minutes after they expired' },
    unit: 'count',
    limits: { warn: 0, bad: 20 },
    advice: '支付渠道没有应答查询。渠道恢复后自动查清；七天仍没有应答的须按渠道的账单人工核对。',
    measure: ground =>
      count(
        ground,
        sql`
          select count(*) from payment where state = 'created' and gateway <> 'transfer'
            and expires_at < now() - interval '15 minutes'`,
      ),
  },
  {
    name: 'payments_problems',
    group: 'payments',
    title: '异常款项',
    metric: { name: 'portal_payments_problems', help: 'Payments that arrived and fit no order' },
    unit: 'count',
    limits: { warn: 0 },
    advice: '在“异常款项”里退回，或说明去向。',
    measure: ground => count(ground, moneyQueue.count),
  },
  {
    name: 'payments_lost',
    group: 'payments',
    title: '恢复之后不在库里的付款',
    metric: { name: 'portal_payments_lost', help: 'Payments that were made after the moment of a restore' },
    unit: 'count',
    limits: { warn: 0 },
    advice:
      '付款成功而订单不在库里：在支付渠道的商户后台退回或请客户重新下单，然后运行 npm run portal -- payment lost <编号> --reason <说明>。',
    every: 60,
    async measure({ database }) {
      const found = [...(await paidAndLost(database, shownLost)), ...(await notifiedAndLost(database, shownLost))]
      const detail = found.slice(0, 5).map(({ out_trade_no, amount }) => `${out_trade_no} ${yuan(amount ?? 0)} 元`)
      return [{ value: found.length, detail: detail.join('，') }]
    },
  },
  {
    name: 'bills_unread',
    group: 'payments',
    title: '没有读到的渠道账单',
    metric: { name: 'portal_bills_unread', help: 'Bills of gateways that are two days old and not read' },
    unit: 'count',
    limits: { warn: 0 },
    advice: '在“渠道对账”里查看原因：支付渠道是否开通了账单下载，密钥是否有效。原因消除后每小时自动再读。',
    every: 60,
    measure: ground =>
      count(
        ground,
        sql`
          select count(*) from gateway_bill
          where state = 'waiting' and gateway = any(${ground.gateways}) and day < (now() at time zone 'Asia/Shanghai')::date - 1`,
      ),
  },
  {
    name: 'bills_differences',
    group: 'payments',
    title: '渠道账单的差异',
    metric: { name: 'portal_bills_differences', help: 'Differences between bills and records that nobody has handled' },
    unit: 'count',
    limits: { warn: 0 },
    advice: '在“渠道对账”里逐笔核对，处理后写明去向。',
    every: 60,
    measure: ground => count(ground, sql`select count(*) from bill_difference where handled_at is null`),
  },
  {
    name: 'refunds_failed',
    group: 'payments',
    title: '失败的退款',
    metric: { name: 'portal_refunds_failed', help: 'Refunds that the gateway did not carry out' },
    unit: 'count',
    limits: { warn: 0, bad: 9 },
    advice: '在“退款”里核对原因后重新发起、驳回，或由银行汇回。',
    measure: ground => count(ground, sql`select count(*) from refund where state = 'failed'`),
  },
]
