import { codes } from '#contract/codes.ts'
import { type ConnectionFinding, findingNames, retentionDays } from '#contract/connection-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { passportPath } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { withinLimit } from '#server/database/limits.ts'
import type { AccountContext } from '#server/engines/context.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { personalTrouble } from '#server/modules/access/personal.ts'
import { type Asking, usableFor } from '#server/modules/access/usable-lines.ts'
import type { Workplace } from '#server/modules/clients/clients.sql.ts'
import { conflictText, shopText } from '#server/modules/shops/conflict-text.ts'
import { findConflicts } from '#server/modules/shops/conflicts.sql.ts'
import { chainNow } from './chain.ts'
import {
  type ChosenShop,
  connectionRuleOf,
  countUse,
  findShop,
  insertConnection,
  lockLine,
  lockNames,
} from './connections.sql.ts'
import { closedTextOf, type FactRow, markOf, openedTextOf, seenMarkOf } from './facts.ts'

type Answer = OutputOf<'reportConnections'>['list'][number]
type Finding = Answer['findings'][number]

/** A connection that is reported for the first time. */
export interface Reported {
  connection_id: string
  svp_id: string
  shop_id: string | undefined
  device_id: string
  key_id: string
  number: number
  started_at: string
  /** When the client was last heard of, at the earliest when it began. */
  seen_at: string
  device_started_at: string
}

/** The most connections that one person's clients may open. */
const opened = { max: 120, seconds: 3600 }

export const usualRule = { conflicts: 'warn' as const, keep_days: retentionDays.usual }

/**
 * Opens a connection and returns what is wrong with it, before it is used. Returns undefined when a concurrent report has opened
 * it. Nothing is recorded about a line that the company does not have.
 */
export async function openConnection(
  { system, services, session }: AccountContext,
  workplace: Workplace,
  reported: Reported,
): Promise<Answer | undefined> {
  const { company_id: companyId, employee_id: employeeId } = workplace
  const { connection_id, svp_id, device_id } = reported
  const refused = (message: string): Answer => ({ connection_id, state: 'refused', findings: [], message })
  const trouble = personalTrouble(workplace, services.config)
  if (trouble) return refused(codes[trouble])
  // A heartbeat costs little and is not counted; a connection leaves a row for as long as the company keeps them.
  if (!(await withinLimit(system, `connect:${employeeId}`, opened)))
    return refused('一小时内建立的连接过多，请稍后再试')
  return system.transaction(async transaction => {
    const outcome = await asCompany(transaction, companyId, async company => {
      const usable = await usableWith(company, companyId, device_id, { employeeId, deviceKey: session.deviceKey })
      if (usable instanceof Refusal) return refused(codes[usable.code])
      const names = await lockNames(company, companyId, { employeeId, deviceId: device_id })
      if (!usable || !names) return refused(codes[-48001])
      const { device_name: deviceName, employee_name: employeeName } = names
      const shop = reported.shop_id ? await findShop(company, companyId, reported.shop_id) : undefined
      if (reported.shop_id && !shop) return refused('店铺不存在或已停用，请重新选择')
      const { conflicts } = (await connectionRuleOf(company, companyId)) ?? usualRule
      // Guard: of two shops that meet on one address concurrently, the second waits here and then sees the first.
      const line = await lockLine(company, companyId, svp_id)
      if (!line?.address) return refused('专线不存在，或没有地址')
      const { found, onlyPast } = await findingsOf(company, companyId, { shop, lineId: svp_id }, usable.answer)
      const isRefused = conflicts === 'refuse' && found.length > 0 && !onlyPast
      const row: FactRow = {
        ...reported,
        shop_id: shop?.shop_id ?? null,
        shop_platform: shop?.platform ?? null,
        shop_number: shop?.shop_number ?? null,
        address: line.address,
        employee_id: employeeId,
        findings: found.map(({ finding }) => finding),
        ended_at: isRefused ? reported.started_at : null,
        end_reason: isRefused ? 'refused' : null,
      }
      const opening = {
        row,
        employeeName,
        deviceName,
        number: reported.number,
        seenAt: isRefused ? reported.started_at : reported.seen_at,
        openedMark: markOf(services.config, openedTextOf(row)),
        closedMark: isRefused ? markOf(services.config, closedTextOf(row)) : null,
        seenMark: isRefused ? null : seenMarkOf(services.config, connection_id, reported.seen_at),
      }
      // The links are built from the returned row, because every later check computes them from it.
      const written = await insertConnection(company, companyId, opening)
      if (!written) return undefined
      if (!isRefused) await countUse(company, companyId, opening)
      const answer: Answer = {
        connection_id,
        state: isRefused ? 'refused' : 'open',
        findings: found,
        message: warningOf(isRefused, found),
      }
      return { answer, row: written, line: { ...line, address: line.address }, deviceName, employeeName, shop }
    })
    if (!outcome || 'state' in outcome) return outcome
    const { answer, row, line, deviceName, employeeName, shop } = outcome
    const { config } = services
    chainNow(transaction, config, companyId, { connection_id, kind: 'opened', text: openedTextOf(row) })
    if (row.ended_at)
      chainNow(transaction, config, companyId, { connection_id, kind: 'closed', text: closedTextOf(row) })
    for (const { finding, message } of answer.findings)
      await notify(transaction, services, {
        to: { managersOfCompany: companyId },
        kind: 'connection_warned',
        // Once a day for each person, device and shop on an address, however often they try.
        subject: `connection:${employeeId}:${finding}:${line.address}:${shop?.shop_id ?? device_id}:${dayInChina(Date.now())}`,
        title: `${findingNames[finding]}${answer.state === 'refused' ? '：已拒绝' : ''}`,
        text: `${employeeName} 的设备「${deviceName}」${answer.state === 'refused' ? '试图' : ''}使用专线「${line.name}」（${line.address}）${shop ? `登录${shopText(shop)}` : ''}：${message}。`,
        link: passportPath(svp_id),
      })
    return answer
  })
}

