import { paths } from '#contract/paths.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { recordCheck } from './chain.sql.ts'

/** Notifies the provider, on the health page and in the log, and the company's managers that its record is not what was signed. */
export async function reportBrokenChain(
  { system, config, jobs }: Pick<TaskServices, 'system' | 'config' | 'jobs'>,
  companyId: string,
  faults: readonly string[],
  log: RunningJob['log'],
): Promise<void> {
  await recordCheck(system, companyId, faults.length)
  log.error({ company: companyId, faults }, '连接记录的链与记录不符')
  await notify(
    system,
    { config, jobs },
    {
      to: { managersOfCompany: companyId },
      kind: 'chain_broken',
      subject: `chain-broken:${dayInChina(Date.now())}`,
      title: '连接记录与签名不符',
      text: `核对发现：${faults.slice(0, 3).join('；')}。在查明之前不能出具护照，请保存好已下载的每日签名，并联系客服。`,
      link: paths.shops,
    },
  )
}
