import sql from 'sql-template-tag'
import { z } from 'zod'
import type { HealthCheck } from './health-check.ts'

const replicaRow = z.object({ host: z.string(), version: z.string(), age: z.number() })

/**
 * The processes of this database. A stopped process has removed itself, and a killed one is forgotten once another has started on
 * its host, or when the operator requests it: forgetting it automatically would report a recovery while it is dead.
 */
const replicas = sql`
  select host, version, extract(epoch from now() - seen_at)::double precision as age from replica
  where not exists (select from replica as successor
    where successor.host = replica.host and successor.started_at > replica.seen_at)
  order by host, started_at`

export const replicaChecks: readonly HealthCheck[] = [
  {
    name: 'replica_heartbeat',
    group: 'host',
    title: '副本最近一次心跳',
    metric: {
      name: 'portal_replica_heartbeat_age_seconds',
      help: 'Time since the replica last wrote that it is here',
      label: 'replica',
    },
    unit: 'seconds',
    limits: { warn: 60, bad: 300 },
    advice: '检查那台机器上的门户进程；确实不再使用的副本，用 npm run portal -- replica forget <主机名> 移除。',
    async measure({ database }) {
      const rows = await database.rows(replicaRow)`${replicas}`
      return rows.map(({ host, version, age }) => ({
        subject: host,
        value: Math.max(0, age),
        detail: `版本 ${version}`,
      }))
    },
  },
  {
    name: 'replica_versions',
    group: 'host',
    title: '同时运行的版本',
    metric: { name: 'portal_replica_versions', help: 'Versions that the live replicas run' },
    unit: 'count',
    limits: { warn: 1 },
    advice: '滚动升级时短暂如此；否则有副本没有升级。',
    async measure({ database }) {
      const live = (await database.rows(replicaRow)`${replicas}`).filter(({ age }) => age < 60)
      const versions = [...new Set(live.map(({ version }) => version))].sort()
      return [{ value: versions.length, detail: versions.join('、') }]
    },
  },
]
