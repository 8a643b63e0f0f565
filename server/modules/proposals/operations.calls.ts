import { proposalPath } from '#contract/paths.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { day, dayInChina, endOfDay } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { changedSince } from '#server/engines/audit/changed-meanwhile.ts'
import { notify, settleNotices } from '#server/engines/notices/notices.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { companyExists } from '#server/modules/accounts/operations.sql.ts'
import { orderRequestOf } from '#server/modules/orders/order-request.ts'
import { shortOf } from '#server/modules/orders/placing.calls.ts'
import { quoteOf, shownItem } from '#server/modules/orders/quote.ts'
import { choicesOf } from './choices.sql.ts'
import {
  countAll,
  findProposal,
  insertDraft,
  listAll,
  lockProposal,
  type Saved,
  setSent,
  setWithdrawn,
  updateDraft,
} from './proposals.sql.ts'
import { couponOn, namedAs, newProposalNumber, noticeOf, pricedNow, priceFor } from './proposals.ts'

const changedMeanwhile = (database: Database, id: string, revision: number) =>
  changedSince(database, revision, noticeOf(id), ['proposal.saved', 'proposal.sent'])

export const proposalsOperations = {
  async getProposals({ system }, { page, page_size, ...filter }) {
    const [list, found] = await together(system, database => [
      listAll(database, filter, listedPage({ page, page_size })),
      countAll(database, filter, countedRows),
    ])
    return { list, ...listedTotal(found) }
  },

  async getSalesProposal({ system }, { proposal_id }) {
    const { quoted, ...proposal } = orRefuse(await findProposal(system, proposal_id), -59300)
    const stored = { ...proposal, items: quoted.items.map(shownItem), problem: '' }
    return proposal.state === 'draft' ? { ...stored, ...(await pricedNow(system, proposal)) } : stored
  },

  async getProposalChoices({ system }, { company_id }) {
    if (!(await companyExists(system, company_id))) throw new Refusal(-53021)
    return choicesOf(system, company_id)
  },

  async getProposalQuote({ system }, { company_id, coupon_id, ...content }) {
    if (!(await companyExists(system, company_id))) throw new Refusal(-53021)
    const quote = await quoteOf(system, system, company_id, orderRequestOf(content))
    const [{ discount, problem }, short] = await together(system, database => [
      couponOn(database, company_id, content, coupon_id),
      shortOf(database, quote),
    ])
    return {
      list_amount: quote.list_amount,
      package_discount: quote.list_amount - quote.amount,
      coupon_discount: discount,
      payable: quote.amount - discount,
      coupon_problem: problem,
      short,
    }
  },

  async saveProposal(
    { system, operator },
    { proposal_id, revision, company_id, coupon_id, note, valid_days, ...content },
  ) {
    if (!(await companyExists(system, company_id))) throw new Refusal(-53021)
    const price = await priceFor(system, company_id, content, coupon_id)
    const saved: Saved = { companyId: company_id, content, note, validDays: valid_days, ...price }
    const draft = proposal_id
      ? await updateDraft(system, proposal_id, revision, saved)
      : await insertDraft(system, newProposalNumber(), operator.id, saved)
    if (!draft) {
      const found = orRefuse(await findProposal(system, proposal_id ?? ''), -59300)
      throw found.state === 'draft'
        ? await changedMeanwhile(system, proposal_id ?? '', found.revision)
        : new Refusal(-59301)
    }
    const { proposal_id: id, payable } = draft
    const after = { company_id, payable, coupon_id: saved.coupon?.id ?? null, days: valid_days, note }
    await recordAudit(system, { action: 'proposal.saved', target: noticeOf(id), after })
    return { proposal_id: id }
  },

  async sendProposal({ system, services }, { proposal_id, revision, payable }) {
    // Locked while it is priced, so that the draft can't change in between.
    const draft = orRefuse(await lockProposal(system, proposal_id), -59300)
    if (draft.state !== 'draft') throw new Refusal(-59301)
    if (draft.revision !== revision) throw await changedMeanwhile(system, proposal_id, draft.revision)
    const { company_id, content, coupon_id, valid_days } = draft
    const price = await priceFor(system, company_id, content, coupon_id)
    if (price.payable !== payable) throw new Refusal(-49008, price.payable)
    const until = endOfDay(dayInChina(Date.now() + (valid_days - 1) * day))
    if (price.couponUntil && Date.parse(price.couponUntil) < Date.parse(until)) throw new Refusal(-59303)
    const sent = orRefuse(await setSent(system, company_id, proposal_id, price, until), -59301)
    const entry = { action: 'proposal.sent' as const, id: proposal_id, name: namedAs(sent) }
    await recordActivity(system, company_id, [entry])
    const after = { company_id, payable, valid_until: until }
    await recordAudit(system, { action: 'proposal.sent', target: noticeOf(proposal_id), after })
    await notify(system, services, {
      to: { managersOfCompany: company_id },
      kind: 'proposal_sent',
      subject: noticeOf(proposal_id),
      title: '收到一份报价',
      text: `${sent.subject}，应付 ${money(payable)}，${dayInChina(until)} 前有效。`,
      link: proposalPath(proposal_id),
    })
  },

  async withdrawProposal({ system }, { proposal_id, revision, reason }) {
    const withdrawn = await setWithdrawn(system, proposal_id, revision, reason)
    if (!withdrawn) {
      const { state, ...found } = orRefuse(await findProposal(system, proposal_id), -59300)
      throw state === 'draft' || state === 'sent'
        ? await changedMeanwhile(system, proposal_id, found.revision)
        : new Refusal(-59301)
    }
    const { company_id, sent_at } = withdrawn
    if (sent_at) {
      const entry = {
        action: 'proposal.withdrawn' as const,
        id: proposal_id,
        name: namedAs(withdrawn),
        detail: reason,
      }
      await recordActivity(system, company_id, [entry])
      await settleNotices(system, company_id, [noticeOf(proposal_id)])
    }
    const after = { company_id, reason }
    await recordAudit(system, { action: 'proposal.withdrawn', target: noticeOf(proposal_id), after })
  },
} satisfies SomeOperations
