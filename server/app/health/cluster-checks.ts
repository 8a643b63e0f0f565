import { z } from 'zod'
import type { HealthCheck } from '#server/engines/health/health-check.ts'

const clusters = z.object({ noted: z.string().nullable(), present: z.string() })

/** A restore by the database's own tools revives ended logins, and the portal has no other way of noticing it. */
export const clusterChecks: readonly HealthCheck[] = [
  {
    name: 'database_cluster',
    group: 'database',
    title: '数据库的来历',
    metric: { name: 'portal_database_cluster_changed', help: 'Whether the database was promoted, restored or moved' },
    unit: 'count',
    limits: { warn: 0 },
    advice:
      '数据库换了时间线，或换到了另一套。恢复到某一时刻的，立即执行 npm run portal -- restore settle --moment "时刻"：否则那之后结束的登录与令牌重新有效，那之后的付款没有人追问。只是备库接替的，核对没有丢失后执行 restore settle --promoted。',
    every: 60,
    async measure({ database }) {
      const row = await database.row(clusters)`
        select cluster as noted, (select system_identifier::text from pg_control_system())
          || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as present from installation`
      if (!row) return []
      const { noted, present } = row
      if (noted === null) await database.change`update installation set cluster = ${present} where cluster is null`
      const isSame = noted === null || noted === present
      return [{ value: isSame ? 0 : 1, detail: isSame ? '' : `原来 ${noted}，现在 ${present}` }]
    },
  },
]
