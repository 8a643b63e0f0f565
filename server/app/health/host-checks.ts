import { z } from 'zod'
import { measureDisk } from '#server/app/checks/folder.ts'
import type { HealthCheck, HealthGround } from '#server/engines/health/health-check.ts'
import { formatValue } from '#server/engines/health/health-check.ts'
import { inChina } from '#server/engines/health/in-china.ts'

const megabyte = 2 ** 20
const day = 86_400

const run = z.object({ age: z.number(), at: z.number().nullable(), note: z.string().nullable() })

const outcome = z.object({ failure: z.string().nullable() })

/** If none was recorded, the installation's age counts: a new portal has a day to make its first backup. */
async function lastRun({ database }: HealthGround, kind: 'backup' | 'rehearsal') {
  const row = await database.row(run)`
    select extract(epoch from now() - coalesce(made_at, installation.created_at))::double precision as age,
      extract(epoch from made_at)::double precision as at, note
    from installation left join lateral (select made_at, note from backup_run
      where kind = ${kind} and (failure is null or kind = 'backup')
      order by made_at desc limit 1) as last on true`
  if (!row) return []
  const detail =
    row.at === null ? '从未登记，这是安装以来的时间' : [inChina(row.at * 1000), row.note].filter(Boolean).join('，')
  return [{ value: Math.max(0, row.age), detail }]
}

export const hostChecks: readonly HealthCheck[] = [
  {
    name: 'disk_free',
    group: 'host',
    title: '数据目录的磁盘剩余',
    metric: { name: 'portal_disk_free_bytes', help: 'Free space on the disk of the data folder' },
    unit: 'bytes',
    limits: { warn: 4_096 * megabyte, bad: 1_024 * megabyte, worse: 'below' },
    advice: '清理或扩容。磁盘写满后内置数据库、上传与合规包都会停住。',
    local: true,
    async measure({ config }) {
      const disk = await measureDisk(config)
      return [{ value: disk.free, detail: `共 ${formatValue('bytes', disk.size)}` }]
    },
  },
  {
    name: 'backup_age',
    group: 'host',
    title: '最近一次备份',
    metric: { name: 'portal_backup_age_seconds', help: 'Time since the last completed backup' },
    unit: 'seconds',
    limits: { warn: 26 * 3_600, bad: 50 * 3_600 },
    advice:
      '查看定时备份（systemctl status haiyilian-backup，容器看 cron 的日志）；用别的工具备份的，完成后运行 npm run portal -- backup record backup。',
    every: 60,
    measure: ground => lastRun(ground, 'backup'),
  },
  {
    name: 'backup_incomplete',
    group: 'host',
    title: '最近一次备份的完整',
    metric: { name: 'portal_backup_incomplete', help: 'Whether the storage lacked uploaded files at the last backup' },
    unit: 'count',
    limits: { bad: 0 },
    advice:
      '上传的文件在存储里缺失或与记录不符：由一份还有它们的备份写回（npm run restore -- --files <备份>），再备份一次。',
    every: 60,
    async measure({ database }) {
      const last = await database.row(outcome)`
        select failure from backup_run where kind = 'backup' order by made_at desc limit 1`
      return last ? [{ value: last.failure === null ? 0 : 1, detail: last.failure ?? '' }] : []
    },
  },
  {
    name: 'rehearsal_age',
    group: 'host',
    title: '最近一次恢复演练',
    metric: { name: 'portal_backup_rehearsal_age_seconds', help: 'Time since a backup was last restored for trial' },
    unit: 'seconds',
    limits: { warn: 100 * day },
    advice:
      '打开归档（ARCHIVE）后每夜自动演练；否则把一份备份恢复到另一台机器并核对，然后运行 npm run portal -- backup record rehearsal。',
    every: 60,
    measure: ground => lastRun(ground, 'rehearsal'),
  },
]
