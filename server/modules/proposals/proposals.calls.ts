import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import { byPages, exportTable } from '#server/engines/sheets/export-table.ts'
import { placeQuoted } from '#server/modules/orders/placing.ts'
import { renewedNow, shownItem } from '#server/modules/orders/quote.ts'
import { proposalExportColumns as columns } from './export-columns.ts'
import { countOwn, findOwn, listOwn, setAccepted, setDeclined, setOrder, type Written } from './proposals.sql.ts'
import { noticeOf, notifyMaker, recordDecision } from './proposals.ts'

export const proposalsCalls = {
  getProposalList: ({ company, membership: { companyId } }, { page, page_size, ...filter }) =>
    listAndTotal(company, database => [
      listOwn(database, companyId, filter, pageOf({ page, page_size })),
      countOwn(database, companyId, filter),
    ]),

  exportProposals(context, filter) {
    const { company, membership } = context
    const batches = (database: Database) => byPages(page => listOwn(database, membership.companyId, filter, page))
    return exportTable(context, { name: '报价', columns, from: company, batches })
  },

  async getProposal({ company, membership: { companyId } }, { proposal_id }) {
    const found = orRefuse(await findOwn(company, companyId, proposal_id), -59300)
    const { quoted, revision: _, ...proposal } = found
    return { ...proposal, items: quoted.items.map(shownItem) }
  },

  async acceptProposal({ services, system, company, membership, account }, { proposal_id, payable }) {
    const { companyId } = membership
    const found = orRefuse(await findOwn(company, companyId, proposal_id), -59300)
    if (payable !== found.payable) throw new Refusal(-49008, found.payable)
    const quote = await renewedNow(company, companyId, found.quoted)
    const placing = {
      companyId,
      accountId: account.id,
      buyer: membership,
      couponId: found.coupon_id ?? undefined,
      // No client can send a key with a colon (`requestKey` in the contract) and take this one. A proposal whose order has ended
      // unpaid is accepted at another revision.
      requestKey: `proposal:${proposal_id}:${found.revision}`,
      payable,
    }
    return placeQuoted({ ...services, system }, placing, quote, {
      async before(transaction) {
        const accepted = await setAccepted(transaction, companyId, proposal_id, found.revision)
        if (!accepted) throw new Refusal(await whyNot(transaction, companyId, proposal_id))
        await record(transaction, 'proposal.accepted', accepted)
        await notifyMaker(transaction, accepted, '报价已接受', `应付 ${money(accepted.payable)}，等待支付`)
      },
      async after(transaction, { order_number }) {
        await setOrder(transaction, companyId, proposal_id, order_number)
      },
    })
  },

  async declineProposal({ system, company, membership }, { proposal_id, reason }) {
    const { companyId } = membership
    const declined = await setDeclined(system, companyId, proposal_id, reason)
    if (!declined) throw new Refusal((await findOwn(company, companyId, proposal_id)) ? -59301 : -59300)
    await record(system, 'proposal.declined', declined, reason)
    await notifyMaker(system, declined, '报价被拒绝', reason || '没有写明原因')
  },
} satisfies SomeHandlers

/** The guard did not match the row, which is read again to find the failed condition. */
async function whyNot(transaction: Database, companyId: string, proposalId: string): Promise<-59301 | -59302> {
  const found = await findOwn(transaction, companyId, proposalId)
  const over = found?.valid_until && Date.parse(found.valid_until) <= Date.now()
  return found?.state === 'sent' && over ? -59302 : -59301
}

async function record(
  transaction: Database,
  action: 'proposal.accepted' | 'proposal.declined',
  proposal: Written,
  detail?: string,
): Promise<void> {
  await recordDecision(transaction, proposal, { action, detail })
  await settleNotices(transaction, proposal.company_id, [noticeOf(proposal.proposal_id)])
}
