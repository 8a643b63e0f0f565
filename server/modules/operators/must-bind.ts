import type { Services } from '#server/engines/services.ts'

/** Nobody works in production without an authenticator; the demonstration's accounts have none. */
export const mustBind = ({ config }: Pick<Services, 'config'>, { totp }: { totp: boolean }): boolean =>
  config.mode === 'production' && !totp
