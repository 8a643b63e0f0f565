import { z } from 'zod'
import { beat } from '../replicas.ts'
import type { HealthCheck } from './health-check.ts'

const size = z.object({ bytes: z.number() })
const connections = z.object({ used: z.int(), most: z.int() })
const standby = z.object({
  name: z.string(),
  state: z.string().nullable(),
  lag: z.number().nullable(),
  sync: z.string().nullable(),
})
const slot = z.object({ name: z.string(), active: z.boolean() })
const oldest = z.object({ age: z.number().nullable(), name: z.string().nullable() })

const syncNames: Record<string, string> = { sync: '同步', quorum: '同步', potential: '候补同步', async: '异步' }

export const databaseChecks: readonly HealthCheck[] = [
  {
    name: 'database_answer',
    group: 'database',
    title: '数据库写入的应答时间',
    metric: { name: 'portal_database_answer_seconds', help: 'Time that a small write took' },
    unit: 'seconds',
    limits: { warn: 0.5, bad: 4 },
    advice: '没有应答时检查数据库是否在运行、网络与磁盘空间；应答慢时看连接数与最久的事务。',
    local: true,
    remembered: 'here',
    unmeasured: 'bad',
    alertAfter: 45,
    async measure({ database }) {
      const begun = performance.now()
      await beat(database)
      return [{ value: (performance.now() - begun) / 1000 }]
    },
  },
  {
    name: 'database_size',
    group: 'database',
    title: '数据库大小',
    metric: { name: 'portal_database_size_bytes', help: 'Size of the database on disk' },
    unit: 'bytes',
    limits: {},
    advice: '与磁盘剩余空间一起看。',
    every: 600,
    async measure({ database }) {
      const row = await database.row(size)`select pg_database_size(current_database())::double precision as bytes`
      return row ? [{ value: row.bytes }] : []
    },
  },
  {
    name: 'database_connections',
    group: 'database',
    title: '数据库连接占用',
    metric: {
      name: 'portal_database_connections_ratio',
      help: 'Connections in use among those that the server allows',
    },
    unit: 'ratio',
    limits: { warn: 0.8, bad: 0.95 },
    advice: '减少副本或其他程序的连接，或提高 max_connections；用完之后新的连接会被拒绝。',
    async measure({ database }) {
      // Without the role pg_monitor the type of other users' connections is hidden; the server's own processes have no user.
      const row = await database.row(connections)`
        select count(*)::integer as used, (current_setting('max_connections')::integer
          - current_setting('superuser_reserved_connections')::integer) as most
        from pg_stat_activity where backend_type in ('client backend', 'walsender')
          or (backend_type is null and usesysid is not null)`
      return row ? [{ value: row.used / row.most, detail: `${row.used} / ${row.most}` }] : []
    },
  },
  {
    name: 'database_replication',
    group: 'database',
    title: '备用库的延迟',
    metric: {
      name: 'portal_database_replication_lag_seconds',
      help: 'Time by which the standby is behind',
      label: 'standby',
    },
    unit: 'seconds',
    limits: { warn: 30, bad: 300 },
    advice: '检查备用库与网络；同步备用库停住时提交也会停住。',
    async measure({ database }) {
      const rows = await database.rows(standby)`
        select coalesce(nullif(application_name, ''), pid::text) as name, state, sync_state as sync,
          extract(epoch from coalesce(replay_lag, interval '0'))::double precision as lag
        from pg_stat_replication where state is distinct from 'backup' order by 1`
      return rows.map(({ name, state, lag, sync }) => ({
        subject: name,
        value: lag ?? 0,
        detail: state ? `${state}，${syncNames[sync ?? ''] ?? sync}` : '数据库用户没有 pg_monitor 角色，看不到延迟',
      }))
    },
  },
  {
    name: 'database_standby_slots',
    group: 'database',
    title: '没有连着的备用库',
    metric: {
      name: 'portal_database_inactive_slots',
      help: 'Physical replication slots whose standby is not connected',
    },
    unit: 'count',
    limits: { bad: 0 },
    advice:
      '检查那台备用库与网络：主库在为它留着日志，会写满磁盘；不再使用的备用库，用 pg_drop_replication_slot 删除它的槽。没有用槽的备用库断开后这里看不到。',
    async measure({ database }) {
      // A lost standby has no row in pg_stat_replication, but its slot remains. The archive's own slot never has a connection.
      const found = await database.rows(slot)`
        select slot_name::text as name, active from pg_replication_slots
        where slot_type = 'physical' and not temporary order by 1`
      const slots = found.filter(({ name }) => !name.startsWith('archive_'))
      const gone = slots.filter(({ active }) => !active).map(({ name }) => name)
      return slots.length ? [{ value: gone.length, detail: gone.join('、') }] : []
    },
  },
  {
    name: 'database_transaction',
    group: 'database',
    title: '最久的事务',
    metric: { name: 'portal_database_oldest_transaction_seconds', help: 'Age of the oldest open transaction' },
    unit: 'seconds',
    limits: { warn: 600, bad: 3_600 },
    advice: '备份期间可以较久。否则找到它（pg_stat_activity）并结束：长事务阻碍清理，数据库会越来越慢。',
    async measure({ database }) {
      const row = await database.row(oldest)`
        select extract(epoch from now() - xact_start)::double precision as age, application_name as name
        from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and xact_start is not null and pid <> pg_backend_pid() order by xact_start limit 1`
      return [{ value: Math.max(0, row?.age ?? 0), detail: row?.name ?? '' }]
    },
  },
]
