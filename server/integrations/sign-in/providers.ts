import type { Config } from '#server/core/config.ts'
import { createDingtalk } from './dingtalk.ts'
import { createFeishu } from './feishu.ts'
import { createOidc } from './oidc.ts'
import type { Outside, ProviderSettings, SignInProvider } from './provider.ts'
import { createWecom } from './wecom.ts'

const kinds: Record<ProviderSettings['kind'], (settings: ProviderSettings, outside: Outside) => SignInProvider> = {
  oidc: createOidc,
  wecom: createWecom,
  dingtalk: createDingtalk,
  feishu: createFeishu,
}

export const createProvider = (settings: ProviderSettings, config: Config): SignInProvider =>
  kinds[settings.kind](settings, {
    allowPrivate: config.webhookPrivate,
    bases: {
      wecom: config.wecomApiUrl,
      wecomLogin: config.wecomLoginUrl,
      wecomInside: config.wecomInsideUrl,
      dingtalk: config.dingtalkApiUrl,
      dingtalkLogin: config.dingtalkLoginUrl,
      feishu: config.feishuApiUrl,
      feishuLogin: config.feishuLoginUrl,
    },
  })
