import { z } from 'zod'
import { retentionDays } from '#contract/connection-names.ts'
import { id } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { chainStart } from '#server/core/connection-chain.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { renotify } from '#server/engines/notices/notices.ts'
import { type ChainEnd, headsOf, insertHead } from './chain.sql.ts'
import { requireEnd } from './chain.ts'
import { noteFormerKeys } from './former-keys.ts'
import { isGenuine, lostKey, signHead, signingKey } from './heads.ts'
import { keepHead } from './kept-heads.ts'
import { companiesSignedBefore } from './renewal.sql.ts'
import { renewSigned } from './renewal.ts'
import { links } from './verify.ts'

type Needed = Pick<TaskServices, 'system' | 'config' | 'jobs' | 'storage'>
type Job = Pick<RunningJob, 'log' | 'stopping'>

const chainedCompany = z.object({ company_id: id, keep_days: z.int() })

const chainedCompanies = (system: Database) =>
  system.rows(chainedCompany)`
    select company_id, coalesce(keep_days, ${retentionDays.usual}::integer) as keep_days
    from connection_chain left join connection_setting using (company_id)`

/**
 * Runs once a day: signs the end of each company's chain, and trims what is older than the company keeps. Signatures of an older
 * key are renewed after that, because it may take long and the day's heads must not wait.
 */
export async function keepChains(services: Needed, job: Job): Promise<void> {
  const { system, config } = services
  await noteFormerKeys(system, config)
  const alone = forEachIsolated(job, '连接记录的每日签名或清理没有完成')
  await alone.run(await chainedCompanies(system), async ({ company_id, keep_days }) => {
    await signAndPublishDayHead(services, company_id, job)
    await trimChain(services, company_id, keep_days, job)
  })
  const older = await companiesSignedBefore(system, [signingKey(config).id, lostKey])
  await alone.run(older, async ({ company_id }) => {
    await renewSigned(services, company_id)
  })
  alone.end()
}

/**
 * Signs the end of the day, stores it outside of the database, and notifies the managers. A day without new links is not announced.
 * A head that an interrupted run did not store is stored first, before a newer one replaces it.
 */
async function signAndPublishDayHead(
  { system, config, jobs, storage }: Needed,
  companyId: string,
  { log }: Job,
): Promise<void> {
  const [newest] = await headsOf(system, companyId, 'day', 1)
  if (newest) await keepHead(storage, config, companyId, newest)
  const head = await system.transaction(async transaction => {
    const end = await requireEnd(transaction, config, companyId)
    if (!end.number) return undefined
    if (!isGenuine(config, companyId, 'end', end)) {
      log.error({ company: companyId }, '连接记录的链的末端不是门户签名的')
      return undefined
    }
    const [last] = await headsOf(transaction, companyId, 'day', 1)
    if (last && last.number >= end.number) return undefined
    const signed = signHead(config, 'day', companyId, end)
    await insertHead(transaction, companyId, 'day', signed)
    await renotify(
      transaction,
      { config, jobs },
      {
        to: { managersOfCompany: companyId },
        kind: 'chain_head',
        subject: 'chain-head',
        title: '连接记录的每日签名',
        text: `截至 ${dayInChina(Date.now())} 共 ${signed.number} 环，末端 ${signed.hash.toString('hex').slice(0, 16)}。请在“店铺与账号”页下载并另行保存。`,
        link: paths.shops,
      },
    )
    return signed
  })
  if (head) await keepHead(storage, config, companyId, head)
}

const trimmable = z.object({ number: z.int().nullable() })

/** Returns the last link before the first one about a connection that is still kept. */
const lastOutdated = async (database: Database, companyId: string, days: number) =>
  (
    await database.row(trimmable)`
      with kept as (
        select closed_number from connection
        where company_id = ${companyId} and closed_number is not null
          and ended_at >= now() - make_interval(days => ${days}::integer)
        order by closed_number limit 1
      )
      select max(closed_number) as number from connection
      where company_id = ${companyId} and closed_number is not null
        and closed_number < coalesce((select closed_number from kept), 9223372036854775807)`
  )?.number ?? 0

const batch = 2_000

/**
 * Removes connections older than the company keeps, up to the end of a day that was signed. A signed head states up to where, so
 * that nobody else can shorten the record from its beginning. Rows that an interrupted run has left before the last such head are
 * removed by the next.
 */
export async function trimChain(
  { system, config }: Pick<Needed, 'system' | 'config'>,
  companyId: string,
  days: number,
  { log, stopping }: Job,
): Promise<void> {
  const outdated = await lastOutdated(system, companyId, days)
  const [before] = await headsOf(system, companyId, 'trim', 1)
  const point = (await headsOf(system, companyId, 'day', 10_000)).find(({ number }) => number <= outdated)
  const further = point && point.number > (before?.number ?? 0) ? point : undefined
  if (further && !(await cutOff({ system, config }, companyId, before, further)))
    return log.error({ company: companyId }, '连接记录与链不符，没有清理')
  const start = further ?? before
  if (!start || !isGenuine(config, companyId, further ? 'day' : 'trim', start)) return
  let removed = 0
  while (!stopping.aborted) {
    const count = await system.change`
      delete from connection where company_id = ${companyId} and id = any(array(
        select id from connection where company_id = ${companyId} and closed_number <= ${start.number} limit ${batch}))`
    removed += count
    if (count < batch) break
  }
  await system.change`
    delete from address_use where company_id = ${companyId} and last_at < now() - make_interval(days => ${days}::integer)`
  if (further || removed) log.info({ company: companyId, removed }, '已清理过期的连接记录')
}

/** Signs the new start of the chain; returns whether the links up to there are those that were signed. */
async function cutOff(
  { system, config }: Pick<Needed, 'system' | 'config'>,
  companyId: string,
  before: ChainEnd | undefined,
  point: ChainEnd,
): Promise<boolean> {
  // Otherwise an attacker who makes rows look old, or rewrites them, would have us remove the proof.
  const start = { number: before?.number ?? 0, hash: before?.hash ?? chainStart(companyId) }
  const genuine =
    isGenuine(config, companyId, 'day', point) &&
    (!before || isGenuine(config, companyId, 'trim', before)) &&
    (await endsIn(links(system, companyId, start, point.number), point.hash))
  if (genuine)
    await system.transaction(transaction =>
      insertHead(transaction, companyId, 'trim', signHead(config, 'trim', companyId, point)),
    )
  return genuine
}

/** Reports whether the links follow each other without a gap, up to this hash. */
async function endsIn(walk: ReturnType<typeof links>, hash: Buffer): Promise<boolean> {
  let last: Buffer | undefined
  for await (const link of walk) {
    if (link.number !== link.expected) return false
    last = link.hash
  }
  return last?.equals(hash) ?? false
}
