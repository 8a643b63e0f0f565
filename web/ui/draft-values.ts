export type Values = Record<string, unknown>

/** Proofs of identity are never stored, nor is an identity card's number. */
const secret = /password|captcha|secret|token|id_number|totp|^(code|current)$/

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A day or an instant from a calendar field; only its text is stored. */
const isMoment = (value: unknown): value is { toISOString: () => string; isValid: () => boolean } =>
  isValues(value) && typeof value.toISOString === 'function' && typeof value.isValid === 'function'
const isKeptMoment = (value: unknown): value is { moment: string } =>
  isValues(value) && typeof value.moment === 'string'

/** A stored instant, or the minute of a field that uses the browser's own calendar (2026-11-20T09:30). */
export const isInstant = (value: unknown): boolean =>
  isKeptMoment(value) || (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value))

/** A row of a list in the form, or a file that is already uploaded, but not one that is only chosen, which cannot be stored. */
const isGroup = (value: unknown): value is Values =>
  isValues(value) && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)

const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean', 'undefined'].includes(typeof value) ||
  isMoment(value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  isGroup(value)

const kept = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(kept)
    : isMoment(value)
      ? { moment: value.isValid() ? value.toISOString() : '' }
      : isGroup(value)
        ? keepable(value)
        : value

/** Returns the values that may be stored; the others must be chosen or proved again. */
export const keepable = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !secret.test(name) && isPlain(value))
      .map(([name, value]) => [name, kept(value)]),
  )

const hasMoment = (value: unknown): boolean =>
  isKeptMoment(value) || (isValues(value) || Array.isArray(value) ? Object.values(value).some(hasMoment) : false)

/** Restores instants from their stored form. A form without any needs no calendar, so it is loaded here. */
export async function revived(values: Values): Promise<Values> {
  if (!hasMoment(values)) return values
  const { dayjs } = await import('./dayjs.ts')
  const revive = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(revive)
      : isKeptMoment(value)
        ? value.moment
          ? dayjs(value.moment)
          : null
        : isValues(value)
          ? reviveAll(value)
          : value
  const reviveAll = (group: Values): Values =>
    Object.fromEntries(Object.entries(group).map(([name, value]) => [name, revive(value)]))
  return reviveAll(values)
}
