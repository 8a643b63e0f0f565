import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { consentStatements } from '#contract/consent-names.ts'
import { account } from '#contract/records/account.ts'
import type { Config } from '#server/core/config.ts'
import { isDayReached } from '#server/core/day-reached.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'

/** The facts that decide about a person's account in every company. It belongs to no company, so only the system reads it. */
export const personalFacts = account.schema.pick({ state: true }).extend({
  /** The person has agreed, in the current wording, that data goes abroad. */
  cross_border: z.boolean(),
  /** The account has passed a verification whose claim still stands. */
  verified: z.boolean(),
})
export type PersonalFacts = z.output<typeof personalFacts>

/** Selects the facts besides the state for the account that the column names. */
export const personalColumns = (accountId: Sql) => sql`
  exists (select from consent where consent.account_id = ${accountId} and kind = 'cross_border'
    and version = ${consentStatements.cross_border.version} and withdrawn_at is null) as cross_border,
  exists (select from identity_verification
    where identity_verification.account_id = ${accountId} and state = 'approved' and claim_ended_at is null) as verified`

export const findPersonal = (system: Database, companyId: string, employeeId: string) =>
  system.row(personalFacts)`
    select account.state, ${personalColumns(sql`account.id`)}
    from employee join account on account.id = employee.account_id
    where employee.company_id = ${companyId} and employee.id = ${employeeId}`

export type PersonalRules = Pick<Config, 'crossBorderConsentFrom' | 'ownVerification'>
type Declared = Omit<PersonalFacts, 'state'>

/** Reports whether a missing consent keeps a person from the lines. */
export const lacksConsent = ({ cross_border }: Declared, rules: PersonalRules): boolean =>
  !cross_border && isDayReached(rules.crossBorderConsentFrom)

/** Reports whether a person still has to pass a verification, where the company's is not enough. */
export const lacksVerification = ({ verified }: Declared, rules: PersonalRules): boolean =>
  rules.ownVerification && !verified

/** Returns the code that tells a client what its user has yet to do. A disabled account has no session that could call. */
export function personalTrouble(facts: Declared, rules: PersonalRules): -48018 | -48019 | undefined {
  if (lacksConsent(facts, rules)) return -48018
  return lacksVerification(facts, rules) ? -48019 : undefined
}

export function requirePersonal(facts: Declared, rules: PersonalRules): void {
  const code = personalTrouble(facts, rules)
  if (code) throw new Refusal(code)
}
