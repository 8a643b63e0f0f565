import type { z } from 'zod'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import type { Services } from '#server/engines/services.ts'
import type { redRow } from './red-invoices.sql.ts'

/** Replaces the files' ids by their addresses, which are valid for ten minutes. */
export const withFileUrls = <Row extends { file_id: string | null; reds: z.output<typeof redRow>[] }>(
  config: Services['config'],
  { file_id, reds, ...invoice }: Row,
) => ({
  ...invoice,
  file_url: file_id && signedAddress(config, file_id),
  reds: reds.map(({ file_id, ...red }) => ({ ...red, file_url: signedAddress(config, file_id) })),
})
