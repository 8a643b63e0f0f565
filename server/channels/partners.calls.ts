import { maskPhone } from '#contract/rules.ts'
import { violatedConstraint } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import {
  countPartners,
  findPartner,
  insertPartner,
  lockPartner,
  type Partner,
  partners,
  setCommission,
  setPartnerState,
  updatePartner,
} from './partners.sql.ts'

/** A landline shows its last digits alone too. */
const masked = (phone: string) =>
  /^1\d{10}$/.test(phone) ? maskPhone(phone) : phone.replace(/.(?=.{4})/g, each => (/\d/.test(each) ? '*' : each))

const viewOf = <Row extends Partner>({ id, created_at, contact_phone, ...partner }: Row) => ({
  ...partner,
  channel_id: id,
  contact_phone: masked(contact_phone),
  created_at: created_at.toISOString(),
})

export async function requirePartner(database: Database, id: string, find = findPartner): Promise<Partner> {
  const partner = await find(database, id)
  if (!partner) throw new Refusal(-53021)
  return partner
}

const audited = ({ name, greeting, contact_name, contact_phone }: Partner) => ({
  name,
  greeting,
  contact_name,
  contact_phone: masked(contact_phone),
})

export const partnerOperations: OperationHandlersFor<
  'getChannelList' | 'getChannelDetail' | 'setChannel' | 'setChannelCommission' | 'setChannelState'
> = {
  async getChannelList({ system }, { page, page_size, ...filters }) {
    const [rows, total] = await Promise.all([
      partners(system, filters, { limit: page_size, offset: (page - 1) * page_size }),
      countPartners(system, filters),
    ])
    return { list: rows.map(viewOf), total }
  },

  getChannelDetail: async ({ system }, { channel_id }) => viewOf(await requirePartner(system, channel_id)),

  async setChannel({ system, actor }, { channel_id: known, ...given }) {
    const fields = { ...given, contact_phone: given.contact_phone }
    try {
      return await system.transaction(async transaction => {
        const before = known ? await requirePartner(transaction, known, lockPartner) : undefined
        const made = before ? undefined : await insertPartner(transaction, fields)
        const id = before?.id ?? made?.id
        if (!id) throw new Error('channel answered no row')
        if (before) await updatePartner(transaction, id, fields)
        await recordAudit(transaction, {
          actor,
          action: before ? 'channel.changed' : 'channel.added',
          target: `channel:${id}`,
          ...(before && { before: audited(before) }),
          after: audited(await requirePartner(transaction, id)),
        })
        return { channel_id: id }
      })
    } catch (error) {
      if (violatedConstraint(error) === 'channel_name_key') throw new Refusal(-53510)
      throw error
    }
  },

  async setChannelCommission({ system, actor }, { channel_id: id, commission_percent }) {
    await system.transaction(async transaction => {
      const { name, commission_percent: before } = await requirePartner(transaction, id, lockPartner)
      await setCommission(transaction, id, commission_percent)
      await recordAudit(transaction, {
        actor,
        action: 'channel.commission_changed',
        target: `channel:${id}`,
        before: { name, commission_percent: before },
        after: { commission_percent },
      })
    })
    return {}
  },

  async setChannelState({ system, actor }, { channel_id: id, state }) {
    await system.transaction(async transaction => {
      const before = await requirePartner(transaction, id, lockPartner)
      await setPartnerState(transaction, id, state)
      await recordAudit(transaction, {
        actor,
        action: state === 'ended' ? 'channel.ended' : 'channel.resumed',
        target: `channel:${id}`,
        before: { name: before.name, state: before.state },
        after: { state },
      })
    })
    return {}
  },
}
