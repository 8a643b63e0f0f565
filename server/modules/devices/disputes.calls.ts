import { listedRows } from '#contract/people.ts'
import { maskPhone } from '#contract/rules.ts'
import { orRefuse } from '#server/core/refusal.ts'
import { day } from '#server/core/service-time.ts'
import type { Page } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { waitingFirst } from '#server/database/waiting-first.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { logOf } from './devices.sql.ts'
import { disputeChecks } from './dispute-checks.ts'
import {
  countDisputes,
  findDevice,
  findDispute,
  findParties,
  listDisputes,
  otherDisputes,
  type Party,
} from './disputes.sql.ts'
import { decideDispute } from './disputes.ts'

/** The most log entries of a device on the page, newest first, which show who has used it. */
const logShown = 50

const withMaskedPhone = ({ employee_id: _, account_id: __, ...party }: Party) => ({
  ...party,
  phone: maskPhone(party.phone),
})

export const disputeOperations = {
  async getDisputeList({ system }, { page, page_size, ...filters }) {
    const partOf = (open: boolean) => ({
      count: (most: number) => countDisputes(system, filters, open, most),
      list: (part: Page) => listDisputes(system, filters, open, part),
    })
    const { state } = filters
    const parts = state === undefined ? [partOf(true), partOf(false)] : [partOf(state === 'open')]
    return waitingFirst(parts, { page, page_size, most: listedRows })
  },

  async getDispute({ system }, { dispute_id }) {
    const found = orRefuse(await findDispute(system, dispute_id), -53021)
    const { holder_id, claimant_id, ...dispute } = found
    const { company_id, device_id } = dispute
    const [device, parties, log, earlier] = await together(system, database => [
      findDevice(database, found),
      findParties(database, company_id, [holder_id, claimant_id]),
      logOf(database, company_id, device_id, { limit: logShown, offset: 0 }),
      otherDisputes(database, found),
    ])
    const partyOf = (id: string) => parties.find(({ employee_id }) => employee_id === id)
    const [holder, claimant] = [partyOf(holder_id), partyOf(claimant_id)]
    const seen = device?.last_seen_at
    const unseenDays = seen ? Math.floor((Date.now() - Date.parse(seen)) / day) : undefined
    return {
      ...dispute,
      device: device ?? null,
      holder: holder ? withMaskedPhone(holder) : null,
      claimant: claimant ? withMaskedPhone(claimant) : null,
      checks: dispute.state === 'open' ? disputeChecks(claimant, holder, unseenDays) : [],
      log,
      earlier,
    }
  },

  async decideDispute({ services }, { dispute_id, decision, reason }) {
    await decideDispute(services, { disputeId: dispute_id, decision, reason })
  },
} satisfies SomeOperations
