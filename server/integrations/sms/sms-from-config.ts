import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { createOutbox } from './outbox.ts'
import type { SmsSender } from './sms.ts'

/** Creates the sender named by `SMS`. Only the chosen provider's SDK is loaded. */
export async function createSms(
  config: Config,
  { system, log }: { system: Database; log: Logger },
): Promise<SmsSender> {
  switch (config.sms) {
    case 'aliyun':
      return (await import('./aliyun.ts')).createAliyunSms(config)
    case 'tencent':
      return (await import('./tencent.ts')).createTencentSms(config)
    case 'outbox':
      return createOutbox(system, log)
  }
}
