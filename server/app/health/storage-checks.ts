import { z } from 'zod'
import type { HealthCheck } from '#server/engines/health/health-check.ts'
import { storedSize } from '#server/integrations/storage/storage.ts'

/** The number of files that each round samples among the newest, and again among all. */
const sampled = 10
const file = z.object({ storage_key: z.string(), size: z.int() })
const key = file.pick({ storage_key: true })

/**
 * If nothing is uploaded for a while, nobody else notices that the next upload will fail; and if nothing is opened, nobody notices
 * that files are missing, as after a restore of the database alone.
 */
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
  {
    name: 'storage_missing',
    group: 'host',
    title: '缺失的上传文件',
    metric: { name: 'portal_storage_missing', help: 'Sampled uploaded files that the storage lacks' },
    unit: 'count',
    limits: { bad: 0 },
    advice:
      '抽查的文件在存储里缺失或大小不符，未抽到的多半也是：由备份写回（npm run restore -- --files <备份>），STORAGE=s3 时由对象存储的版本控制找回。',
    every: 600,
    async measure({ database, storage }) {
      // Ids begin with their time, so a random time finds a random file through the index.
      const files = await database.rows(file)`
        (select storage_key, size from stored_file order by id desc limit ${sampled}) union
        (select storage_key, size from stored_file
          where id >= (select (lpad(to_hex(floor(extract(epoch from created_at + random() * (now() - created_at)) * 1000)::bigint),
              12, '0') || '70008000000000000000')::uuid
            from stored_file order by id limit 1)
          order by id limit ${sampled})`
      const sizes = await Promise.all(files.map(({ storage_key }) => storedSize(storage, storage_key)))
      const missing = files.filter(({ size }, index) => sizes[index] !== size).map(each => each.storage_key)
      // Files removed in the meantime no longer have a row.
      const named = await database.rows(key)`
        select storage_key from stored_file where storage_key = any(${missing}) for key share`
      const detail = named.slice(0, 3).map(each => each.storage_key)
      return files.length ? [{ value: named.length, detail: detail.join('、') }] : []
    },
  },
]
