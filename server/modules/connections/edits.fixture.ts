import { generateKeyPairSync, randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { headText } from '#contract/passport/head.ts'
import { chainStart, digestOf, linkHash, signText } from '#server/core/connection-chain.ts'
import type { Database } from '#server/database/database.ts'
import { type ChainEnd, endOf, linksBetween, setEnd } from './chain.sql.ts'
import { closedTextOf, openedTextOf } from './facts.ts'

/** An edit that a superuser makes to a company's record behind the portal's back. `stolen` is an end that was signed earlier. */
export interface Tampering {
  database: Database
  companyId: string
  /** Returns a whole number below `limit`. */
  random(limit: number): number
  stolen: ChainEnd
}

const row = z.object({ id: z.string() })

async function pick({ database, companyId, random }: Tampering): Promise<string> {
  const rows = await database.rows(row)`
    select id from connection where company_id = ${companyId} and opened_number is not null order by opened_number`
  const found = rows[random(rows.length)]
  if (!found) throw new Error('there is nothing to tamper with')
  return found.id
}

/** Each changes a fact of one link; the row still satisfies the table's own checks. */
const changes = [
  "address = '198.51.100.77'",
  'employee_id = uuidv7()',
  'device_id = uuidv7()',
  "key_id = 'another key'",
  "findings = case when findings = '{}' then array['no_right'] else '{}' end",
  "started_at = started_at - interval '1 minute'",
  "device_started_at = device_started_at + interval '1 millisecond'",
  "shop_number = case when shop_id is null then null else shop_number || '1' end, address = '198.51.100.78'",
  "ended_at = coalesce(ended_at, now()) + interval '1 minute', end_reason = coalesce(end_reason, 'silent'), closed_mark = coalesce(closed_mark, opened_mark)",
  "end_reason = case end_reason when 'silent' then 'disconnected' else 'silent' end, ended_at = coalesce(ended_at, now()), closed_mark = coalesce(closed_mark, opened_mark)",
] as const

async function change(tampering: Tampering) {
  const assignment = changes[tampering.random(changes.length)] ?? changes[0]
  await tampering.database.change`
    update connection set ${raw(assignment)} where company_id = ${tampering.companyId} and id = ${await pick(tampering)}`
}

/** Moves the last heartbeat of an open connection, with another's mark or none. */
async function linger({ database, companyId, random }: Tampering) {
  const mark = random(2) ? sql`null` : sql`opened_mark`
  await database.change`
    update connection set seen_at = seen_at + make_interval(mins => 1 + ${random(600)}::integer),
      seen_mark = case when ${random(2)} = 0 then seen_mark else ${mark} end
    where id = any(array(select id from connection where company_id = ${companyId} and ended_at is null order by id limit 1))`
}

const remove = async (tampering: Tampering) =>
  void (await tampering.database.change`
    delete from connection where company_id = ${tampering.companyId} and id = ${await pick(tampering)}`)

const columns = `line_id, address, shop_id, shop_platform, shop_number, employee_id, employee_name, device_id, device_name, key_id,
  findings, started_at, device_started_at, seen_at, last_number, ended_at, end_reason, opened_mark, closed_mark`

/** Inserts an invented connection, with another's marks, which waits for its place or has one beyond the end. */
async function insert(tampering: Tampering) {
  const { database, companyId, random } = tampering
  const placed = random(2) === 0
  const end = await endOf(database, companyId)
  const number = placed ? sql`${end?.number ?? 0}::bigint + 1` : sql`null::bigint`
  await database.change`
    insert into connection (company_id, id, ${raw(columns)}, opened_number, opened_hash)
    select company_id, ${randomUUID()}, ${raw(columns)}, ${number}, case when ${placed} then opened_hash end
    from connection where company_id = ${companyId} and id = ${await pick(tampering)}`
}

async function reorder(tampering: Tampering) {
  const { database, companyId } = tampering
  const [one, other] = [await pick(tampering), await pick(tampering)]
  if (one === other) return change(tampering)
  const place = z.object({ opened_number: z.int(), opened_hash: z.instanceof(Buffer) })
  const places = await Promise.all(
    [one, other].map(
      id => database.row(place)`
      select opened_number, opened_hash from connection where company_id = ${companyId} and id = ${id}`,
    ),
  )
  await database.change`
    update connection set opened_number = null, opened_hash = null
    where company_id = ${companyId} and id = any(${[one, other]}::uuid[])`
  for (const [id, at] of [
    [one, places[1]],
    [other, places[0]],
  ] as const)
    await database.change`
      update connection set opened_number = ${at?.opened_number}, opened_hash = ${at?.opened_hash}
      where company_id = ${companyId} and id = ${id}`
}

/** Recomputes every stored hash after an edit, as an attacker who has read this program would. */
async function recompute({ database, companyId }: Tampering) {
  let hash = chainStart(companyId)
  let number = 0
  for (const link of await linksBetween(database, companyId, 1, Number.MAX_SAFE_INTEGER)) {
    number += 1
    hash = linkHash(hash, number, digestOf(link.kind === 'opened' ? openedTextOf(link) : closedTextOf(link)))
    const [place, kept] = [raw(`${link.kind}_number`), raw(`${link.kind}_hash`)]
    await database.change`
      update connection set ${place} = ${number}, ${kept} = ${hash}
      where company_id = ${companyId} and id = ${link.connection_id}`
  }
  return { number, hash }
}

async function rewrite(tampering: Tampering) {
  const { database, companyId, random } = tampering
  await (random(2) ? change : remove)(tampering)
  const { number, hash } = await recompute(tampering)
  const text = { company: companyId, number, hash: hash.toString('hex'), at: new Date().toISOString() }
  const end = await endOf(database, companyId)
  const signed = headText({ kind: 'end', ...text })
  // An attacker without the portal's key leaves the signature, or signs with another key.
  const { privateKey } = generateKeyPairSync('ed25519')
  const signature = random(2) ? (end?.signature ?? '') : signText(privateKey, signed)
  await setEnd(database, companyId, { number, hash, signed, signature, key_id: end?.key_id ?? '' })
  if (random(2)) await database.change`delete from connection_head where company_id = ${companyId}`
}

/** Removes everything after an end that was really signed, and restores that end. */
async function shorten({ database, companyId, stolen }: Tampering) {
  await database.change`
    delete from connection where company_id = ${companyId} and opened_number > ${stolen.number}`
  await database.change`
    update connection set closed_number = null, closed_hash = null, ended_at = null, end_reason = null, closed_mark = null
    where company_id = ${companyId} and closed_number > ${stolen.number}`
  await database.change`
    delete from connection_head where company_id = ${companyId} and number > ${stolen.number}`
  await setEnd(database, companyId, stolen)
}

/** Removes the beginning, with the head of a day in place of one that the trimming signs. */
async function behead({ database, companyId, random }: Tampering) {
  await database.change`
    insert into connection_head (company_id, kind, number, hash, signed, signature)
    select company_id, 'trim', number, hash, signed, signature from connection_head
    where company_id = ${companyId} and kind = 'day' order by number limit 1`
  await database.change`
    delete from connection where company_id = ${companyId} and opened_number <= (
      select number from connection_head where company_id = ${companyId} and kind = 'trim') - ${random(2)}`
}

const forget = ({ database, companyId }: Tampering) =>
  database.transaction(async transaction => {
    await transaction.change`delete from connection where company_id = ${companyId}`
    await transaction.change`delete from connection_head where company_id = ${companyId}`
    await transaction.change`delete from connection_chain where company_id = ${companyId}`
  })

export const edits: Record<string, (tampering: Tampering) => Promise<void>> = {
  change,
  linger,
  remove,
  insert,
  reorder,
  rewrite,
  shorten,
  behead,
  forget,
}
