import { installerBytes, installerGigabytes } from '#contract/operations/installer-names.ts'
import { Refusal } from '../http/envelope.ts'
import { StorageFull } from '../integrations/storage/storage.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { addressOf, newestInstaller } from './downloads.ts'
import { countInstallers, installerList, lockInstaller, updateInstaller, withdrawInstaller } from './operations.sql.ts'
import { publishInstaller } from './publish.ts'

export const installersOperations: OperationHandlersFor<
  'getInstallerList' | 'uploadInstaller' | 'setInstaller' | 'setInstallerWithdrawn'
> = {
  async getInstallerList({ system, services }, { page, page_size, ...filter }) {
    const [rows, total] = await Promise.all([
      installerList(system, filter, { limit: page_size, offset: (page - 1) * page_size }),
      countInstallers(system, filter),
    ])
    const list = rows.map(({ id, file_name, url, published_at, withdrawn_at, ...row }) => ({
      ...row,
      installer_id: id,
      file_name: file_name ?? '',
      url: addressOf({ id, url, file_name }, services.config),
      published_at: published_at.toISOString(),
      withdrawn_at: withdrawn_at?.toISOString() ?? null,
    }))
    return { list, total }
  },

  async uploadInstaller({ services, actor, upload, log }, { client_type, force_update, ...given }) {
    if (given.size > installerBytes) throw new Refusal(-53620, installerGigabytes)
    try {
      const { id, url, sha256 } = await publishInstaller(services, {
        ...given,
        clientType: client_type,
        forceUpdate: force_update,
        fileName: upload.fileName,
        content: upload.content,
        actor,
      })
      return { installer_id: id, url, sha256 }
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error
      log.error({ err: error }, error.message)
      throw new Refusal(503, null, '文件存储空间不足，安装包未保存，请联系负责人扩容后重试')
    }
  },

  setInstaller: ({ system, actor }, { installer_id, notes, force_update }) =>
    system.transaction(async transaction => {
      const before = await lockInstaller(transaction, installer_id)
      if (!before) throw new Refusal(-53021)
      await updateInstaller(transaction, installer_id, notes, force_update)
      await recordAudit(transaction, {
        actor,
        action: 'installer.changed',
        target: `installer:${installer_id}`,
        before: { version: before.version, notes: before.notes, force_update: before.force_update },
        after: { notes, force_update },
      })
      return {}
    }),

  setInstallerWithdrawn: ({ system, services, actor }, { installer_id, withdrawn }) =>
    system.transaction(async transaction => {
      const before = await lockInstaller(transaction, installer_id)
      if (!before) throw new Refusal(-53021)
      await withdrawInstaller(transaction, installer_id, withdrawn)
      const current = await newestInstaller(transaction, services.config, before.client_type)
      await recordAudit(transaction, {
        actor,
        action: withdrawn ? 'installer.withdrawn' : 'installer.restored',
        target: `installer:${installer_id}`,
        before: { version: before.version, withdrawn: before.withdrawn_at !== null },
        after: { withdrawn, current: current?.version ?? null },
      })
      return { current: current?.version ?? null }
    }),
}
