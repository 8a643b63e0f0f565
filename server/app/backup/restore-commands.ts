import { resolve } from 'node:path'
import { type ReachedDatabase, withReached } from '#server/app/reach-database.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import type { Config } from '#server/core/config.ts'
import { withClient } from '#server/database/client.ts'
import { createStorage } from '#server/integrations/storage/storage-from-config.ts'
import { requireIdentities } from './encryption.ts'
import { BackupProblem } from './manifest.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { restoreAbsent } from './restore-files.ts'
import { summary } from './summary.ts'
import { identitiesOf, type TypedTrust, trustOf } from './trust-options.ts'

export async function restoreCommand(config: Config, [folder, ...rest]: string[], typed: TypedTrust): Promise<void> {
  if (!folder || rest.length) throw new CommandUsage('请写明备份所在的文件夹')
  const from = resolve(folder)
  console.log('正在核对备份……')
  const manifest = await checkBackup(from, config, trustOf(typed))
  const identities = await requireIdentities(from, manifest, await identitiesOf(typed))
  const restoring = async ({ url, log }: ReachedDatabase) => {
    await restoreBackup({ folder: from, manifest, identities, config, url, storage: await createStorage(config), log })
    console.log(`已恢复：${summary(manifest)}`)
    for (const key of manifest.files?.missing ?? []) console.error(`备份时就缺失的文件：${key}`)
  }
  await withReached(config, restoring, { mayCreate: true })
}

export async function restoreFilesCommand(config: Config, folder: string, typed: TypedTrust): Promise<void> {
  const from = resolve(folder)
  console.log('正在核对备份……')
  const manifest = await checkBackup(from, config, trustOf(typed))
  if (!manifest.files) throw new BackupProblem('这份备份不含上传的文件（STORAGE=s3）：请由对象存储的版本控制找回')
  const identities = await requireIdentities(from, manifest, await identitiesOf(typed))
  const opened = { folder: from, manifest, identities }
  await withReached(config, async ({ url }) => {
    const storage = await createStorage(config)
    const { restored, present, missing } = await withClient(url, client => restoreAbsent(client, opened, storage))
    console.log(`已写回 ${restored} 个文件，原来就在的 ${present} 个没有改动`)
    for (const key of missing) console.error(`存储里缺失，这份备份里也没有：${key}`)
    if (missing.length) process.exitCode = 1
  })
}
