import { z } from 'zod'
import { CommandUsage } from '#server/core/command-usage.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '../audit/audit.ts'

export const replicaHelp = `  replica list                                  列出各副本与最近一次心跳
  replica forget <主机名>                       移除不再使用、也没有正常停止的副本，不再告警`

/** Seconds within which a running replica renews its row. */
const livesFor = 60
const replicaRow = z.object({ host: z.string(), version: z.string(), age: z.number() })
const ageRow = z.object({ age: z.number() })

type Run = (work: (services: { system: Database }) => Promise<void>) => Promise<void>

export async function replicaCommand(run: Run, [action, host]: string[]): Promise<void> {
  if (action === 'list') return run(listReplicas)
  if (action !== 'forget') throw new CommandUsage()
  if (!host) throw new CommandUsage('请写明副本的主机名')
  return run(async ({ system }) => {
    await forgetReplica(system, host)
    console.log(`已移除：${host}`)
  })
}

async function listReplicas({ system }: { system: Database }): Promise<void> {
  const replicas = await system.rows(replicaRow)`
    select host, version, extract(epoch from now() - seen_at)::double precision as age from replica order by host, seen_at`
  for (const { host, version, age } of replicas) console.log(`${host}  版本 ${version}  ${Math.round(age)} 秒前`)
}

/** Removes a host's dead processes, so that they are no longer reported as missing. Refuses if one is running. */
export async function forgetReplica(system: Database, host: string): Promise<void> {
  await system.transaction(async transaction => {
    const rows = await transaction.rows(ageRow)`
      delete from replica where host = ${host} returning extract(epoch from now() - seen_at)::double precision as age`
    if (!rows.length) throw new CommandUsage(`没有这个副本：${host}`)
    if (rows.some(({ age }) => age < livesFor)) throw new CommandUsage(`${host} 正在运行，不必移除：停止它即可`)
    // Alerts whose recovery only that host could have reported.
    await transaction.change`delete from health_alert where starts_with(place, ${`${host}:`})`
    await recordAudit(transaction, { action: 'replica.forgotten', target: `replica:${host}` })
  })
}
