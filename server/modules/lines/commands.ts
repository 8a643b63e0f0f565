import { lineStateNames } from '#contract/line-names.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { loggedAs, providerName } from '#server/engines/activity/context.ts'
import type { Services } from '#server/engines/services.ts'
import { companyOfLine } from '#server/modules/access/scopes.sql.ts'
import { scopeOfLines } from '#server/modules/access/scopes.ts'
import { recordingAccess } from './access-log.ts'
import { operatedActs, operatedLines, resumeLine, suspendLine } from './operating.ts'

export const lineHelp = `  line list [企业全称|地址|专线编号]            列出专线，最新的 200 条
  line suspend <专线编号> --reason <原因>       暂停专线：谁都不能使用，企业会看到原因；时间照走，地址保留
  line resume <专线编号>                        恢复暂停的专线`

interface Typed {
  action: string | undefined
  which: string | undefined
  reason: string | undefined
}

type Needed = Pick<Services, 'system' | 'config' | 'jobs'>
type Run = (work: (services: Needed) => Promise<void>) => Promise<void>

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function lineCommand(run: Run, { action, which, reason }: Typed): Promise<void> {
  if (action === 'list') return run(services => list(services, which))
  if (action !== 'suspend' && action !== 'resume') throw new CommandUsage()
  if (!which || !uuid.test(which)) throw new CommandUsage('请写明专线编号，见 line list')
  if (action === 'resume')
    return run(async services => {
      const name = await recorded(services, which, 'resume', inside => resumeLine(inside, { lineId: which }))
      console.log(`已恢复：${name}`)
    })
  const why = reason?.trim()
  if (!why) throw new CommandUsage('暂停时请用 --reason 写明原因，企业会看到')
  return run(async services => {
    const decision = { lineId: which, reason: why }
    console.log(`已暂停：${await recorded(services, which, 'suspend', inside => suspendLine(inside, decision))}`)
  })
}

/** Records the command's effect for the people and the line; the command itself refuses an unknown line. */
const recorded = (
  services: Needed,
  lineId: string,
  act: keyof typeof operatedActs,
  work: (inside: Needed) => Promise<string>,
): Promise<string> =>
  services.system.transaction(async transaction => {
    const inside = { ...services, system: transaction }
    const found = await companyOfLine(transaction, lineId)
    if (!found) return work(inside)
    const companyId = found.company_id
    const scope = await scopeOfLines({ company: transaction, companyId }, [lineId])
    const about = { companyId, scope, act: operatedActs[act] }
    // The company reads that the provider acted, as after an operator's request.
    return loggedAs(providerName, () => recordingAccess(transaction, about, () => work(inside)))
  })

async function list({ system }: Needed, keyword: string | undefined): Promise<void> {
  const lines = await operatedLines(system, keyword)
  for (const line of lines)
    console.log(
      [
        line.line_id,
        line.company,
        line.name,
        line.city,
        line.address ?? '未绑定',
        lineStateNames[line.state],
        `${dayInChina(line.ends_at)} 到期`,
        line.suspend_reason ?? '',
      ]
        .join('  ')
        .trimEnd(),
    )
  console.log(lines.length ? `共 ${lines.length} 条` : '没有这样的专线')
}
