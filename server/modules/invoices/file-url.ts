import { signedAddress } from '#server/engines/files/signed-address.ts'
import type { Services } from '#server/engines/services.ts'

/** Gives the file's address, good for ten minutes, in place of its id. */
export const withFileUrl = <Row extends { file_id: string | null }>(
  config: Services['config'],
  { file_id, ...invoice }: Row,
) => ({ ...invoice, file_url: file_id && signedAddress(config, file_id) })
