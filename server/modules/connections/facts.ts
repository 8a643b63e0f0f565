import { z } from 'zod'
import { connection } from '#contract/records/connection.ts'
import { type ClosedFact, closedText, type OpenedFact, openedText } from '#server/core/connection-chain.ts'
import { fingerprint, isFingerprint, type Keys } from '#server/core/keyring.ts'

/** The columns of a row that its links state. */
export const factRow = connection.schema
  .pick({
    connection_id: true,
    svp_id: true,
    address: true,
    shop_id: true,
    shop_platform: true,
    shop_number: true,
    employee_id: true,
    device_id: true,
    findings: true,
    started_at: true,
    ended_at: true,
    end_reason: true,
  })
  .extend({ key_id: z.string(), device_started_at: connection.schema.shape.started_at })
export type FactRow = z.output<typeof factRow>

const instantOf = (at: string) => new Date(at).toISOString()

const openedOf = (row: FactRow): OpenedFact => ({
  connection: row.connection_id,
  line: row.svp_id,
  address: row.address,
  shop: row.shop_id,
  platform: row.shop_platform,
  shop_number: row.shop_number,
  employee: row.employee_id,
  device: row.device_id,
  key: row.key_id,
  findings: row.findings,
  started_at: instantOf(row.started_at),
  device_started_at: instantOf(row.device_started_at),
})

const closedOf = (row: FactRow): ClosedFact => ({
  ...openedOf(row),
  ended_at: row.ended_at === null ? '' : instantOf(row.ended_at),
  end_reason: row.end_reason ?? '',
})

export const openedTextOf = (row: FactRow): string => openedText(openedOf(row))
export const closedTextOf = (row: FactRow): string => closedText(closedOf(row))

/** Vouches for a row until it has its place in the chain, against anyone who can write the table without the portal's key. */
export const markOf = (keys: Keys, text: string): Buffer => fingerprint(keys, 'connection', text)

/** Vouches for the time at which an open connection was last heard of. */
export const seenMarkOf = (keys: Keys, connectionId: string, seenAt: string): Buffer =>
  fingerprint(keys, 'connection', seenText(connectionId, seenAt))
const seenText = (connectionId: string, seenAt: string) => `seen ${connectionId} ${instantOf(seenAt)}`

interface Seen {
  connection_id: string
  seen_at: string
  seen_mark: Buffer | null
}
export const isSeen = (keys: Keys, { connection_id, seen_at, seen_mark }: Seen): boolean =>
  seen_mark !== null && isFingerprint(keys, 'connection', seenText(connection_id, seen_at), seen_mark)

export const isMark = (keys: Keys, text: string, mark: Buffer | null): boolean =>
  mark !== null && isFingerprint(keys, 'connection', text, mark)
