import { z } from 'zod'
import { shorten } from '#server/core/shorten.ts'

const isStorable = (value: string): boolean => value.isWellFormed() && !/\p{Cc}/u.test(value)

/** Some directories write a job number as a number. Without the conversion it would be dropped, and erase the stored one. */
const inText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** Accepts a text of at most `max` characters, and refuses a longer one. */
export const text = (max: number) => z.preprocess(inText, z.string().trim().min(1).max(max).refine(isStorable))

/** Cuts a text to `max` characters. */
export const cutText = (max: number) =>
  z.preprocess(
    inText,
    z
      .string()
      .transform(value => shorten(value.trim(), max).trimEnd())
      .refine(value => value !== '' && isStorable(value)),
  )

/** Ignores an attribute that cannot be stored, because directories send more than is needed here. */
export const optionalCutText = (max: number) => cutText(max).nullish().catch(null)

export const flag = z.union([z.boolean(), z.string().transform(value => value.toLowerCase() === 'true')])

const maxValues = 20
/** The most values that are read to find those. */
const readValues = 200

const valued = z.object({
  value: cutText(300),
  type: cutText(50).optional().catch(undefined),
  primary: flag.optional().catch(undefined),
})

/** Several values, each checked separately: a wrong one does not invalidate the others. */
const severalValues = z
  .array(z.unknown())
  .transform(list =>
    list
      .slice(0, readValues)
      .flatMap(each => {
        const { data } = valued.safeParse(each)
        return data ? [data] : []
      })
      .slice(0, maxValues),
  )
  .nullish()
  .catch(null)

/** The parts of a person that a client has written, stored and answered as they were written. */
export const writtenParts = z.object({
  displayName: optionalCutText(300),
  name: z
    .object({
      formatted: optionalCutText(300),
      familyName: optionalCutText(100),
      givenName: optionalCutText(100),
    })
    .nullish()
    .catch(null),
  phoneNumbers: severalValues,
  emails: severalValues,
})
export type WrittenParts = z.output<typeof writtenParts>

/**
 * Returns the person's name. The display name takes precedence, whichever was changed last: directories write the formatted one
 * with the given name first.
 */
function nameIn({ displayName, name }: WrittenParts): string | undefined {
  return displayName || joined(name?.familyName, name?.givenName) || name?.formatted || undefined
}

/** Returns the name to store for a person. */
export const nameOf = (parts: WrittenParts, userName: string): string => shorten(nameIn(parts) ?? userName, 50)

/** Returns the name if the parts state all of it. */
export const wholeNameIn = ({ name }: WrittenParts): string | undefined =>
  name?.familyName && name.givenName ? joined(name.familyName, name.givenName) : (name?.formatted ?? undefined)

/** Chinese names are written without a space, the family name first. */
function joined(familyName: string | null | undefined, givenName: string | null | undefined): string | undefined {
  if (!familyName || !givenName) return familyName ?? givenName ?? undefined
  return /\p{Script=Han}/u.test(familyName) ? `${familyName}${givenName}` : `${givenName} ${familyName}`
}

const chosen = (values: WrittenParts['emails'], type: string): string | undefined =>
  (values?.find(each => each.type?.toLowerCase() === type) ?? values?.find(each => each.primary) ?? values?.[0])?.value

export const mailIn = ({ emails }: WrittenParts): string | null => {
  const mail = chosen(emails, 'work')
  return mail ? shorten(mail, 200) : null
}

/** Returns a mainland mobile number in our form: +86 139-0000-0000 is 13900000000. Others can't be invited and stay as they are. */
export function phoneIn({ phoneNumbers }: WrittenParts): string | null {
  const written = chosen(phoneNumbers, 'mobile')
  if (!written) return null
  const digits = written.replace(/[\s()-]/g, '').replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
  return shorten(digits, 30) || null
}
