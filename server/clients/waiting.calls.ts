import type { Database } from '../database/database.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { usableFor } from './usable-lines.ts'
import { requireWorkplace } from './workplace.ts'

/** Below the clients' time-out of 60 seconds. */
const longest = 50_000

/** No more of the answer than who waits has to keep: in a large company it is 50 kB, and thousands wait. */
async function knownOf(company: Database, companyId: string, deviceId: string, employeeId: string) {
  const usable = (await usableFor(company, companyId, [deviceId], employeeId)).get(deviceId)
  if (!usable) throw new Refusal(-48001)
  return { version: usable.answer.version, until: usable.until }
}

export const waitingCalls: HandlersFor<'waitForChange'> = {
  async waitForChange(context, { device_id, version }) {
    const { workplace, company } = await requireWorkplace(context)
    const { company_id: companyId, employee_id: employeeId } = workplace
    const { changes } = context.services
    // Registered first and compared then: what changes in between is in one or the other.
    const wait = changes.wait({ companyId, employeeId, deviceId: device_id, version })
    const hangUp = context.caller.onHangUp(() => wait.end(false))
    let timer: NodeJS.Timeout | undefined
    try {
      const known = await knownOf(company, companyId, device_id, employeeId)
      if (known.version !== version) return { changed: true }
      // An end that comes before is a change that nobody tells of. A little later: the database has a clock of its own.
      const left = Math.max(0, known.until - Date.now()) + 1000
      timer = setTimeout(wait.end, Math.min(left, longest), left < longest)
      return { changed: await wait.over }
    } finally {
      clearTimeout(timer)
      hangUp()
      wait.end(false)
    }
  },
}
