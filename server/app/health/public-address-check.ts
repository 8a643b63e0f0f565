import type { HealthCheck } from '#server/engines/health/health-check.ts'
import { patience } from '#server/engines/health/monitor.ts'

/**
 * Requests the front page as a customer does: through DNS, proxy, certificate and portal. No other internal check notices that the
 * portal is unreachable from outside. `/readyz` would not do: the proxy's own configuration hides it from visitors.
 */
export const publicAddressCheck: HealthCheck = {
  name: 'public_address',
  group: 'certificates',
  title: '对外网址的应答时间',
  metric: { name: 'portal_public_address_answer_seconds', help: 'Time that the public address takes to answer' },
  unit: 'seconds',
  limits: { warn: 3 },
  advice:
    '顾客此刻多半打不开门户：检查域名解析、反向代理与证书。这台主机本来就连不上自己的对外网址的，设置 PUBLIC_URL_CHECK=off，从外面监视。',
  // Without an answer there is no time to judge.
  unmeasured: 'bad',
  alertAfter: 300,
  every: 60,
  async measure({ config: { mode, publicUrl, publicUrlCheck } }) {
    if (mode !== 'production' || publicUrlCheck === 'off') return []
    const began = performance.now()
    const signal = AbortSignal.timeout(patience - 500)
    const { status } = await fetch(publicUrl, { method: 'HEAD', redirect: 'manual', signal }).catch(error => {
      throw error.cause ?? error
    })
    if (status >= 500) throw Object.assign(new Error('the proxy has no portal'), { code: `HTTP ${status}` })
    return [{ value: (performance.now() - began) / 1000, detail: publicUrl }]
  },
}
