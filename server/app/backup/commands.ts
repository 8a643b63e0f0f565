import { join, resolve } from 'node:path'
import { type ReachedDatabase, reachDatabase } from '#server/app/reach-database.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import type { Config } from '#server/core/config.ts'
import { withClient } from '#server/database/client.ts'
import { createStorage } from '#server/integrations/storage/storage-from-config.ts'
import { createBackup } from './backup.ts'
import { restoreAbsent } from './files.ts'
import { prune } from './kept-backups.ts'
import { BackupProblem, type Manifest } from './manifest.ts'
import { recordBackup } from './record.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import type { Trust } from './signature.ts'

export const backupHelp = `  backup [--to <文件夹>] [--keep <份数>]        备份数据库与上传的文件，门户可以在运行；默认放在 DATA_DIR/backups，
                                                --keep 只留最新的几份
  backup check <备份> [--signed-by <公钥>] [--other-key] [--unsigned]
                                                核对一份备份的签名、是否完整、能否由本程序恢复
  backup record backup|rehearsal [--notes <说明>]
                                                登记别的工具做的备份，或一次恢复演练；运行状况页据此提醒
  restore <备份> [--signed-by <公钥>] [--other-key] [--unsigned]
                                                恢复到空的 DATA_DIR（或空的 DATABASE_URL），先停止门户
  restore --files <备份> [--signed-by <公钥>] [--other-key] [--unsigned]
                                                只写回数据库里有记录而存储里缺失的上传文件，其余不动；门户可以在运行`

interface Typed {
  notes?: string | undefined
  to?: string | undefined
  keep?: string | undefined
  'other-key'?: boolean | undefined
  'signed-by'?: string | undefined
  unsigned?: boolean | undefined
}

const trustOf = (typed: Typed): Trust => ({
  otherKey: typed['other-key'],
  signedBy: typed['signed-by'],
  unsigned: typed.unsigned,
})

export async function backupCommand(config: Config, [action, folder]: string[], typed: Typed): Promise<void> {
  if (action === 'check') {
    if (!folder) throw new CommandUsage('请写明备份所在的文件夹')
    const manifest = await checkBackup(resolve(folder), config, trustOf(typed))
    return console.log(`备份完整，可以恢复：${summary(manifest)}`)
  }
  if (action === 'record') return recordCommand(config, folder, typed.notes ?? '')
  if (action !== undefined) throw new CommandUsage()
  if (typed.keep !== undefined && !/^[1-9]\d{0,3}$/.test(typed.keep)) throw new CommandUsage('--keep 写要保留的份数')
  const to = resolve(typed.to ?? join(config.dataDir, 'backups'))
  await reaching(config, async ({ url }) => {
    const { folder, manifest, absent } = await createBackup({ config, url, storage: await diskStorage(config), to })
    const failure = absent.length
      ? `存储里有 ${absent.length} 个文件缺失或与记录不符：${absent.slice(0, 3).join('、')}`
      : null
    // The backup is complete even if this fails: a database from before an upgrade has no table for the record.
    await recordBackup(url, 'backup', folder, failure).catch(() => console.error('备份已完成，但没有登记到运行状况里'))
    console.log(`已备份：${folder}\n${summary(manifest)}`)
    for (const key of absent)
      console.error(
        manifest.files?.missing.includes(key)
          ? `文件缺失或与记录不符，没有备份：${key}`
          : `文件在存储里缺失或与记录不符，备份里仍有：${key}（用 restore --files 写回）`,
      )
    if (failure) process.exitCode = 1
    if (!typed.keep) return
    for (const name of await prune(to, Number(typed.keep))) console.log(`已删除较早的备份：${name}`)
  })
}

export async function restoreCommand(config: Config, [folder, ...rest]: string[], typed: Typed): Promise<void> {
  if (!folder || rest.length) throw new CommandUsage('请写明备份所在的文件夹')
  const from = resolve(folder)
  console.log('正在核对备份……')
  const manifest = await checkBackup(from, config, trustOf(typed))
  const restoring = async ({ url, log }: ReachedDatabase) => {
    await restoreBackup({ folder: from, manifest, config, url, storage: await createStorage(config), log })
    console.log(`已恢复：${summary(manifest)}`)
    for (const key of manifest.files?.missing ?? []) console.error(`备份时就缺失的文件：${key}`)
  }
  await reaching(config, restoring, { mayCreate: true })
}

export async function restoreFilesCommand(config: Config, folder: string, typed: Typed): Promise<void> {
  const from = resolve(folder)
  console.log('正在核对备份……')
  const { files } = await checkBackup(from, config, trustOf(typed))
  if (!files) throw new BackupProblem('这份备份不含上传的文件（STORAGE=s3）：请由对象存储的版本控制找回')
  await reaching(config, async ({ url }) => {
    const storage = await createStorage(config)
    const { restored, present, missing } = await withClient(url, client => restoreAbsent(client, from, storage))
    console.log(`已写回 ${restored} 个文件，原来就在的 ${present} 个没有改动`)
    for (const key of missing) console.error(`存储里缺失，这份备份里也没有：${key}`)
    if (missing.length) process.exitCode = 1
  })
}

async function reaching(
  config: Config,
  work: (database: ReachedDatabase) => Promise<void>,
  choices: { mayCreate?: boolean } = {},
): Promise<void> {
  const database = await reachDatabase(config, choices)
  try {
    await work(database)
  } finally {
    await database.stop()
  }
}

async function recordCommand(config: Config, kind: string | undefined, notes: string): Promise<void> {
  if (kind !== 'backup' && kind !== 'rehearsal') throw new CommandUsage('请写明 backup（备份）或 rehearsal（恢复演练）')
  await reaching(config, async ({ url }) => {
    await recordBackup(url, kind, notes)
    console.log(kind === 'backup' ? '已登记一次备份' : '已登记一次恢复演练')
  })
}

/** Files in an object store stay there. */
const diskStorage = async (config: Config) => (config.storage === 'disk' ? createStorage(config) : undefined)

function summary({ tables, files, made_at, migrations }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = (tables.reduce((sum, table) => sum + table.bytes, files?.bytes ?? 0) / 2 ** 20).toFixed(1)
  const time = new Date(made_at).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })
  const stored = files
    ? `${files.count} 个文件`
    : '不含上传的文件（STORAGE=s3：请在对象存储一侧开启版本控制或跨区域复制）'
  return `${time}，${tables.length} 张表 ${rows} 行，${stored}，${megabytes} MB，迁移到 ${migrations.at(-1)?.name}`
}
