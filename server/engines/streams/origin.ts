import type { Config } from '#server/core/config.ts'
import type { SyslogOrigin } from '#server/integrations/syslog/message.ts'

export type Named = Pick<Config, 'publicUrl' | 'brandLatin' | 'syslogEnterprise'>

/** Returns the sender's name for the header of each message. */
export const originOf = ({ publicUrl, brandLatin, syslogEnterprise }: Named): SyslogOrigin => ({
  hostname: new URL(publicUrl).hostname,
  app: brandLatin,
  enterprise: syslogEnterprise,
})
