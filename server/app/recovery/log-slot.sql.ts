import type { Client } from 'pg'
import { type Position, parsePosition } from './log-position.ts'

const prefix = 'archive_'
const slotOf = (run: string) => prefix + run.replaceAll('-', '_')

export interface LogState {
  /** Milliseconds since 1970, taken before `flushed`. */
  at: number
  /** All log before this position is on disk and never changes. */
  flushed: Position
  timeline: number
  /** True if the server was started with the level that an archive needs. */
  archivable: boolean
  slot: { run: string; lost: boolean; kept: Position | undefined } | undefined
}

export async function readLogState(client: Client): Promise<LogState> {
  const { rows } = await client.query<
    Record<'at' | 'flushed' | 'file' | 'level' | 'slot' | 'status' | 'kept', string>
  >(`
    select (extract(epoch from clock_timestamp()) * 1000)::text as at, pg_current_wal_flush_lsn()::text as flushed,
      pg_walfile_name(pg_current_wal_flush_lsn()) as file, current_setting('wal_level') as level,
      slot_name::text as slot, wal_status as status, restart_lsn::text as kept
    from (values (1)) as one left join pg_replication_slots on slot_name like 'archive\\_%'`)
  const [row] = rows
  if (!row) throw new Error('the log has no state')
  return {
    at: Math.floor(Number(row.at)),
    flushed: parsePosition(row.flushed),
    timeline: Number.parseInt(row.file.slice(0, 8), 16),
    archivable: row.level !== 'minimal',
    slot: row.slot
      ? {
          run: row.slot.slice(prefix.length).replaceAll('_', '-'),
          lost: row.status === 'lost',
          kept: row.kept ? parsePosition(row.kept) : undefined,
        }
      : undefined,
  }
}

/** Makes PostgreSQL keep the log from here on, and returns the position. */
export async function keepLog(client: Client, run: string): Promise<Position> {
  const { rows } = await client.query<{ lsn: string }>(
    'select lsn::text as lsn from pg_create_physical_replication_slot($1, true)',
    [slotOf(run)],
  )
  return parsePosition(rows[0]?.lsn ?? '')
}

/** Lets PostgreSQL remove the log before this position. */
export const releaseLog = (client: Client, run: string, before: string) =>
  client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [slotOf(run), before])

export const dropSlot = (client: Client, run: string) =>
  client.query('select pg_drop_replication_slot($1)', [slotOf(run)])
