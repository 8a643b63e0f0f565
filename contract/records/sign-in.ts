import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { signInFields, signInKinds } from '../sign-in-names.ts'
import { keysOf } from '../typed-keys.ts'
import { record } from './record.ts'

const { issuer, client_id, domain } = signInFields
const kinds = keysOf(signInKinds)

/** A DNS name with at least one dot, in lower case; international names in their ASCII form. */
export const mailDomain = line(domain.label, domain.max)
  .transform(value => value.toLowerCase())
  .pipe(
    z
      .string()
      .regex(
        /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
        '域名不正确，例如 example.com',
      ),
  )

/** The settings of the identity provider by which a company's people log in. Answers never contain the secret. */
export const signIn = record({
  kind: { answer: z.enum(kinds), set: z.enum(kinds, { error: '类型不正确' }) },
  issuer: {
    answer: z.string(),
    set: line(issuer.label, issuer.max),
  },
  client_id: { answer: z.string(), set: line(client_id.label, client_id.max) },
  state: { answer: z.enum(['off', 'on']), switch: z.enum(['off', 'on'], { error: '状态不正确' }) },
  /** True when the company's people can log in only through the provider. */
  required: { answer: z.boolean(), switch: z.boolean({ error: '请选择是否必须' }) },
  tested_at: { answer: instant.nullable() },
})

export const companyDomain = record({
  domain: { answer: z.string(), add: mailDomain },
  /** The text that the TXT record must hold. */
  token: { answer: z.string() },
  created_at: { answer: instant },
  proved_at: { answer: instant.nullable() },
})

/** Links a person's identity at the provider to their account in the portal. */
export const signInLink = record({
  employee_id: { answer: id },
  name: { answer: z.string() },
  /** The provider's name for the person. */
  shown: { answer: z.string() },
  created_at: { answer: instant },
  last_used_at: { answer: instant.nullable() },
})
