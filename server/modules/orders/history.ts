import type { ActivityName } from '#contract/activity-names.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { insertEvents, type Order, type Step } from './orders.sql.ts'

/** Records steps in the order's own history and in the company's activity, where paid and delivered are one thing. */
export async function recordSteps(
  transaction: Database,
  order: Order,
  actorName: string,
  steps: Step[],
): Promise<void> {
  await insertEvents(transaction, order, actorName, steps)
  const entries = steps.flatMap(step => {
    const action = actionOf(step)
    return action ? [{ action, id: order.order_id, name: order.order_number, detail: step.note || order.subject }] : []
  })
  await recordActivity(transaction, order.company_id, entries, { actorName })
}

function actionOf({ from, to }: Step): ActivityName | undefined {
  if (to === 'pending') return undefined
  if (to !== 'fulfilled') return `order.${to}`
  return from === 'refunding' ? 'order.refund_rejected' : undefined
}
