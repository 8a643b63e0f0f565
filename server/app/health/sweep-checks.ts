import { z } from 'zod'
import { retention } from '#server/core/retention.ts'
import type { HealthCheck } from '#server/engines/health/health-check.ts'

const swept = z.object({ name: z.string(), removed: z.number(), behind: z.number() })
const large = z.object({ name: z.string(), bytes: z.number() })

/** Seconds after which the sweep of a table is late, and the number of tables furthest behind that are shown anyway. */
const [late, shown] = [6 * 3_600, 5]

/** A table without a retention rule any more keeps its last row here, which grows old without being late. */
const sweptTables = Object.entries(retention).flatMap(([name, { kept }]) => (kept === 'days' ? name : []))

export const sweepChecks: readonly HealthCheck[] = [
  {
    name: 'sweep',
    group: 'database',
    title: '过期数据的清理',
    metric: {
      name: 'portal_sweep_behind_seconds',
      help: 'Time since the sweep of a table last left nothing behind',
      label: 'table',
    },
    unit: 'seconds',
    limits: { warn: late, bad: 3 * 86_400 },
    advice: '每小时清理一次，每张表每次最多 40 万行。持续落后时先看任务队列是否在运行，再按运营文档“数据增长”处理。',
    every: 600,
    async measure({ database }) {
      const rows = await database.rows(swept)`
        select name, removed,
          extract(epoch from now() - coalesce(caught_up_at, first_at))::double precision as behind
        from sweep where name = any(${sweptTables}::text[]) order by behind desc, removed desc`
      // Each late table has its own alerts, so none may be left out.
      return rows
        .filter(({ behind }, index) => index < shown || behind > late)
        .map(({ name, removed, behind }) => ({
          subject: retention[name]?.what ?? name,
          key: name,
          value: Math.max(0, behind),
          detail: `上次清理 ${removed} 行`,
        }))
    },
  },
  {
    name: 'log_tables',
    group: 'database',
    title: '最大的表',
    metric: { name: 'portal_log_table_bytes', help: 'Size of a table with its indexes', label: 'table' },
    unit: 'bytes',
    limits: {},
    advice: '与磁盘剩余空间一起看；增长过快时按运营文档“数据增长”处理。',
    every: 600,
    async measure({ database }) {
      const rows = await database.rows(large)`
        select relname as name, pg_total_relation_size(oid)::double precision as bytes from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any(${Object.keys(retention)}::text[])
        order by bytes desc, name limit 5`
      return rows.map(({ name, bytes }) => ({ subject: retention[name]?.what ?? name, key: name, value: bytes }))
    },
  },
]
