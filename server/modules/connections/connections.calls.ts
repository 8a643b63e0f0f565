import { isDeepStrictEqual } from 'node:util'
import { connectionHours, findingNames, maxReportDelaySeconds } from '#contract/connection-names.ts'
import { type ConnectionReport, reportText } from '#contract/connections.ts'
import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { AccountContext, SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { usableFor } from '#server/modules/access/usable-lines.ts'
import { isSignedBy, thumbprintOf } from '#server/modules/accounts/device-keys.ts'
import type { Workplace } from '#server/modules/clients/clients.sql.ts'
import { requireLineUser, requireWorkplace } from '#server/modules/clients/workplace.ts'
import { lockCompany } from '#server/modules/companies/operations.sql.ts'
import { beat, connectionRuleOf, findConnection, listOffered, type OwnRow, setRule } from './connections.sql.ts'
import { endConnection } from './ending.ts'
import { seenMarkOf } from './facts.ts'
import { openConnection, usualRule, warningOf } from './opening.ts'

type Answer = OutputOf<'reportConnections'>['list'][number]

export const connectionsCalls = {
  async reportConnections(context, input) {
    const keyId = requireSigned(context, input)
    const { workplace, company } = await requireWorkplace(context)
    const receivedAt = Date.now()
    const batches = batchesOf(input, receivedAt)
    const { company_id: companyId, employee_id: employeeId } = workplace
    const beatOf = (connection_id: string, number: number, seen_at: string) => ({
      connection_id,
      number,
      seen_at,
      mark: seenMarkOf(context.services.config, connection_id, seen_at),
    })
    const beats = batches.flatMap(({ connection_id, last, disconnect, happenedAt }) =>
      disconnect ? [] : [beatOf(connection_id, last.number, happenedAt(last))],
    )
    const owner = { companyId, employeeId, deviceId: input.device_id }
    const alive = beats.length ? await beat(company, owner, beats) : []
    const list: Answer[] = []
    for (const each of batches) {
      const row = alive.find(({ connection_id }) => connection_id === each.connection_id)
      list.push(
        row
          ? // With its connection told once more, its client may not have had the answer.
            each.first.event === 'connect'
            ? answerAgain(row, 'open')
            : answer(row.connection_id, 'open')
          : await settle(context, company, workplace, { ...each, device_id: input.device_id, keyId }),
      )
    }
    return { received_at: new Date(receivedAt).toISOString(), list }
  },

  async getMyShops(context, { device_id }) {
    const { workplace, company } = await requireLineUser(context)
    const { company_id, employee_id: employeeId } = workplace
    const asking = { employeeId, deviceKey: context.session.deviceKey }
    const usable = (await usableFor(company, company_id, [device_id], asking)).get(device_id)
    if (!usable) throw new Refusal(-48001)
    const lineIds = usable.answer.list.map(({ svp_id }) => svp_id)
    return { list: lineIds.length ? await listOffered(company, company_id, lineIds) : [] }
  },

  getConnectionSettings: async ({ company, membership: { companyId } }) =>
    (await connectionRuleOf(company, companyId)) ?? usualRule,

  async setConnectionSettings({ company, membership: { companyId } }, input) {
    const { conflicts, keep_days } = input
    // Of two concurrent changes of the rule, each then reports correctly whether it has changed.
    await lockCompany(company, companyId)
    const before = (await connectionRuleOf(company, companyId)) ?? usualRule
    await requireSeen(
      company,
      input,
      before,
      editedInActivity(companyId, companyId, () => [['shop.settings']]),
    )
    // Omitted settings stay: a page that sends one may show an old state of the other.
    const rule = { conflicts: conflicts ?? before.conflicts, keep_days: keep_days ?? before.keep_days }
    await setRule(company, companyId, rule)
    const detail = `${rule.conflicts === 'refuse' ? '冲突时拒绝连接' : '冲突时提醒'}，保存 ${rule.keep_days} 天`
    const entries = isDeepStrictEqual(before, rule)
      ? []
      : [{ action: 'shop.settings' as const, id: companyId, name: '', detail }]
    await recordActivity(company, companyId, entries)
  },
} satisfies SomeHandlers

/** Returns the id of the key. Throws unless it is the session's, and has signed exactly these reports. */
function requireSigned({ session }: AccountContext, input: ParsedOf<'reportConnections'>): string {
  if (!session.deviceKey) throw new Refusal(-48016)
  const keyId = thumbprintOf(input.key)
  if (keyId !== session.deviceKey || !isSignedBy(input.key, reportText(input), input.signature))
    throw new Refusal(-48017)
  return keyId
}

interface Batch {
  connection_id: string
  /** The oldest and the newest of the batch, by their numbers. */
  first: ConnectionReport
  last: ConnectionReport
  disconnect: ConnectionReport | undefined
  receivedAt: number
  /** Returns when a report's event happened, by the server's clock. */
  happenedAt(report: ConnectionReport): string
}

/**
 * Groups the reports by connection. The device's clock only states how long before its sending an event happened, and that within
 * bounds: a wrong clock moves nothing by more than `maxReportDelaySeconds`.
 */
function batchesOf({ sent_at, reports }: ParsedOf<'reportConnections'>, receivedAt: number): Batch[] {
  const happenedAt = ({ at }: ConnectionReport) => {
    const age = Math.min(Math.max(Date.parse(sent_at) - Date.parse(at), 0), maxReportDelaySeconds * 1000)
    return new Date(receivedAt - age).toISOString()
  }
  return [...Map.groupBy(reports, ({ connection_id }) => connection_id)].flatMap(([connection_id, own]) => {
    own.sort((one, other) => one.number - other.number)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return []
    const disconnect = own.find(({ event }) => event === 'disconnect')
    return [{ connection_id, first, last, disconnect, receivedAt, happenedAt }]
  })
}

/**
 * Handles a connection that is new, has ended, ends now, or was reported before. A contradiction is answered for that connection
 * alone: the client would repeat a refused batch unchanged, which would hold up everything after it.
 */
async function settle(
  context: AccountContext,
  company: Database,
  workplace: Workplace,
  batch: Batch & { device_id: string; keyId: string },
): Promise<Answer> {
  const { company_id: companyId } = workplace
  const { connection_id, first, last, disconnect, receivedAt, happenedAt, device_id, keyId } = batch
  let row = await findConnection(company, companyId, connection_id)
  let opened: Answer | undefined
  if (!row) {
    opened = await openConnection(context, workplace, {
      connection_id,
      svp_id: first.svp_id,
      shop_id: first.shop_id,
      device_id,
      key_id: keyId,
      // A disconnection in the same batch comes after it.
      number: disconnect ? first.number : last.number,
      started_at: happenedAt(first),
      // A late report may be older than a client may be silent, but the client was heard just now.
      seen_at: disconnect ? later(happenedAt(first), happenedAt(disconnect)) : new Date(receivedAt).toISOString(),
      device_started_at: nearby(first.at),
    })
    if (opened && (opened.state === 'refused' || !disconnect)) return opened
    row = await findConnection(company, companyId, connection_id)
  }
  // The row was trimmed concurrently.
  if (!row) return answer(connection_id, 'ended')
  if (row.employee_id !== workplace.employee_id)
    return { ...answer(connection_id, 'refused'), message: '连接编号已被占用' }
  // A device that was removed and registered again with the same key ends what it had opened before.
  if (row.device_id !== device_id && !(disconnect && row.key_id === keyId))
    return { ...answer(connection_id, 'ended'), message: '连接属于另一台设备' }
  if (row.end_reason === 'refused') return answerAgain(row, 'refused')
  if (row.ended_at) return answer(connection_id, 'ended')
  const ending = endingOf(row, batch)
  if (!ending) return answerAgain(row, 'open')
  await endConnection({ ...context.services, system: context.system }, companyId, row, ending)
  return { ...answer(connection_id, 'ended'), findings: opened?.findings ?? [] }
}

/** Returns how an open connection ends by these reports; undefined when it goes on. */
function endingOf(row: OwnRow, { disconnect, last, happenedAt }: Batch) {
  // A client numbers a disconnection last; it may be repeated in a batch with earlier reports.
  if (disconnect && disconnect.number >= row.last_number)
    return { reason: 'disconnected' as const, at: happenedAt(disconnect), number: disconnect.number }
  if (row.is_long) return { reason: 'renewed' as const, number: last.number }
  return undefined
}

const later = (one: string, other: string) => (Date.parse(one) > Date.parse(other) ? one : other)

/** The device's own time, stored for comparison: a clock that is off by more than a day counts as a day off. */
function nearby(at: string): string {
  const bound = connectionHours * 3_600_000
  return new Date(Math.min(Math.max(Date.parse(at), Date.now() - bound), Date.now() + bound)).toISOString()
}

/** Answers a repeated report, whose answer may have been lost: with the findings, named instead of explained. */
function answerAgain(
  { connection_id, findings }: Pick<OwnRow, 'connection_id' | 'findings'>,
  state: 'open' | 'refused',
): Answer {
  const found = findings.map(finding => ({ finding, message: findingNames[finding] }))
  return { connection_id, state, findings: found, message: warningOf(state === 'refused', found) }
}

const messages = { open: '', ended: '连接已结束', refused: '企业不允许这样连接' }
const answer = (connection_id: string, state: Answer['state']): Answer => ({
  connection_id,
  state,
  findings: [],
  message: messages[state],
})
