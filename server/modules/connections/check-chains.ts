import { text } from 'node:stream/consumers'
import { paths } from '#contract/paths.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { HealthCheck } from '#server/engines/health/health-check.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { chainFaults, checkedChains, lockEnd, recordCheck } from './chain.sql.ts'
import { readSignedText, type SignedText } from './heads.ts'
import { verifyChain } from './verify.ts'

type Needed = Pick<TaskServices, 'system' | 'config' | 'jobs' | 'storage'>
type Job = Pick<RunningJob, 'log' | 'stopping'>

/** Once a day: walks each company's whole chain and compares it with the signatures that are kept outside of the database. */
export async function checkChains(services: Needed, { log, stopping }: Job): Promise<void> {
  const { system } = services
  for (const { company_id: companyId, faults: before } of await checkedChains(system)) {
    if (stopping.aborted) return
    const faults = await faultsOf(services, companyId)
    await recordCheck(system, companyId, faults.length)
    if (!faults.length) continue
    log.error({ company: companyId, faults }, '连接记录的链与记录不符')
    if (before) continue
    await notify(system, services, {
      to: { managersOfCompany: companyId },
      kind: 'chain_broken',
      subject: `chain-broken:${dayInChina(Date.now())}`,
      title: '连接记录与签名不符',
      text: `每日核对发现：${faults.slice(0, 3).join('；')}。在查明之前不能出具护照，请保存好已下载的每日签名，并联系客服。`,
      link: paths.shops,
    })
  }
}

async function faultsOf({ system, config, storage }: Needed, companyId: string): Promise<string[]> {
  const kept = await keptHeads(storage, companyId)
  const faults = await verifyChain(system, config, companyId, kept, { retiredKeys: true })
  if (!faults.length) return faults
  // The chain may have grown in between. Holding its end keeps it as it is, for as long as the walk takes.
  return system.transaction(async transaction => {
    await lockEnd(transaction, companyId)
    return verifyChain(transaction, config, companyId, kept, { retiredKeys: true })
  })
}

async function keptHeads(storage: Needed['storage'], companyId: string): Promise<SignedText[]> {
  const kept: SignedText[] = []
  for (const key of await storage.list(`chain-head/${companyId}/`)) {
    const file = await storage.get(key)
    const read = file && readSignedText(await text(file.stream))
    // A file that was damaged proves nothing, neither way.
    if (read) kept.push(read)
  }
  return kept
}

export const chainChecks: readonly HealthCheck[] = [
  {
    name: 'connection_chains',
    group: 'database',
    title: '与签名不符的连接记录',
    metric: {
      name: 'portal_connection_chains_broken',
      help: 'Companies whose record of connections is not what was signed',
    },
    unit: 'count',
    limits: { warn: 0, bad: 0 },
    advice:
      '有人在门户之外改过数据库，或数据库恢复到了较早的时刻。日志里写着是哪一环；在查明之前不要清理，也不要出具护照。',
    every: 600,
    measure: async ({ database }) => [{ value: await chainFaults(database) }],
  },
]
