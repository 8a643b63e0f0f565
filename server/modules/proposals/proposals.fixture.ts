import { expect } from 'vitest'
import { z } from 'zod'
import type { OperationInput } from '#contract/operations/index.ts'
import type { testPortal } from '#server/testing/portal.ts'

export const texts = z.object({ text: z.string() })
export const plain = (rows: { text: string }[]) => rows.map(({ text }) => text)

/** An operator who makes proposals, and companies that are sent them. */
export async function makingProposals({ call, make, operate, system }: Awaited<ReturnType<typeof testPortal>>) {
  const finance = await make.operator('finance')

  async function office() {
    const company = await make.company({ managers: 1 })
    const sid = await make.session(company.owner.account)
    const hours = await make.sku({ product: 'hours' })
    const items = [{ sku_id: hours.id, package_type_id: hours.packageId, quantity: 10 }]
    const draft = { company_id: company.id, kind: 'purchase', items, valid_days: 7, note: '含首月上门培训' } as const
    const save = async (more: Partial<OperationInput<'saveProposal'>> = {}) =>
      (await operate('saveProposal', { ...draft, ...more }, finance)).data?.proposal_id ?? ''
    const shown = async (proposal_id: string) => (await operate('getSalesProposal', { proposal_id }, finance)).data
    const send = async (proposal_id: string) => {
      const { revision, payable } = await shown(proposal_id)
      return operate('sendProposal', { proposal_id, revision, payable }, finance)
    }
    const sent = async (more: Partial<OperationInput<'saveProposal'>> = {}) => {
      const proposal_id = await save(more)
      expect((await send(proposal_id)).code).toBe(200)
      return proposal_id
    }
    const accept = (proposal_id: string, payable = 58_000) => call('acceptProposal', { proposal_id, payable }, { sid })
    return { company, sid, hours, draft, save, send, sent, shown, accept }
  }

  const audited = (id: string) => system.rows(texts)`
    select action || ' ' || split_part(actor, ':', 1) as text from audit_entry where target = ${`proposal:${id}`} order by id`
  const notices = (id: string) =>
    system.rows(texts)`select action as text from activity where subject_id = ${id} order by id`
  const ordersOf = (companyId: string) => system.rows(texts)`
    select state || ' ' || payable as text from shop_order where company_id = ${companyId}`
  const informed = async () =>
    (await operate('getOwnNoticeList', {}, finance)).data.list.map(({ title, text, link }) => ({ title, text, link }))
  return { finance, office, audited, notices, ordersOf, informed }
}
