import { mayCall } from './may.ts'
import { session } from './session.ts'
import { askCall } from './use-call.ts'

/**
 * Reloads the company's balance after an act or payment whose answer does not include it. A page that shows the balance shares the
 * request.
 */
export async function readRemainDays(): Promise<void> {
  if (!mayCall('getServiceBalance')) return
  const answer = await askCall('getServiceBalance', {})
  if (answer.ok) session.setRemainDays(answer.data.balance)
}
