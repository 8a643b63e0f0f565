import { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import { TaxFailure } from './tax.ts'

type Settings = Pick<Config, 'taxAppKey' | 'taxAppSecret' | 'taxAccessToken' | 'taxTokenUrl'>

const granted = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() })

/** Milliseconds before its expiry at which a token is replaced. */
const early = 600_000

/** Provides the configured permanent token, or requests one and keeps it while it is valid. */
export function nuonuoToken({ taxAppKey, taxAppSecret, taxAccessToken, taxTokenUrl }: Settings, timeout: number) {
  let kept: { token: string; until: number } | undefined
  async function current(): Promise<string> {
    if (taxAccessToken) return taxAccessToken
    if (kept && Date.now() < kept.until) return kept.token
    const body = new URLSearchParams({
      client_id: taxAppKey ?? '',
      client_secret: taxAppSecret ?? '',
      grant_type: 'client_credentials',
    })
    const answer = await fetch(taxTokenUrl, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(timeout),
      redirect: 'error',
    })
      .then(async response => granted.safeParse(await response.json()))
      .catch(() => undefined)
    if (!answer?.success) throw new TaxFailure('税务服务没有给出令牌，请核对 appKey 与 appSecret', true)
    const { access_token: token, expires_in } = answer.data
    kept = { token, until: Date.now() + expires_in * 1000 - early }
    return token
  }

  return {
    current,
    forget() {
      kept = undefined
    },
  }
}
