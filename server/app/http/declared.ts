import type { z } from 'zod'

/**
 * Returns an answer in the shape of its contract. Throws if it holds a field that the contract does not declare: otherwise a row
 * answered as read would expose every column that its statement selects. Tests check each answer; in production the answers are
 * sent unchecked.
 */
export function declared(name: string, output: z.ZodType, answer: unknown): unknown {
  const shaped = output.parse(answer)
  const extra = undeclaredField(answer, shaped)
  if (extra) throw new Error(`${name} answers ${extra}, which its contract does not declare`)
  return shaped
}

function undeclaredField(answer: unknown, shaped: unknown): string | undefined {
  if (!isPlain(answer) || !isPlain(shaped)) return undefined
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue
    if (!(name in shaped)) return name
    const within = undeclaredField(value, shaped[name])
    if (within) return `${name}.${within}`
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
