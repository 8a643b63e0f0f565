import { z } from 'zod'
import { chosenId, id, instant, line } from '../fields.ts'
import { companyStates } from '../people.ts'
import { companySizes } from '../rules.ts'
import { companyFields, contactPhoneMessage, contactPhonePattern } from './company-fields.ts'
import { record } from './record.ts'

/** A line of text about a company, also accepted by its verification. */
export const companyLine = (name: 'name' | 'contact_name' | 'contact_phone' | 'address') =>
  line(companyFields[name].label, companyFields[name].max, companyFields[name].min)

/** Makes a field that both the company and the provider may change. */
const changeable = <Field extends z.ZodType>(field: Field) => ({
  answer: z.string().nullable(),
  change: field.optional(),
  correct: field.optional(),
})

/** `change` holds what a company's managers may write, `correct` what the provider may. */
export const company = record({
  company_id: { answer: id },
  name: { answer: z.string(), correct: companyLine('name').optional() },
  credit_code: { answer: z.string() },
  industry_id: {
    answer: id.nullable(),
    correct: chosenId(`请选择${companyFields.industry.label}`).optional(),
  },
  industry: { answer: z.string().nullable() },
  contact_name: changeable(companyLine('contact_name')),
  contact_phone: changeable(companyLine('contact_phone').regex(contactPhonePattern, contactPhoneMessage)),
  /** An empty text removes it. */
  address: changeable(companyLine('address')),
  size: changeable(z.enum(companySizes, { error: `请选择${companyFields.size.label}` })),
  state: { answer: z.enum(companyStates) },
  owner_name: { answer: z.string() },
  verified_at: { answer: instant },
  created_at: { answer: instant },
})
