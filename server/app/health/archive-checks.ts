import { z } from 'zod'
import { archivesBeside } from '#server/app/checks/folder.ts'
import { archiveFolder } from '#server/core/archive-settings.ts'
import type { HealthCheck } from '#server/engines/health/health-check.ts'
import { formatValue } from '#server/engines/health/health-check.ts'
import { inChina } from '#server/engines/health/in-china.ts'

const rehearsal = z.object({ failure: z.string().nullable() })

const age = (since: number) => Math.max(0, (Date.now() - since) / 1000)

/** The archive of the embedded database's log. Without one there is nothing to measure. */
export const archiveChecks: readonly HealthCheck[] = [
  {
    name: 'archive_lag',
    group: 'host',
    title: '归档的延迟',
    metric: { name: 'portal_archive_lag_seconds', help: 'Time whose commits are not yet in the archive' },
    unit: 'seconds',
    limits: { warn: 60, bad: 600 },
    advice:
      '用 doctor 核对 ARCHIVE_DIR 或对象存储能否写入、有没有空间（systemd 单元须写 ReadWritePaths）。超过 ARCHIVE_BACKLOG_MB 后归档留下缺口，数据库照常工作。',
    local: true,
    async measure({ archive }) {
      const status = archive?.status()
      if (!status) return []
      const { trouble, through, startedAt, backlog } = status
      const reason = through ? `${trouble}，等待 ${formatValue('bytes', backlog)}` : `启动以来没有写进过：${trouble}`
      const detail = trouble ? reason : ''
      return [{ value: age(through ?? startedAt), detail }]
    },
  },
  {
    name: 'archive_base_age',
    group: 'host',
    title: '归档的基础备份',
    metric: { name: 'portal_archive_base_age_seconds', help: 'Time since the last base backup, or without one' },
    unit: 'seconds',
    limits: { warn: 26 * 3_600, bad: 50 * 3_600 },
    advice: '每天 3:47 制作，查看“失败的任务”里的制作基础备份；没有基础备份就不能由归档恢复。',
    local: true,
    async measure({ archive }) {
      const status = archive?.status()
      if (!status) return []
      const { baseAt, withoutBaseSince, startedAt } = status
      if (baseAt) return [{ value: age(baseAt), detail: inChina(baseAt) }]
      return [{ value: age(withoutBaseSince ?? startedAt), detail: '还没有基础备份' }]
    },
  },
  {
    name: 'archive_beside_data',
    group: 'host',
    title: '与数据同盘的归档',
    metric: { name: 'portal_archive_beside_data', help: 'Whether the archive lies on the disk of the data' },
    unit: 'count',
    limits: { warn: 0 },
    advice:
      '硬盘损坏时归档与数据一起丢失：用 ARCHIVE_DIR 指向另一块硬盘或另一台机器（systemd 单元另写 ReadWritePaths），或 ARCHIVE=s3；另把每日备份带到别处。',
    local: true,
    every: 600,
    async measure({ archive, config }) {
      if (!archive) return []
      const beside = await archivesBeside(config)
      return [{ value: beside ? 1 : 0, detail: beside ? archiveFolder(config) : '' }]
    },
  },
  {
    name: 'archive_gaps',
    group: 'host',
    title: '归档的缺口',
    metric: { name: 'portal_archive_gaps', help: 'Times of the last seven days that the archive cannot restore' },
    unit: 'count',
    limits: { warn: 0 },
    advice: '缺口里的时刻不能恢复，其余的可以；归档恢复后已自动重新制作基础备份。七天后不再提示。',
    local: true,
    async measure({ archive }) {
      const status = archive?.status()
      if (!status) return []
      // If the archive was never reached, its content is unknown, but nothing since startup can be restored.
      const { gaps: known, through, trouble, startedAt } = status
      const all = !through && trouble ? [{ from: startedAt, to: undefined }] : known
      const gaps = all.map(({ from, to }) => `${inChina(from)} 至 ${to ? inChina(to) : '现在'}`)
      return [{ value: gaps.length, detail: gaps.slice(0, 3).join('；') }]
    },
  },
  {
    name: 'rehearsal_failed',
    group: 'host',
    title: '最近一次恢复演练的结果',
    metric: { name: 'portal_backup_rehearsal_failed', help: 'Whether the last rehearsal of a restore failed' },
    unit: 'count',
    limits: { bad: 0 },
    advice: '由归档恢复没有成功：按说明处理后，在“失败的任务”里重试演练恢复。',
    every: 60,
    async measure({ database }) {
      const last = await database.row(rehearsal)`
        select failure from backup_run where kind = 'rehearsal' order by made_at desc limit 1`
      return last ? [{ value: last.failure === null ? 0 : 1, detail: last.failure?.split('\n')[0] ?? '' }] : []
    },
  },
]
