import { mayCall } from './may.ts'
import { session } from './session.ts'
import { askCall } from './use-call.ts'

/**
 * Reads the person-days that the company has left again, for an act or a payment whose answer doesn't tell them. A page that shows
 * them, too, shares the request.
 */
export async function readRemainDays(): Promise<void> {
  if (!mayCall('getServiceBalance')) return
  const answer = await askCall('getServiceBalance', {})
  if (answer.ok) session.setRemainDays(answer.data.balance)
}
