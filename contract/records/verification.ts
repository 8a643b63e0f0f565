import { z } from 'zod'
import { creditCode, id, idCard, instant, line } from '../fields.ts'
import { verificationKinds, verificationStates } from '../people.ts'
import { companyLine } from './company.ts'
import { personName } from './company-fields.ts'
import { record } from './record.ts'

/** A person's or a company's verification. `person` and `company` hold what is submitted for each kind. */
export const verification = record({
  verification_id: { answer: id },
  account_id: { answer: id },
  kind: { answer: z.enum(verificationKinds) },
  state: { answer: z.enum(verificationStates) },
  company_name: { answer: z.string().nullable(), company: companyLine('name') },
  credit_code: { answer: z.string().nullable(), company: creditCode },
  industry_id: { answer: id.nullable(), company: id },
  /** The upload's id, from `uploadFile` with purpose `licence`. */
  licence_file_id: { answer: id.nullable(), company: id },
  /** For a company, the legal representative or the person who acts for it. */
  person_name: {
    answer: z.string(),
    person: line(personName.label, personName.max, personName.min),
    company: companyLine('contact_name'),
  },
  /** The number is masked in every answer; the full one never leaves the server. */
  id_number: { answer: z.string(), person: idCard, company: idCard },
  address: { answer: z.string().nullable(), company: companyLine('address').optional() },
  /** Why it was rejected. */
  reason: { answer: z.string().nullable() },
  /** The operator's name, or the actor's own description. */
  reviewer: { answer: z.string().nullable() },
  submitted_at: { answer: instant },
  reviewed_at: { answer: instant.nullable() },
})
