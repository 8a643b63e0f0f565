import { isAgreement, type TermsKind, termsKinds } from '#contract/content-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { changedMeanwhile } from '#server/engines/audit/changed-meanwhile.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requireKnownPlaceholders, requireWholeContract } from './contract-template.ts'
import {
  allTerms,
  deleteTerms,
  findTerms,
  insertTerms,
  isNamed,
  publishedText,
  publishTerms,
  type Terms,
  updateTerms,
  versionsInForce,
} from './terms.sql.ts'
import { defaultText, termsAddress } from './terms.ts'

const targetOf = (id: string) => `terms:${id}`
/** The template of contracts has no public page. */
const publicAddress = (which: TermsKind, version: string) => (isAgreement(which) ? termsAddress(which, version) : null)

const named = ({ which, version, effective_on }: Pick<Terms, 'which' | 'version' | 'effective_on'>) => ({
  which,
  version,
  effective_on,
})

async function requireDraft(database: Database, id: string): Promise<Terms> {
  const row = orRefuse(await findTerms(database, id), -53021)
  if (row.state !== 'draft') throw new Refusal(-53706)
  return row
}

export const termsOperations = {
  async getTermsList({ system, services }) {
    const rows = await allTerms(system)
    const version = services.config.agreementVersion
    return {
      list: rows.map(row => ({
        ...row,
        address: row.state === 'draft' ? null : publicAddress(row.which, row.version),
      })),
      default: termsKinds.map(which => ({
        which,
        version,
        current: !rows.some(row => row.which === which && row.state === 'current'),
        address: publicAddress(which, version),
      })),
    }
  },

  async getTermsVersion({ system }, { terms_id }) {
    return orRefuse(await findTerms(system, terms_id), -53021)
  },

  async createTermsVersion({ system }, input) {
    const inForce = (await versionsInForce(system)).find(({ which }) => which === input.which)
    const text = inForce && (await publishedText(system, input.which, inForce.version))
    const markdown = text?.markdown ?? (await defaultText(input.which))
    const created = orRefuse(await insertTerms(system, input, markdown), -53705)
    const target = targetOf(created.terms_id)
    await recordAudit(system, { action: 'terms.created', target, after: input })
    return created
  },

  async saveTermsVersion({ system }, input) {
    const { terms_id, version, effective_on, markdown } = input
    const before = await requireDraft(system, terms_id)
    requireKnownPlaceholders({ which: before.which, markdown })
    if (await isNamed(system, before.which, version, terms_id)) throw new Refusal(-53705)
    const saved = await updateTerms(system, input)
    if (!saved) throw changedMeanwhile(await requireDraft(system, terms_id))
    await recordAudit(system, {
      action: 'terms.saved',
      target: targetOf(terms_id),
      before: { ...named(before), length: before.markdown.length },
      after: { version, effective_on, length: markdown.length },
    })
    return saved
  },

  async publishTermsVersion({ system }, { terms_id, revision }) {
    const before = await requireDraft(system, terms_id)
    // A template that an older version saved was not checked then.
    requireKnownPlaceholders(before)
    requireWholeContract(before)
    if (!(await publishTerms(system, terms_id, revision))) {
      const now = await requireDraft(system, terms_id)
      if (now.revision !== revision) throw changedMeanwhile(now)
      throw new Refusal(-41003, 'effective_on', '生效日期已过，请改为今天或以后，保存后再发布')
    }
    const target = targetOf(terms_id)
    await recordAudit(system, { action: 'terms.published', target, after: named(before) })
  },

  async deleteTermsVersion({ system }, { terms_id }) {
    const before = await requireDraft(system, terms_id)
    if (!(await deleteTerms(system, terms_id))) throw new Refusal(-53706)
    await recordAudit(system, {
      action: 'terms.deleted',
      target: targetOf(terms_id),
      before: { ...named(before), markdown: before.markdown },
    })
  },
} satisfies SomeOperations