/** Returns the refusal where the device has another key by now: only this connection is refused, and others may still end. */
const usableWith = (company: Database, companyId: string, deviceId: string, asking: Asking) =>
  usableFor(company, companyId, [deviceId], asking).then(
    usable => usable.get(deviceId),
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )

/** Returns the text that the client shows; empty when all is well. */
export const warningOf = (isRefused: boolean, findings: readonly Finding[]) =>
  findings.length
    ? `${isRefused ? '企业不允许这样连接' : '请注意'}：${findings.map(({ message }) => message).join('；')}`
    : ''

/** The reasons by which the device's audit keeps it from its lines. */
const deviceReasons: readonly string[] = ['device_pending', 'device_rejected', 'device_suspended']

async function findingsOf(
  company: Database,
  companyId: string,
  { shop, lineId }: { shop: ChosenShop | undefined; lineId: string },
  usable: OutputOf<'getUsableLines'>,
) {
  const found: Finding[] = []
  // Another shop's past use does not keep a shop from its own line: nothing that it does could undo it.
  let isPast = false
  const add = (finding: ConnectionFinding, message: string) => found.push({ finding, message })
  if (shop) {
    const pairs = [{ svp_id: lineId, platform: shop.platform }]
    const search = { pairs, except: [shop.shop_id], isOwner: shop.svp_id === lineId }
    const [other] = await findConflicts(company, companyId, search, 1)
    isPast = search.isOwner && other?.is_bound === false
    if (other) add('second_shop', `该地址${conflictText(other)}，同一平台的店铺不宜共用地址`)
  }
  if (deviceReasons.includes(usable.reason)) add('unknown_device', usable.message)
  else if (!usable.usable) add('no_right', usable.message)
  else if (!usable.list.some(({ svp_id }) => svp_id === lineId)) add('no_right', '企业没有授权本人使用这条专线')
  return { found, onlyPast: isPast && found.length === 1 }
}
