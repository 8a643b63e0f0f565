import type { Config } from '#server/core/config.ts'
import type { Contacts, ContactsOutside, ContactsSettings } from './contacts.ts'
import { createDingtalkContacts } from './dingtalk.ts'
import { createFeishuContacts } from './feishu.ts'
import { createWecomContacts } from './wecom.ts'

const kinds: Record<ContactsSettings['kind'], (settings: ContactsSettings, outside: ContactsOutside) => Contacts> = {
  wecom: createWecomContacts,
  dingtalk: createDingtalkContacts,
  feishu: createFeishuContacts,
}

export const createContacts = (settings: ContactsSettings, config: Config, stopping: AbortSignal): Contacts =>
  kinds[settings.kind](settings, {
    allowPrivate: config.webhookPrivate,
    waitMs: config.directoryWaitMs,
    stopping,
    bases: {
      wecom: config.wecomApiUrl,
      dingtalk: config.dingtalkApiUrl,
      dingtalkLists: config.dingtalkListsUrl,
      feishu: config.feishuApiUrl,
    },
  })
