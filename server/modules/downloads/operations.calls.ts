import { installerBytes, installerGigabytes } from '#contract/installer-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { editedInAudit } from '#server/engines/audit/last-saved.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { StorageFull } from '#server/integrations/storage/storage.ts'
import { newestInstaller, withAddress } from './downloads.ts'
import { countInstallers, installerList, lockInstaller, updateInstaller, withdrawInstaller } from './operations.sql.ts'
import { publishAddress, publishInstaller } from './publish.ts'

export const installersOperations = {
  async getInstallerList({ system, services }, { page, page_size, ...filter }) {
    const [rows, total] = await together(system, database => [
      installerList(database, filter, pageOf({ page, page_size })),
      countInstallers(database, filter),
    ])
    return { list: rows.map(row => withAddress(row, services.config)), total }
  },

  async uploadInstaller(context, input) {
    const { services, upload, log } = context
    if (input.size > installerBytes) throw new Refusal(-53620, installerGigabytes)
    try {
      const release = { ...input, fileName: upload.fileName, content: upload.content }
      return await publishInstaller(services, release, work => context.once(({ system }) => work(system)))
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error
      log.error({ err: error }, error.message)
      throw new Refusal(503, null, '文件存储空间不足，安装包未保存，请联系负责人扩容后重试')
    }
  },

  publishInstallerAddress: ({ system, services }, input) => publishAddress(system, services.config, input),

  async setInstaller({ system }, input) {
    const { installer_id, seen: _, ...changes } = input
    const target = `installer:${installer_id}`
    const before = orRefuse(await lockInstaller(system, installer_id), -53021)
    await requireSeen(system, input, before, editedInAudit(target))
    await updateInstaller(system, installer_id, changes)
    const { notes, force_update } = withChanges(before, changes)
    await recordAudit(system, {
      action: 'installer.changed',
      target,
      before: { version: before.version, notes: before.notes, force_update: before.force_update },
      after: { notes, force_update },
    })
  },

  async setInstallerWithdrawn({ system, services }, { installer_id, withdrawn }) {
    const before = orRefuse(await lockInstaller(system, installer_id), -53021)
    await withdrawInstaller(system, installer_id, withdrawn)
    const current = await newestInstaller(system, services.config, before.client_type)
    await recordAudit(system, {
      action: withdrawn ? 'installer.withdrawn' : 'installer.restored',
      target: `installer:${installer_id}`,
      before: { version: before.version, withdrawn: before.withdrawn_at !== null },
      after: { withdrawn, current: current?.version ?? null },
    })
    return { current: current?.version ?? null }
  },
} satisfies SomeOperations
