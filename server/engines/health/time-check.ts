import { z } from 'zod'
import type { HealthCheck } from './health-check.ts'

const clock = z.object({ seconds: z.number() })

/**
 * Compares this machine's clock with the database's. A start does so, too, but clocks drift later: addresses of files that another
 * replica has signed then count as expired, authenticators' codes as wrong, and providers refuse the portal's signatures.
 */
export const timeCheck: HealthCheck = {
  name: 'database_time',
  group: 'database',
  title: '本机与数据库的时钟之差',
  metric: { name: 'portal_database_time_difference_seconds', help: 'Difference of the clocks of host and database' },
  unit: 'seconds',
  // An authenticator's code is valid for half a minute, a provider's signature for some minutes.
  limits: { warn: 5, bad: 30 },
  advice: '在门户与数据库的机器上启用时间同步（NTP）：时钟不准时，文件的链接、动态验证码与各服务商的签名会被拒绝。',
  local: true,
  async measure({ database }) {
    const before = Date.now()
    const row = await database.row(clock)`select extract(epoch from clock_timestamp())::double precision as seconds`
    if (!row) return []
    const difference = row.seconds - (before + Date.now()) / 2000
    // A slow answer may have been read at any time before it came.
    const value = Math.max(0, Math.abs(difference) - (Date.now() - before) / 2000)
    return [{ value, detail: value < 1 ? '' : `数据库${difference > 0 ? '快' : '慢'}` }]
  },
}
