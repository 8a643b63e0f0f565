import type { Services } from '#server/engines/services.ts'

/** Reports whether an authenticator has to be bound first: always in production; the demonstration's accounts have none. */
export const mustBind = ({ config }: Pick<Services, 'config'>, { totp }: { totp: boolean }): boolean =>
  config.mode === 'production' && !totp
