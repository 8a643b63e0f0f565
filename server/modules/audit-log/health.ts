import type { HealthCheck } from '#server/engines/health/health-check.ts'
import { auditLags } from './audit-stream.sql.ts'
import { auditStreamsOf } from './audit-stream.ts'

const words = { syslog: '日志系统', file: '文件' }

export const auditChecks: readonly HealthCheck[] = [
  {
    name: 'audit_stream_lag',
    group: 'host',
    title: '最久没有送出的审计',
    metric: {
      name: 'portal_audit_stream_lag_seconds',
      help: 'Age of the oldest audit entry that was not sent',
      label: 'stream',
    },
    unit: 'seconds',
    limits: { warn: 300, bad: 3600 },
    // The first run sends all entries that exist.
    alertAfter: 300,
    advice:
      '看失败的原因：日志系统（AUDIT_SYSLOG）的网络与证书，或文件（AUDIT_FILE）的权限与磁盘（systemd 单元须写 ReadWritePaths）；审计不会丢失，恢复后接着送。',
    async measure({ database, config }) {
      const names = auditStreamsOf(config)
      if (!names.length) return []
      const lags = await auditLags(database, names)
      return lags.map(({ name, problem, age }) => ({
        ...{ key: name, subject: words[name], value: Math.max(0, age ?? 0), detail: problem ?? '' },
      }))
    },
  },
]
