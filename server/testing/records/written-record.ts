import type { z } from 'zod'

export type Values = Record<string, unknown>

/** A call that writes a record, with the fields that it takes. */
export interface Writing {
  call: string
  fields: z.ZodRawShape
  /** Writes one record with these values, and whatever else the call requires. Returns its id. */
  write(values: Values): Promise<string>
}

/** A record of the contract with every call that writes it, for the test that everything written can be read. */
export interface WrittenRecord {
  /** A record of `contract/records`. */
  record: { fields: Record<string, Record<string, z.ZodType>>; schema: z.ZodObject }
  read(id: string): Promise<Values | undefined>
  /** Values that have to exist elsewhere, or have a meaning. Other fields take any accepted value. */
  values: Record<string, () => unknown>
  writings: Writing[]
}

/** Returns the fields of a call's input without those that identify the record, or what the caller had seen of it. */
export const without = (shape: z.ZodRawShape, ...names: string[]): z.ZodRawShape =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => name !== 'seen' && !names.includes(name)))

export function notWritten(answer: unknown): never {
  throw new Error(`not written: ${JSON.stringify(answer)}`)
}
