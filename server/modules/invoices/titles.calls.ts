import type { ParsedOf } from '#contract/index.ts'
import type { InvoiceTitle } from '#contract/records/invoice.ts'
import { bankFields } from '#contract/records/invoice-fields.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { lockCompany } from '#server/modules/companies/operations.sql.ts'
import { deleteSettingOf } from './period.sql.ts'
import {
  countTitles,
  deleteTitle,
  findTitle,
  insertTitle,
  listTitles,
  lockTitle,
  preferNone,
  updateTitle,
  verifiedName,
} from './titles.sql.ts'

export const maxTitles = 30

export const titlesCalls = {
  async getInvoiceTitleList({ company, membership: { companyId } }) {
    const [titles, verified] = await together(company, database => [
      listTitles(database, companyId),
      verifiedName(database, companyId),
    ])
    // The membership was just read, so a missing company has been removed since.
    if (!verified) throw new Refusal(-41017)
    return { list: titles, verified }
  },

  async setInvoiceTitle({ company, membership: { companyId } }, input) {
    // Only one is preferred, and their number is limited.
    await lockCompany(company, companyId)
    const title = await save(company, companyId, input)
    await recordActivity(company, companyId, [{ action: 'invoice_title.saved', id: title.title_id, name: title.title }])
    return title
  },

  async delInvoiceTitle({ company, membership: { companyId } }, { title_id }) {
    const { title: name } = orRefuse(await lockTitle(company, companyId, title_id), -51001)
    // The automatic invoices of this title end with it, which the company's log records.
    const ended = await deleteSettingOf(company, companyId, title_id)
    await deleteTitle(company, companyId, title_id)
    await recordActivity(company, companyId, [
      { action: 'invoice_title.deleted', id: title_id, name },
      ...(ended ? [{ action: 'invoice.automatic_set' as const, id: companyId, name, detail: '关闭' }] : []),
    ])
  },
} satisfies SomeHandlers

/** The caller holds the company's lock, so no other change of a title is possible meanwhile. */
async function save(company: Database, companyId: string, input: ParsedOf<'setInvoiceTitle'>): Promise<InvoiceTitle> {
  if (input.title_id === undefined) {
    requireWhole(input)
    const count = await countTitles(company, companyId)
    if (count >= maxTitles) throw new Refusal(-51005, maxTitles)
    if (input.preferred) await preferNone(company, companyId)
    return orRefuse(await insertTitle(company, companyId, { ...input, preferred: input.preferred || !count }), -51001)
  }
  const { title_id, seen: _, ...changes } = input
  const before = orRefuse(await findTitle(company, companyId, title_id), -51001)
  await requireSeen(
    company,
    input,
    before,
    editedInActivity(companyId, title_id, () => [['invoice_title.saved']]),
  )
  requireWhole(withChanges(before, changes))
  if (changes.preferred) await preferNone(company, companyId)
  return orRefuse(await updateTitle(company, companyId, title_id, changes), -51001)
}

function requireWhole(title: Pick<InvoiceTitle, 'kind' | (typeof bankFields)[number]>): void {
  if (title.kind === 'special' && bankFields.some(name => !title[name])) throw new Refusal(-51002)
}
