import { z } from 'zod'
import { shorten } from '#server/core/shorten.ts'
import { ScimProblem } from './problem.ts'
import { enterpriseSchema } from './resources.ts'
import type { ScimUser, WrittenUser } from './store.sql.ts'

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(value => value.isWellFormed() && !/\p{Cc}/u.test(value))
const flag = z.union([z.boolean(), z.string().transform(value => value.toLowerCase() === 'true')])

const valued = z.array(
  z.object({ value: z.string().max(300).optional(), type: z.string().optional(), primary: z.unknown().optional() }),
)
const optionalText = (max: number) => text(max).nullish().catch(null)

const writtenUser = z.object({
  userName: text(200),
  externalId: optionalText(200),
  displayName: optionalText(100),
  name: z
    .object({ formatted: optionalText(100), familyName: optionalText(50), givenName: optionalText(50) })
    .nullish()
    .catch(null),
  active: flag.optional(),
  title: optionalText(50),
  phoneNumbers: valued.nullish().catch(null),
  emails: valued.nullish().catch(null),
  [enterpriseSchema]: z
    .object({
      employeeNumber: optionalText(50),
      manager: z
        .union([
          z.object({ value: z.string().max(100).nullish() }),
          z
            .string()
            .max(100)
            .transform(value => ({ value })),
        ])
        .nullish(),
    })
    .nullish()
    .catch(null),
})

/** Reads a whole resource. `before` is what it was, where it was changed by a PATCH: of its names, the changed one counts. */
export function readUser(resource: unknown, before?: ScimUser): WrittenUser {
  const parsed = writtenUser.safeParse(resource)
  if (!parsed.success)
    throw new ScimProblem(400, `不正确的属性：${parsed.error.issues[0]?.path.join('.') ?? ''}`, 'invalidValue')
  const { data } = parsed
  const enterprise = data[enterpriseSchema]
  const { formatted, familyName, givenName } = data.name ?? {}
  const names = [data.displayName, joined(familyName, givenName), formatted].flatMap(name => name || [])
  const name = names.find(each => each !== before?.name) ?? names[0] ?? data.userName
  const chosen = (values: typeof data.emails, type: string) =>
    (values?.find(each => each.type === type) ?? values?.find(each => each.primary) ?? values?.[0])?.value?.trim() ||
    null
  return {
    client_id: data.externalId ?? null,
    user_name: data.userName,
    name: shorten(name, 50),
    phone: mobileOf(chosen(data.phoneNumbers, 'mobile')),
    mail: shortened(chosen(data.emails, 'work'), 200),
    job_number: shortened(enterprise?.employeeNumber, 30),
    position: shortened(data.title, 30),
    superior_external_id: enterprise?.manager?.value ?? null,
    active: data.active ?? true,
  }
}

const shortened = (value: string | null | undefined, longest: number) => (value ? shorten(value, longest) : null)

/** Chinese names are written without a blank, the family first. */
function joined(family: string | null | undefined, given: string | null | undefined): string | undefined {
  if (!family || !given) return family ?? given ?? undefined
  return /\p{Script=Han}/u.test(family) ? `${family}${given}` : `${given} ${family}`
}

/** A mobile number of the mainland as we have it: +86 139-0000-0000 is 13900000000. Others can't be invited and stay as they are. */
function mobileOf(written: string | null | undefined): string | null {
  if (!written) return null
  const digits = written.replace(/[\s()-]/g, '').replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
  return shorten(digits, 30) || null
}

const writtenGroup = z.object({
  displayName: text(100),
  externalId: optionalText(200),
  members: z
    .array(z.object({ value: z.string().max(100) }))
    .max(20_000)
    .nullish(),
})

export function readGroup(resource: unknown): { name: string; client_id: string | null; members: string[] } {
  const parsed = writtenGroup.safeParse(resource)
  if (!parsed.success)
    throw new ScimProblem(400, `不正确的属性：${parsed.error.issues[0]?.path.join('.') ?? ''}`, 'invalidValue')
  const { displayName, externalId, members } = parsed.data
  return { name: displayName, client_id: externalId ?? null, members: [...new Set((members ?? []).map(m => m.value))] }
}
