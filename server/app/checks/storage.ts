import type { Config } from '#server/core/config.ts'
import { createStorage } from '#server/integrations/storage/storage-from-config.ts'
import { type Check, StartupWarning } from './check.ts'

/** Doctor's check of the bucket. Startup skips it: the portal works without one for a while. Folders have the disk check. */
export const storageCheck = (config: Config): Check[] =>
  config.storage === 's3' ? [{ name: '文件存储', run: () => tryStorage(config) }] : []

async function tryStorage(config: Config): Promise<string> {
  const place = `${config.s3Endpoint} ${config.s3Bucket}`
  try {
    await (await createStorage(config)).probe()
  } catch (error) {
    throw new StartupWarning(
      `文件存储 ${place} 不能用：${error instanceof Error ? error.message : error}。请核对 S3_ 各项、密钥的权限与额度`,
    )
  }
  return `${place} 能写入、读取与删除`
}
