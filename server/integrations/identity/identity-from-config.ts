import type { Config } from '#server/core/config.ts'
import { createAliyunIdentity } from './aliyun.ts'
import type { IdentityService } from './identity.ts'
import { createSandboxIdentity } from './sandbox.ts'

/** The service that `IDENTITY` names; undefined where reviewers check by hand alone, as they do unless it is set. */
export function createIdentity(config: Config): IdentityService | undefined {
  switch (config.identity ?? (config.mode === 'demo' ? 'sandbox' : 'off')) {
    case 'aliyun':
      return createAliyunIdentity(config)
    case 'sandbox':
      return createSandboxIdentity()
    case 'off':
      return undefined
  }
}
