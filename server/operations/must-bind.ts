import type { Services } from '../services.ts'

/** In production nobody works without an authenticator; the demonstration's accounts have none. */
export const mustBind = ({ config }: Pick<Services, 'config'>, { hasTotp }: { hasTotp: boolean }): boolean =>
  config.mode === 'production' && !hasTotp
