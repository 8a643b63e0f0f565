import type { OperationOutput } from '#contract/operations/index.ts'
import { listedRows } from '#contract/people.ts'
import { maskPhone } from '#contract/rules.ts'
import { Refusal } from '../http/envelope.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { type Page, waitingFirst } from '../operations/waiting-first.ts'
import { logOf } from './devices.sql.ts'
import { disputeChecks } from './dispute-checks.ts'
import {
  countDisputes,
  type Dispute,
  findDevice,
  findDispute,
  findParties,
  listDisputes,
  otherDisputes,
  type Party,
} from './disputes.sql.ts'
import { decideDispute } from './disputes.ts'

type Listed = OperationOutput<'getDisputeList'>['list'][number]

/** Of a device's log, the newest: what tells who has used it. */
const logShown = 50
const dayMs = 86_400_000

const shown = (row: Dispute): Listed => ({
  dispute_id: row.id,
  state: row.state,
  company_id: row.company_id,
  company_name: row.company_name,
  device_id: row.device_id,
  device_name: row.device_name,
  holder_name: row.holder_name,
  claimant_name: row.claimant_name,
  times: row.times,
  first_at: row.first_at.toISOString(),
  last_at: row.last_at.toISOString(),
  reason: row.reason,
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
})

const shownParty = (party: Party | undefined): OperationOutput<'getDispute'>['holder'] =>
  party
    ? {
        name: party.name,
        phone: maskPhone(party.phone),
        job_number: party.job_number,
        dept_path: party.dept_path,
        state: party.state,
        service_ends_at: party.service_ends_at?.toISOString() ?? null,
        device_limit: party.device_limit,
        in_use: party.in_use,
        pending: party.pending,
      }
    : null

export const disputeOperations: OperationHandlersFor<'getDisputeList' | 'getDispute' | 'decideDispute'> = {
  async getDisputeList({ system }, { page, page_size, ...filters }) {
    const partOf = (open: boolean) => ({
      count: (most: number) => countDisputes(system, filters, open, most),
      list: (part: Page) => listDisputes(system, filters, open, part),
    })
    const { state } = filters
    const parts = state === undefined ? [partOf(true), partOf(false)] : [partOf(state === 'open')]
    const { list, ...counted } = await waitingFirst(parts, { page, page_size, most: listedRows })
    return { list: list.map(shown), ...counted }
  },

  async getDispute({ system }, { dispute_id }) {
    const found = await findDispute(system, dispute_id)
    if (!found) throw new Refusal(-53021)
    const { company_id, device_id, holder_id, claimant_id } = found
    const [device, parties, log, others] = await Promise.all([
      findDevice(system, found),
      findParties(system, company_id, [holder_id, claimant_id]),
      logOf(system, company_id, device_id, { limit: logShown, offset: 0 }),
      otherDisputes(system, found),
    ])
    const partyOf = (id: string) => parties.find(party => party.id === id)
    const seen = device?.last_seen_at
    const unseenDays = seen ? Math.floor((Date.now() - seen.getTime()) / dayMs) : undefined
    return {
      ...shown(found),
      reported_name: found.reported_name,
      reported_ip: found.reported_ip,
      device: device
        ? {
            platform: device.platform,
            os_version: device.os_version,
            client_version: device.client_version,
            audit_state: device.audit_state,
            auth_state: device.auth_state,
            last_ip: device.last_ip,
            last_seen_at: device.last_seen_at?.toISOString() ?? null,
            created_at: device.created_at.toISOString(),
          }
        : null,
      holder: shownParty(partyOf(holder_id)),
      claimant: shownParty(partyOf(claimant_id)),
      checks: found.state === 'open' ? disputeChecks(partyOf(claimant_id), partyOf(holder_id), unseenDays) : [],
      log: log.map(entry => ({ ...entry, created_at: entry.created_at.toISOString() })),
      earlier: others.map(shown),
    }
  },

  async decideDispute({ services, actor }, { dispute_id, decision, reason }) {
    await decideDispute(services, { disputeId: dispute_id, decision, reason, actor })
    return {}
  },
}
