import { z } from 'zod'
import type { Limit } from './call.ts'

/** A company's exports count together, whatever they are of. */
export const exportLimits = [{ name: 'export', by: 'company', max: 60, seconds: 3600 }] as const satisfies Limit[]

/** The same for the exports of an operator. */
export const operatorExportLimits = [
  { name: 'export:operator', by: 'operator', max: 60, seconds: 3600 },
] as const satisfies Limit[]

/** A file that was written, at an address that is good for some minutes, and how many rows it has. */
export const exportedFile = z.object({
  url: z.string(),
  file_name: z.string(),
  rows: z.int(),
  /** True if the list goes on beyond `exportedRows`. */
  more: z.boolean().optional(),
})
