import { directoryProviders, directoryWords, isDirectoryProvider } from '#contract/directory-names.ts'
import { sealWith } from '#server/core/keyring.ts'
import { Refusal } from '#server/core/refusal.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { findDirectory } from '../directory.sql.ts'
import { lockToCompare } from '../locking.ts'
import { enqueueReading } from './jobs.ts'
import { beginReading, findProvider, findShownProvider, forgetMirror, writeProvider } from './provider.sql.ts'
import { openSecrets } from './reading.ts'

/** The detail of an entry about the provider, as opposed to the directory's rules. */
const access = '接入'

export const providerCalls = {
  async setDirectoryProvider({ system, company, services: { config }, membership: { companyId } }, input) {
    const { tenant, client_id, client_secret, callback_token, callback_key } = input
    const settings = await lockToCompare(system, companyId)
    if (!settings || !isDirectoryProvider(settings.source)) throw new Refusal(-59400)
    // Guard: the directory's lock above. A form that was opened before another organization was entered would clear what it has read.
    const edits = editedInActivity(companyId, companyId, () => [['directory.changed', access]])
    await requireSeen(company, input, await findShownProvider(system, companyId), edits)
    const words = directoryWords[settings.source]
    if (words.client_id && !client_id) throw new Refusal(-41003, 'client_id', `请填写${words.client_id}`)
    // 企业微信's messages have no other length of key.
    if (settings.source !== 'feishu' && callback_key !== undefined && !/^[A-Za-z0-9]{43}$/.test(callback_key))
      throw new Refusal(-41003, 'callback_key', '应为 43 位字母与数字')
    const before = await findProvider(system, companyId)
    const isOther = !before || before.tenant !== tenant || before.client_id !== client_id
    // A stored secret that is not entered again must not be sent to another organization or application.
    const storedSecrets = !isOther ? openSecrets(config, companyId, before) : undefined
    const secret = client_secret ?? storedSecrets?.secret
    if (!secret) throw new Refusal(-59401)
    const [token, key] = [callback_token ?? storedSecrets?.token ?? '', callback_key ?? storedSecrets?.key ?? '']
    if (!token !== !key) throw new Refusal(-41003, token ? 'callback_key' : 'callback_token', '回调的两项须一起填写')
    if (before && before.tenant !== tenant) await forgetMirror(system, companyId)
    await writeProvider(system, companyId, {
      ...{ tenant, client_id, has_callback: token !== '' },
      sealed: sealWith(config, 'directory-secret', JSON.stringify({ secret, token, key }), companyId),
    })
    const name = directoryProviders[settings.source]
    const entry = { action: 'directory.changed' as const, id: companyId, name, detail: access }
    await recordActivity(company, companyId, [entry])
  },

  async fetchDirectory({ system, company, services: { jobs }, membership: { companyId } }) {
    const settings = await findDirectory(system, companyId)
    if (!settings || !isDirectoryProvider(settings.source)) throw new Refusal(-59201)
    if (!(await beginReading(system, companyId))) {
      const shown = await findShownProvider(system, companyId)
      throw new Refusal(shown?.reading ? -59402 : -59401)
    }
    await enqueueReading(jobs, system, companyId)
    const name = directoryProviders[settings.source]
    const entry = { action: 'directory.fetched' as const, id: companyId, name }
    await recordActivity(company, companyId, [entry])
  },
} satisfies SomeHandlers
