import { join, resolve } from 'node:path'
import { withReached } from '#server/app/reach-database.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import type { Config } from '#server/core/config.ts'
import { createStorage } from '#server/integrations/storage/storage-from-config.ts'
import { createBackup } from './backup.ts'
import { createKey, readContents, requireIdentities } from './encryption.ts'
import { prune } from './kept-backups.ts'
import { recordRemoved, recordRun } from './record.ts'
import { checkBackup } from './restore.ts'
import { summary } from './summary.ts'
import { identitiesOf, type TypedTrust, trustOf, trustOptions } from './trust-options.ts'

export const backupHelp = `  backup [--to <文件夹>] [--keep <份数>]        备份数据库与上传的文件，门户可以在运行；默认放在 DATA_DIR/backups，
                                                --keep 只留最新的几份
  backup check <备份> ${trustOptions}
                                                核对一份备份的签名、是否完整、能否由本程序恢复；写明私钥的，另把加密的内容读一遍
  backup key <文件>                             生成加密备份的一对密钥：私钥写进这个新文件（不要留在门户的机器上），公钥写进 BACKUP_RECIPIENTS
  backup record backup|rehearsal [--notes <说明>]
                                                登记别的工具做的备份，或一次恢复演练；运行状况页据此提醒
  restore <备份> ${trustOptions}
                                                恢复到空的 DATA_DIR（或空的 DATABASE_URL），先停止门户
  restore --files <备份> ${trustOptions}
                                                只写回数据库里有记录而存储里缺失的上传文件，其余不动；门户可以在运行`

interface Typed extends TypedTrust {
  notes?: string | undefined
  to?: string | undefined
  keep?: string | undefined
}

export async function backupCommand(config: Config, [action, folder]: string[], typed: Typed): Promise<void> {
  if (action === 'check') {
    if (!folder) throw new CommandUsage('请写明备份所在的文件夹')
    return checkCommand(config, resolve(folder), typed)
  }
  if (action === 'key') return keyCommand(folder)
  if (action === 'record') return recordCommand(config, folder, typed.notes ?? '')
  if (action !== undefined) throw new CommandUsage()
  if (typed.keep !== undefined && !/^[1-9]\d{0,3}$/.test(typed.keep)) throw new CommandUsage('--keep 写要保留的份数')
  const to = resolve(typed.to ?? join(config.dataDir, 'backups'))
  await withReached(config, async ({ url, log }) => {
    const { folder, manifest, absent } = await createBackup({ config, url, storage: await diskStorage(config), to })
    const failure = absent.length
      ? `存储里有 ${absent.length} 个文件缺失或与记录不符：${absent.slice(0, 3).join('、')}`
      : null
    // The backup is complete even if this fails: a database from before an upgrade has no table for the record.
    const run = { kind: 'backup', note: folder, failure } as const
    await recordRun({ url, log }, run).catch(() => console.error('备份已完成，但没有登记到运行状况与审计里'))
    console.log(`已备份：${folder}\n${summary(manifest)}`)
    for (const key of absent)
      console.error(
        manifest.files?.missing.includes(key)
          ? `文件缺失或与记录不符，没有备份：${key}`
          : `文件在存储里缺失或与记录不符，备份里仍有：${key}（用 restore --files 写回）`,
      )
    if (failure) process.exitCode = 1
    if (!typed.keep) return
    const lacking = absent.filter(key => manifest.files?.missing.includes(key))
    const { removed, kept } = await prune(to, { keep: Number(typed.keep), lacking })
    for (const name of removed) console.log(`已删除较早的备份：${name}`)
    for (const name of kept)
      console.error(`没有删除 ${name}：里面还有现在缺失的文件，用 restore --files 写回之后才删除`)
    if (removed.length) await recordRemoved({ url, log }, removed)
  })
}

async function checkCommand(config: Config, folder: string, typed: Typed): Promise<void> {
  const manifest = await checkBackup(folder, config, trustOf(typed))
  const identities = await identitiesOf(typed)
  if (identities) await readContents(folder, manifest, await requireIdentities(folder, manifest, identities))
  console.log(`备份完整，可以恢复：${summary(manifest)}`)
  if (manifest.recipients && !identities) console.log('没有写 --identity：核对了签名与校验值，没有解密')
}

async function keyCommand(path: string | undefined): Promise<void> {
  if (!path) throw new CommandUsage('请写明放私钥的文件')
  const recipient = await createKey(resolve(path))
  console.log(`私钥在 ${resolve(path)}：移到别处保管（两份），没有它不能恢复加密的备份\nBACKUP_RECIPIENTS=${recipient}`)
}

async function recordCommand(config: Config, kind: string | undefined, notes: string): Promise<void> {
  if (kind !== 'backup' && kind !== 'rehearsal') throw new CommandUsage('请写明 backup（备份）或 rehearsal（恢复演练）')
  await withReached(config, async database => {
    await recordRun(database, { kind, note: notes, elsewhere: true })
    console.log(kind === 'backup' ? '已登记一次备份' : '已登记一次恢复演练')
  })
}

/** Files in an object store stay there. */
const diskStorage = async (config: Config) => (config.storage === 'disk' ? createStorage(config) : undefined)
