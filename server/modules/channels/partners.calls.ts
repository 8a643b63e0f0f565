import type { Channel } from '#contract/records/channel.ts'
import { maskPhone } from '#contract/rules.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import type { Database } from '#server/database/database.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { editedInAudit } from '#server/engines/audit/last-saved.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import {
  countPartners,
  findPartner,
  insertPartner,
  lockPartner,
  partners,
  setCommission,
  setPartnerState,
  updatePartner,
} from './partners.sql.ts'

/** A landline, too, shows only its last digits. */
const masked = (phone: string) =>
  /^1\d{10}$/.test(phone) ? maskPhone(phone) : phone.replace(/.(?=.{4})/g, each => (/\d/.test(each) ? '*' : each))

const withMaskedPhone = <Row extends Channel>({ contact_phone, ...partner }: Row) => ({
  ...partner,
  contact_phone: masked(contact_phone),
})

export async function requirePartner(database: Database, id: string, find = findPartner): Promise<Channel> {
  return orRefuse(await find(database, id), -53021)
}

const audited = ({ name, greeting, contact_name, contact_phone }: Channel) => ({
  name,
  greeting,
  contact_name,
  contact_phone: masked(contact_phone),
})

export const partnerOperations = {
  async getChannelList({ system }, { page, page_size, ...filters }) {
    const [rows, total] = await together(system, database => [
      partners(database, filters, pageOf({ page, page_size })),
      countPartners(database, filters),
    ])
    return { list: rows.map(withMaskedPhone), total }
  },

  getChannelDetail: async ({ system }, { channel_id }) => withMaskedPhone(await requirePartner(system, channel_id)),

  async setChannel({ system }, input) {
    const taken = refuseViolation(constraint => (constraint === 'channel_name_key' ? new Refusal(-53510) : undefined))
    if (input.channel_id === undefined) {
      const added = await insertPartner(system, input).catch(taken)
      const target = `channel:${added.channel_id}`
      const after = audited(await requirePartner(system, added.channel_id))
      await recordAudit(system, { action: 'channel.added', target, after })
      return added
    }
    const { channel_id, seen: _, ...changes } = input
    const target = `channel:${channel_id}`
    const before = await requirePartner(system, channel_id, lockPartner)
    await requireSeen(system, input, withMaskedPhone(before), editedInAudit(target))
    await updatePartner(system, channel_id, changes).catch(taken)
    await recordAudit(system, {
      action: 'channel.changed',
      target,
      before: audited(before),
      after: audited(withChanges<Channel>(before, changes)),
    })
    return { channel_id }
  },

  async setChannelCommission({ system }, input) {
    const { channel_id: id, commission_percent } = input
    const target = `channel:${id}`
    const partner = await requirePartner(system, id, lockPartner)
    const { name, commission_percent: before } = partner
    await requireSeen(system, input, partner, editedInAudit(target))
    await setCommission(system, id, commission_percent)
    await recordAudit(system, {
      action: 'channel.commission_changed',
      target,
      before: { name, commission_percent: before },
      after: { commission_percent },
    })
  },

  async setChannelState({ system }, { channel_id: id, state }) {
    const before = await requirePartner(system, id, lockPartner)
    await setPartnerState(system, id, state)
    await recordAudit(system, {
      action: state === 'ended' ? 'channel.ended' : 'channel.resumed',
      target: `channel:${id}`,
      before: { name: before.name, state: before.state },
      after: { state },
    })
  },
} satisfies SomeOperations
