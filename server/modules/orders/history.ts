import type { ActivityName } from '#contract/activity-names.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { insertEvents, type Order, type Step } from './orders.sql.ts'
import type { Return, returns } from './returns.ts'

/** Records steps in the order's own history and in the company's activity, where paid and delivered are one step. */
export async function recordSteps(transaction: Database, order: Order, steps: Step[]): Promise<void> {
  await insertEvents(transaction, order, steps)
  const entries = steps.flatMap(step => {
    const action = actionOf(step)
    return action ? [{ action, id: order.order_id, name: order.order_number, detail: step.note || order.subject }] : []
  })
  await recordActivity(transaction, order.company_id, entries)
}

/** Records a step of a partial refund, which leaves the order as it is. */
export async function recordPart(
  transaction: Database,
  order: Order,
  action: 'order.part_refunding' | 'order.part_refunded' | (typeof returns)[Return]['activity'],
  { note, amount }: { note: string; amount: number },
  what: string,
): Promise<void> {
  const detail = `${what} ${money(amount)}：${note}`
  await insertEvents(transaction, order, [{ from: order.state, to: order.state, note: detail }])
  const entry = { action, id: order.order_id, name: order.order_number, detail }
  await recordActivity(transaction, order.company_id, [entry])
}

function actionOf({ to, activity }: Step): ActivityName | undefined {
  return activity || to === 'pending' || to === 'fulfilled' ? activity : `order.${to}`
}
