import type { Config } from '#server/core/config.ts'
import { type Check, StartupWarning } from './check.ts'

/** Found here rather than by the nightly backup, which nobody watches. */
export const backupsCheck = ({ mode, backupRecipients }: Config): Check[] =>
  mode !== 'production' && !backupRecipients?.length
    ? []
    : [
        {
          name: '备份的加密',
          async run() {
            if (!backupRecipients)
              throw new StartupWarning(
                '没有写 BACKUP_RECIPIENTS：备份没有加密，拿到它的人就拿到全部客户资料。请在另一台机器上以 backup key 生成密钥，写公钥；由别处加密的（加密的磁盘、restic 等）写 BACKUP_RECIPIENTS=none',
              )
            // The library is loaded only where it is used, because it would delay every start.
            const { requireRecipients } = await import('#server/app/backup/encryption.ts')
            await requireRecipients(backupRecipients)
            return backupRecipients.length ? `备份加密给 ${backupRecipients.join('、')}` : '由别处加密（none）'
          },
        },
      ]
