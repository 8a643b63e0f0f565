import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { type Asking, usableFor } from '#server/modules/access/usable-lines.ts'
import { requireLineUser } from './workplace.ts'

/** Returns only what a waiting call has to keep: in a large company the answer is 50 kB, and thousands wait. */
async function knownOf(company: Database, companyId: string, deviceId: string, asking: Asking) {
  const usable = (await usableFor(company, companyId, [deviceId], asking)).get(deviceId)
  if (!usable) throw new Refusal(-48001)
  return { version: usable.answer.version, until: usable.until }
}

export const waitingCalls = {
  async waitForChange(context, { device_id, version }) {
    const { workplace, company } = await requireLineUser(context)
    const { company_id: companyId, employee_id: employeeId } = workplace
    const { changes } = context.services
    // The wait is registered before the comparison, so that a change in between is seen by one or the other.
    const wait = changes.wait({ companyId, employeeId, deviceId: device_id, version })
    const hangUp = context.caller.onHangUp(() => wait.end(false))
    try {
      const known = await knownOf(company, companyId, device_id, { employeeId, deviceKey: context.session.deviceKey })
      if (known.version !== version) return { changed: true }
      wait.expect(known.until)
      return { changed: await wait.over }
    } finally {
      hangUp()
      wait.end(false)
    }
  },
} satisfies SomeHandlers
