import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { shorten } from '#server/core/shorten.ts'
import { maxElements } from './patch-lists.ts'
import { ScimProblem } from './problem.ts'
import { enterpriseSchema, unwrittenParts } from './resources.ts'
import type { ScimUser, WrittenUser } from './store.sql.ts'
import { cutText, flag, mailIn, nameOf, optionalCutText, phoneIn, text, wholeNameIn, writtenParts } from './written.ts'

const writtenUser = writtenParts.extend({
  userName: text(200),
  externalId: text(200).nullish().catch(null),
  active: flag.optional(),
  title: optionalCutText(30),
  [enterpriseSchema]: z
    .object({
      employeeNumber: optionalCutText(30),
      manager: z
        .union([z.object({ value: text(100).nullish() }), text(100).transform(value => ({ value }))])
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
})

const badAttribute = (error: z.ZodError) =>
  new ScimProblem(400, `不正确的属性：${error.issues[0]?.path.join('.') ?? ''}`, 'invalidValue')

/** Parses a whole resource. Without `active` the former state stays: a person who has left does not come back by a replacement. */
export function readUser(resource: unknown, before?: Pick<ScimUser, 'active'>): WrittenUser {
  const parsed = writtenUser.safeParse(resource)
  if (!parsed.success) throw badAttribute(parsed.error)
  const { data } = parsed
  const enterprise = data[enterpriseSchema]
  return {
    client_id: data.externalId ?? null,
    user_name: data.userName,
    name: nameOf(data, data.userName),
    phone: phoneIn(data),
    mail: mailIn(data),
    job_number: enterprise?.employeeNumber ?? null,
    position: data.title ?? null,
    superior_external_id: enterprise?.manager?.value ?? null,
    active: data.active ?? before?.active ?? true,
    written: writtenParts.parse(data),
  }
}

/**
 * Parses a person that a PATCH has changed. A derived part does not count as the client's own value until the client writes
 * another: a family name alone is not the whole name when the given name has not been sent since.
 */
export function readPatched(before: ScimUser, resource: unknown): WrittenUser {
  const user = readUser(resource)
  const unwritten = unwrittenParts(before)
  const written = { ...user.written }
  for (const part of ['phoneNumbers', 'emails'] as const)
    if (unwritten[part] && isDeepStrictEqual(written[part], unwritten[part])) written[part] = null
  if (!unwritten.displayName || written.displayName !== unwritten.displayName) return { ...user, written }
  return { ...user, name: shorten(wholeNameIn(written) ?? before.name, 50), written: { ...written, displayName: null } }
}

/** The longest name of a group; a department's name is cut shorter. */
export const longestGroupName = 200

const writtenGroup = z.object({
  displayName: cutText(longestGroupName),
  externalId: text(200).nullish().catch(null),
  members: z
    .array(z.object({ value: z.string().max(100) }))
    .max(maxElements)
    .nullish(),
})

export function readGroup(resource: unknown): { name: string; client_id: string | null; members: string[] } {
  const parsed = writtenGroup.safeParse(resource)
  if (!parsed.success) throw badAttribute(parsed.error)
  const { displayName, externalId, members } = parsed.data
  return { name: displayName, client_id: externalId ?? null, members: [...new Set((members ?? []).map(m => m.value))] }
}
