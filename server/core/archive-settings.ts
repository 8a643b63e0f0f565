import { join, resolve } from 'node:path'
import { z } from 'zod'
import { integer, oneOf, optional, setting } from './setting.ts'

/** Settings of the backups, and of the archive of the embedded database's log, which allows restoring it to any second. */
export const archiveSettings = {
  backupRecipients: setting({
    env: 'BACKUP_RECIPIENTS',
    about:
      '备份加密所用的 age 公钥，逗号分隔，其中任何一个的私钥都能恢复；由 portal -- backup key 或 age-keygen 生成，私钥不要放在这台机器上。备份由别处加密的写 none；production 不写的，启动时警告',
    schema: z
      .string()
      .refine(value => !value.includes('AGE-SECRET-KEY'), '写公钥（age1 开头），不要写私钥：它不能放在这台机器上')
      .transform(value => (value === 'none' ? [] : value.split(',').flatMap(each => each.trim() || [])))
      .refine(keys => keys.every(key => /^age1[02-9ac-hj-np-z]+$/.test(key)), '应为 age1 开头的公钥，逗号分隔，或 none')
      .optional(),
  }),
  archive: setting({
    env: 'ARCHIVE',
    about:
      '内置数据库的持续归档（恢复到任意一秒）：off、disk（ARCHIVE_DIR）或 s3（S3_… 的对象存储）；不填则 production 为 disk，demo 为 off',
    schema: oneOf(['off', 'disk', 's3']).optional(),
  }),
  archiveDir: setting({
    env: 'ARCHIVE_DIR',
    about: '归档所在的文件夹，宜在另一块硬盘或另一台机器上；不填则为 DATA_DIR/archive',
    schema: z
      .string()
      .transform(value => resolve(value))
      .optional(),
  }),
  archiveBucket: setting({
    env: 'ARCHIVE_BUCKET',
    about: 'ARCHIVE=s3 时归档所在的存储桶；不填则为 S3_BUCKET',
    schema: optional,
  }),
  archiveBacklog: setting({
    env: 'ARCHIVE_BACKLOG_MB',
    about: '归档写不进去时，数据库最多为它留着多少 MB 日志；超过后归档留下缺口，数据库照常工作',
    schema: integer(2048, 64, 1_000_000),
  }),
} as const

interface ArchiveChoice {
  archive?: 'off' | 'disk' | 's3' | undefined
  archiveDir?: string | undefined
  dataDir: string
  databaseUrl?: string | undefined
  mode: 'demo' | 'production'
}

/** Returns the destination of the archived log, or `off`. An external database has its own tools for it. */
export function archiveKind({ archive, databaseUrl, mode }: ArchiveChoice): 'off' | 'disk' | 's3' {
  if (databaseUrl) return 'off'
  return archive ?? (mode === 'production' ? 'disk' : 'off')
}

export const archiveFolder = ({ archiveDir, dataDir }: ArchiveChoice): string => archiveDir ?? join(dataDir, 'archive')

/** Returns the megabytes of log that the embedded database keeps for the archive; undefined without an archive. */
export const keptForArchive = (choice: ArchiveChoice & { archiveBacklog: number }): number | undefined =>
  archiveKind(choice) === 'off' ? undefined : choice.archiveBacklog
