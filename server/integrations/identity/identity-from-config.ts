import type { Config } from '#server/core/config.ts'
import { createAliyunIdentity } from './aliyun.ts'
import type { IdentityService } from './identity.ts'
import { createSandboxIdentity } from './sandbox.ts'

/** Creates the service named by `IDENTITY`; undefined if it is not set, so that reviewers check by hand only. */
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
