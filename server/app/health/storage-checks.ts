import type { HealthCheck } from '#server/engines/health/health-check.ts'

/** Where nothing is uploaded for a while, nobody else notices that the next upload will fail. */
export const storageChecks: readonly HealthCheck[] = [
  {
    name: 'storage_failed',
    group: 'host',
    title: '文件存储',
    metric: { name: 'portal_storage_failed', help: 'Whether a trial object could not be stored' },
    unit: 'count',
    limits: { bad: 0 },
    advice:
      '上传、发票与合规包会失败。STORAGE=s3 时用 doctor 核对 S3_ 各项、密钥与额度；disk 时核对 DATA_DIR 里 files 的所有者与空间。',
    local: true,
    unmeasured: 'bad',
    every: 120,
    async measure({ storage }) {
      try {
        await storage.probe()
        return [{ value: 0 }]
      } catch (error) {
        return [{ value: 1, detail: (error instanceof Error ? error.message : String(error)).slice(0, 200) }]
      }
    },
  },
]
