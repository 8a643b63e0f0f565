import { z } from 'zod'
import type { Limit } from './call.ts'

/** All exports of a company share one counter. */
export const exportLimits = [{ name: 'export', by: 'company', max: 60, seconds: 3600 }] as const satisfies Limit[]

/** All exports of an operator share one counter. */
export const operatorExportLimits = [
  { name: 'export:operator', by: 'operator', max: 60, seconds: 3600 },
] as const satisfies Limit[]

/** The written file, at an address that is valid for some minutes, and its number of rows. */
export const exportedFile = z.object({
  url: z.string(),
  file_name: z.string(),
  rows: z.int(),
  /** True if the list has more than `exportedRows` rows. */
  more: z.boolean().optional(),
})
