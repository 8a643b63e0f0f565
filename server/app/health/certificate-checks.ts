import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { HealthCheck } from '#server/engines/health/health-check.ts'
import { inChina } from '#server/engines/health/in-china.ts'
import { patience } from '#server/engines/health/monitor.ts'

const day = 86_400_000

export const certificateChecks: readonly HealthCheck[] = [
  {
    name: 'certificate_public',
    group: 'certificates',
    title: '对外网址的证书剩余',
    metric: { name: 'portal_certificate_remaining_days', help: 'Days until the certificate ends', label: 'host' },
    unit: 'days',
    limits: { warn: 21, bad: 7, worse: 'below' },
    advice: '检查证书的自动续期（certbot 等），续期后让反向代理重新加载。',
    every: 3_600,
    alertAfter: 0,
    async measure({ config }) {
      const { protocol, hostname, port } = new URL(config.publicUrl)
      if (protocol !== 'https:') return []
      const ends = await servedCertificateEnd(hostname.replace(/^\[|\]$/g, ''), Number(port || 443))
      return [{ subject: hostname, value: (ends - Date.now()) / day, detail: `到期 ${inChina(ends)}` }]
    },
  },
  {
    name: 'certificate_payment',
    group: 'certificates',
    title: '支付证书剩余',
    metric: {
      name: 'portal_payment_certificate_remaining_days',
      help: 'Days until the certificate of a payment provider ends',
      label: 'setting',
    },
    unit: 'days',
    limits: { warn: 30, bad: 7, worse: 'below' },
    advice: '在支付渠道的后台取得新的证书或改用公钥，更新这项配置后重新启动。',
    alertAfter: 0,
    measure: async ({ config: { certificateEnds } }) =>
      Object.entries(certificateEnds).map(([env, end]) => ({
        subject: env,
        value: (end.getTime() - Date.now()) / day,
        detail: `到期 ${inChina(end.getTime())}`,
      })),
  },
]

/** Returns when the certificate served at the address expires, even if it is expired or untrusted. */
export function servedCertificateEnd(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      ...(!isIP(host) && { servername: host }),
      // Nothing is sent or believed: only the date is read, which an invalid certificate has as well.
      rejectUnauthorized: false,
      // Without an explicit list it would read all root certificates, which takes 100 ms and some megabytes.
      ca: [],
      timeout: patience - 500,
    })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('timed out')))
    socket.once('secureConnect', () => {
      const ends = Date.parse(socket.getPeerCertificate().valid_to)
      socket.destroy()
      if (Number.isNaN(ends)) reject(new Error('no certificate'))
      else resolve(ends)
    })
  })
}
