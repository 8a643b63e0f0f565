import { paths } from '#contract/paths.ts'
import { asCompany } from '#server/database/as-company.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { ringAnew } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { compare, type Plan, TooManyLeave } from './compare.ts'
import { actorName } from './departments.ts'
import { halt } from './directory.sql.ts'

type Needed = Pick<Services, 'system' | 'config' | 'jobs'>

const halted = '要停用或移除的人过多'

/**
 * Compares everything, or these people alone. A directory that lets too many go is not believed: it stops, and the managers are
 * told.
 */
export async function compareAll(
  services: Needed,
  companyId: string,
  externalIds?: readonly string[],
): Promise<Plan | 'halted'> {
  try {
    return await services.system.transaction(transaction =>
      compare(transaction, services, { companyId, ...(externalIds && { externalIds }), mode: 'sync' }),
    )
  } catch (error) {
    if (!(error instanceof TooManyLeave)) throw error
    await services.system.transaction(async transaction => {
      if (!(await halt(transaction, companyId, halted))) return
      const { disabled, removed } = error.plan.totals
      const detail = `${halted}：${disabled + removed} 人`
      await asCompany(transaction, companyId, company =>
        recordActivity(company, companyId, [{ action: 'directory.halted', id: companyId, name: '企业目录', detail }], {
          actorName,
        }),
      )
      await ringAnew(transaction, services, {
        to: { managersOfCompany: companyId },
        kind: 'directory_halted',
        subject: `directory:${companyId}`,
        title: '企业目录已停下',
        text: `${detail}。请核对目录；确实如此的，看过计划后重新启用。`,
        link: paths.directory,
      })
    })
    return 'halted'
  }
}
