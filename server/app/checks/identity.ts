import type { Config } from '#server/core/config.ts'
import { createIdentity } from '#server/integrations/identity/identity-from-config.ts'
import { type Check, StartupWarning } from './check.ts'

/** Doctor's check of the service that verifies names and ID numbers. Startup skips it, because the service may be unreachable. */
export const identityChecks = (config: Config): Check[] => [{ name: '身份核验', run: () => checkService(config) }]

async function checkService(config: Config): Promise<string> {
  const service = createIdentity(config)
  if (!service) return '没有配置，由人工核对'
  try {
    await service.verifyAccess()
  } catch (error) {
    throw new StartupWarning(`${(error as Error).message}：请检查 IDENTITY_ 各项与服务是否开通`)
  }
  return `${service.name}可用${config.identityAutoApprove ? '，核验一致的个人认证自动通过' : ''}`
}
