import { termsKinds } from '#contract/operations/content-names.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { previewDocument } from '../site/preview.ts'
import {
  allTerms,
  deleteTerms,
  findTerms,
  insertTerms,
  isNamed,
  publishedText,
  publishTerms,
  type TermsRow,
  updateTerms,
  versionsInForce,
} from './terms.sql.ts'
import { defaultText, renderTerms, termsAddress } from './terms.ts'

const targetOf = (id: string) => `terms:${id}`
const named = ({ which, version, effective_on }: Pick<TermsRow, 'which' | 'version' | 'effective_on'>) => ({
  which,
  version,
  effective_on,
})

async function requireDraft(database: Database, id: string): Promise<TermsRow> {
  const row = await findTerms(database, id)
  if (!row) throw new Refusal(-53021)
  if (row.state !== 'draft') throw new Refusal(-53706)
  return row
}

const changedMeanwhile = ({ revision, saved_by, saved_at }: TermsRow) =>
  new Refusal(-53022, { revision, saved_by, saved_at: saved_at.toISOString() })

export const termsOperations: OperationHandlersFor<
  | 'getTermsList'
  | 'getTermsVersion'
  | 'createTermsVersion'
  | 'saveTermsVersion'
  | 'publishTermsVersion'
  | 'deleteTermsVersion'
  | 'previewTerms'
> = {
  async getTermsList({ system, services }) {
    const rows = await allTerms(system)
    const version = services.config.agreementVersion
    return {
      list: rows.map(({ id, revision: _, saved_at, published_at, ...row }) => ({
        terms_id: id,
        ...row,
        address: row.state === 'draft' ? null : termsAddress(row.which, row.version),
        saved_at: saved_at.toISOString(),
        published_at: published_at?.toISOString() ?? null,
      })),
      default: termsKinds.map(which => ({
        which,
        version,
        current: !rows.some(row => row.which === which && row.state === 'current'),
        address: termsAddress(which, version),
      })),
    }
  },

  async getTermsVersion({ system }, { terms_id }) {
    const row = await findTerms(system, terms_id)
    if (!row) throw new Refusal(-53021)
    const { id, saved_at, published_at: _, ...rest } = row
    return { terms_id: id, ...rest, saved_at: saved_at.toISOString() }
  },

  async createTermsVersion({ system, actor }, given) {
    const inForce = (await versionsInForce(system)).find(({ which }) => which === given.which)
    const text = inForce && (await publishedText(system, given.which, inForce.version))
    const markdown = text?.markdown ?? (await defaultText(given.which))
    return system.transaction(async transaction => {
      const made = await insertTerms(transaction, given, markdown, actor)
      if (!made) throw new Refusal(-53705)
      await recordAudit(transaction, { actor, action: 'terms.created', target: targetOf(made.id), after: given })
      return { terms_id: made.id }
    })
  },

  async saveTermsVersion({ system, actor }, { terms_id, revision, version, effective_on, markdown }) {
    return system.transaction(async transaction => {
      const before = await requireDraft(transaction, terms_id)
      if (await isNamed(transaction, before.which, version, terms_id)) throw new Refusal(-53705)
      const given = { id: terms_id, known: revision, actor, version, effective_on, markdown }
      const kept = await updateTerms(transaction, given)
      if (!kept) throw changedMeanwhile(await requireDraft(transaction, terms_id))
      await recordAudit(transaction, {
        actor,
        action: 'terms.saved',
        target: targetOf(terms_id),
        before: { ...named(before), length: before.markdown.length },
        after: { version, effective_on, length: markdown.length },
      })
      return { revision: kept.revision, saved_at: kept.saved_at.toISOString() }
    })
  },

  async publishTermsVersion({ system, actor }, { terms_id, revision }) {
    await system.transaction(async transaction => {
      const before = await requireDraft(transaction, terms_id)
      if (!(await publishTerms(transaction, terms_id, revision, actor)))
        throw changedMeanwhile(await requireDraft(transaction, terms_id))
      const target = targetOf(terms_id)
      await recordAudit(transaction, { actor, action: 'terms.published', target, after: named(before) })
    })
    return {}
  },

  async deleteTermsVersion({ system, actor }, { terms_id }) {
    await system.transaction(async transaction => {
      const before = await requireDraft(transaction, terms_id)
      if (!(await deleteTerms(transaction, terms_id))) throw new Refusal(-53706)
      await recordAudit(transaction, {
        actor,
        action: 'terms.deleted',
        target: targetOf(terms_id),
        before: { ...named(before), markdown: before.markdown },
      })
    })
    return {}
  },

  async previewTerms({ services }, { which, version, effective_on, markdown }) {
    const text = { which, version, effective_on: effective_on || undefined, markdown }
    return { html: previewDocument(services, renderTerms(text, services.config), termsAddress(which)) }
  },
}
